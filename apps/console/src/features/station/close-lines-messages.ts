export const closeLinesMessages = {
  allTitle: "Close all lines?",
  lineTitle: "Close {line}?",
  all: "{station} stops taking calls. Callers hear the line-closed message. Calls already here go on.",
  line: "{line}, {number}, stops taking calls. Callers hear the line-closed message. Calls already here go on.",
  close: "Close the lines",
  closeOne: "Close the line",
} as const;
