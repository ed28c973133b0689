/** The words of the telephony section. */
export const telephonyMessages = {
  exchange: "Linedesk's own exchange",
  twilio: "Twilio, account {account}",
  sip: "SIP comes in at {address}.",
  away: "The exchange does not answer.",
  settings: "Trunk and account are set where Linedesk is started: SIP_PEER, SIP_TRUNKS, TELEPHONY.",
  trunks: "Trunks",
  noTrunks: "There is none: listeners can call in by SIP, and nobody can be rung.",
  registered: "Registered",
  notRegistered: "Not registered",
  noRegister: "Without registration",
  test: "Test {name}",
  answered: "It answers.",
  silent: "It does not answer.",
  registerOk: "Registration accepted.",
  registerSilent: "No answer to the registration.",
  registerRefused: "Registration refused with {code}.",
  numbers: "Numbers",
  right: "Its calls come here",
  willChange: "Goes to {url} now. Linedesk sends its calls here.",
  absent: "Not a number of the account",
  notKnown: "Not known now",
  call: "Test call",
  callHint: "Rings the telephone; whoever answers hears a test.",
  number: "Your mobile number",
  ring: "Ring it",
  status: {
    ringing: "Ringing",
    "in-progress": "Answered: the test is heard",
    completed: "Answered, and over",
    busy: "Busy",
    "no-answer": "Nobody answered",
    failed: "The call failed",
  },
} as const;

declare module "../../../lib/messages.ts" {
  interface LazyMessages {
    telephony: typeof telephonyMessages;
  }
}
