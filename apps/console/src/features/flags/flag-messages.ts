export const flagMessages = {
  title: "Flags of {name}",
  reason: "Reason for {flag}",
  reasonHint: "Reason, for the next operator",
  banReasonHint: "A ban needs a reason",
  set: "Set",
  none: "The station's flags appear here. Admins add them.",
  failed: "The flags could not be loaded. {words}",
  loading: "Loading the flags",
  kind: { label: "", warning: "warning", banned: "ban" },
} as const;
