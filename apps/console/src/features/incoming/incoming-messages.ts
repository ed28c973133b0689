export const incomingMessages = {
  bar: "Incoming call",
  ringing: "Ringing",
  earlier: "{count, plural, one {# earlier call} other {# earlier calls}}",
  first: "first call",
  others: "{count, plural, one {# more waits} other {# more wait}}",
  answerOn: "Answer on {number}",
  reject: "Reject",
  known: "Known of the caller",
  announce: "{name} is ringing",
  offeredBy: "Offered by {from}",
  secondsLeft: "{seconds} s",
  take: "Take",
  back: "Back to {from}",
  direct: "{name} calls your phone",
  directHint: "calls your phone, not a caller of the station",
  privateCaller: "Private caller",
} as const;

declare module "../../lib/messages.ts" {
  interface LazyMessages {
    incoming: typeof incomingMessages;
  }
}
