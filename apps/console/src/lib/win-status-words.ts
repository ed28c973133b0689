/** What became of a prize that was won, for every card that says it. */
export const winStatusWords = {
  to_collect: "to collect",
  collected: "collected",
  sent: "sent",
  expired: "expired",
  withdrawn: "withdrawn",
} as const;
