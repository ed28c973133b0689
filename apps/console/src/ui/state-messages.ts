export const stateMessages = {
  ringing: "Ringing",
  next: "NEXT",
  verified: "Verified",
  held: "Hold",
  unattended: "Unattended",
  on_line: "On line {line}",
  on_line_mine: "On my line",
  elsewhere: "Elsewhere",
  elsewhere_on: "{name}, line {line}",
  on_air: "On air",
  offered: "Offered",
  offered_to: "Offered to {name}",
  offered_by: "Offered by {name}",
  leaving: "Leaving",
  rejected: "Rejected",
  ending: "Ending",
  claimed: "Answering",
  ended: "Ended",
  connecting: "Connecting",
  dialling: "Dialling",
  call_back: "Call back",
  reconnecting: "Reconnecting",
} as const;

declare module "../lib/messages.ts" {
  interface Messages {
    state: typeof stateMessages;
  }
}
