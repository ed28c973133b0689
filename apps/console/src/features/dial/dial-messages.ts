export const dialMessages = {
  to: "To",
  toHint: "Number, with area code, or name",
  contacts: "Contacts",
  from: "From",
  fromNone: "This station has no number of its own",
  into: "Into",
  line: "Line {number}",
  lineFree: "Line {number}, free",
  lineHolds: "Line {number}, holds {name}",
  lineConfers: "Line {number}, into the conference",
  lineEnds: "Line {number}, ends the call with {name}",
  call: "Call",
  limit:
    "ends after {minutes, plural, one {# minute} other {# minutes}}, warns at 2 minutes and 30 s",
  kind: {
    mobile: "{country} mobile",
    landline: "{country} landline",
    service: "{country} service number",
    other: "{country} number",
  },
  noCountry: "International",
  known: "{name}",
  lastCall: "last call {day}",
  ringing: "Ringing {who}",
  ended: "{who}: {outcome}",
  redial: "Redial",
  offline: "You are offline",
  feedsAir: "This line goes to air",
} as const;

declare module "../../lib/messages.ts" {
  interface LazyMessages {
    dial: typeof dialMessages;
  }
}
