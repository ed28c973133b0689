/** The words of the integrations section. */
export const integrationMessages = {
  empty: "No integrations yet",
  emptyWords:
    "Webhooks tell other systems what happens here; an input tells the desk what plays now. Add the first.",
  addWebhook: "Add a webhook",
  addInput: "Add a now-playing input",
  name: "Name",
  kind: { webhook: "Webhook", now_playing: "Now-playing input" },
  url: "Address",
  urlHint:
    "Begins with https://. Nothing is sent inside a network unless the configuration names the host.",
  urlWrong: "Fill in an address that begins with https://",
  events: "Sent when",
  event: {
    call_arrived: "a call arrives",
    call_answered: "a call is answered",
    call_on_air: "a call goes to air",
    call_ended: "a call ends",
    win_recorded: "a win is recorded",
    win_changed: "a win changes",
    chat_sent: "a chat message is sent",
  },
  eventsNeeded: "Choose one at least",
  enabled: "Switched on",
  wholeNumbers: "Send callers' numbers whole, which this station masks",
  stateTitle: "State",
  state: {
    on: "Works",
    off: "Switched off",
    failing: "Fails",
    failed: "Switched off after failures",
  },
  since: "since {when}",
  waiting: "{count, plural, one {# delivery waits} other {# deliveries wait}}",
  edit: "Edit {name}",
  removeTitle: "Remove {name}?",
  removeWords: "Nothing more is sent or taken by it, and its log of deliveries goes.",
  removeDo: "Remove integration",
  renew: "New secret",
  renewTitle: "Make a new secret for {name}?",
  renewWords: "The old one is worth nothing from now on: whoever has it needs the new one.",
  renewDo: "Make a new secret",
  secretTitle: "Secret of {name}",
  secretWords: "Copy it now: it is shown this once and never again.",
  inputAddress: "Post title and artist as JSON to",
  inputKey: "with the header",
  done: "I have copied it",
  log: "Deliveries",
  logOf: "Deliveries of {name}",
  test: "Send a test event",
  logEmpty: "Nothing was sent in the last 30 days",
  logEmptyWords: "Deliveries appear here by themselves. Send a test event to see one.",
  sent: "Sent when",
  what: "Event",
  outcome: "Outcome",
  tries: "{count, plural, one {# try} other {# tries}}",
  deliveryState: { waiting: "Waits", delivered: "Delivered", given_up: "Given up" },
  next: "again {when}",
  resend: "Send again",
  more: "Show more",
  promotion: "Promotion system",
  promotionNone:
    "The registry that comes along keeps the wins. Another system is set up in the configuration.",
  promotionUp: "{host} takes the wins.",
  promotionDown: "{host} does not answer.",
  test_event: "Test",
} as const;

declare module "../../../lib/messages.ts" {
  interface LazyMessages {
    integrations: typeof integrationMessages;
  }
}
