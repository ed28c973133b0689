/** The ways in which a past call ended. Several lazy parts of the page have these words. */
export const pastEndWords = {
  caller_hung_up: "caller hung up",
  operator_hung_up: "operator hung up",
  rejected: "rejected",
  line_closed: "line was closed",
  blocked: "blocked",
  forwarded: "forwarded",
  no_answer: "no answer",
  busy: "busy",
  declined: "declined",
  not_found: "number not found",
  failed: "call failed",
  time_limit: "time limit reached",
  exchange_lost: "cut off: exchange failed",
} as const;
