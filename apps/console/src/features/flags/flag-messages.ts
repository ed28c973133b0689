export const flagMessages = {
  title: "Flags of {name}",
  reason: "Why {flag}",
  reasonHint: "Why, for whoever answers next",
  banReasonHint: "Why? A ban has a reason",
  set: "Set",
  none: "The station's flags appear here. It has none yet: admins make them.",
  failed: "The flags did not come. {words}",
  loading: "Loading the flags",
  kind: { label: "", warning: "warning", banned: "ban" },
} as const;
