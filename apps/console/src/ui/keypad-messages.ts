/** The words of the keypad. */
export const keypadMessages = {
  title: "Keypad, line {number}",
  sent: "Sent",
  nothing: "nothing yet",
  digit: "Send {digit}",
  over: "This call takes no tones now.",
  hint: "Type 0-9, * or # while the keypad is open.",
} as const;

declare module "../lib/messages.ts" {
  interface Messages {
    keypad: typeof keypadMessages;
  }
}
