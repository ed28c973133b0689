export const closeLinesMessages = {
  allTitle: "Close all lines?",
  lineTitle: "Close {line}?",
  all: "{station} stops taking calls. Callers hear the message of a closed line. Calls already here go on.",
  line: "{line}, {number}, stops taking calls. Callers hear the message of a closed line. Calls already here go on.",
  close: "Close the lines",
  closeOne: "Close the line",
} as const;
