export const keypadMessages = {
  title: "Keypad",
  goesTo: "Line {number}, {name}",
  none: "No call on line {number}",
  use: "Use for {name}",
  sent: "Sent",
  nothing: "nothing yet",
  digit: "Send {digit}",
  over: "This call cannot receive tones now.",
  hint: "Type 0-9, * or # while the keypad has the focus.",
} as const;
