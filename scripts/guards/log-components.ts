/** The words with which a log message may begin. Each is the component that the line is about. */
export const logComponents: ReadonlySet<string> = new Set(
  [
    "analytics audio call callback claim database dialling exchange hub insights",
    "issuer job leg line media outbox page phone presence process promotion realtime recording",
    "request server session sign-in signalling SIP softphone sound station storage telephony trunk",
    "TwiML voice webhook",
  ].flatMap((words) => words.split(" ")),
);
