export const keyMessages = {
  title: "Keyboard shortcuts",
  names: { Ctrl: "Ctrl", Shift: "Shift", Del: "Del", or: "or" },
  groups: {
    calls: "Calls",
    lines: "Lines",
    caller: "For the outlined caller",
    queue: "In the queue, for the row with the cursor",
    panels: "Other",
  },
  sheet: "Show the shortcuts",
  nextRegion: "Next part of the page",
  regionBefore: "Previous part of the page",
} as const;
