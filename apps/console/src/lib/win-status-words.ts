export const winStatusWords = {
  to_collect: "to collect",
  collected: "collected",
  sent: "sent",
  expired: "expired",
  withdrawn: "withdrawn",
} as const;
