export const keyMessages = {
  title: "Keyboard shortcuts",
  names: { Ctrl: "Ctrl", Shift: "Shift", Del: "Del", or: "or" },
  groups: { calls: "Calls", lines: "Lines", queue: "In the queue", panels: "Elsewhere" },
  sheet: "This sheet",
  nextRegion: "Next part of the page",
  regionBefore: "Part of the page before",
} as const;
