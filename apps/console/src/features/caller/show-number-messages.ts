export const showNumberMessages = {
  open: "Show number",
  title: "Show the number of {name}",
  why: "Reason",
  reason: {
    safety: "Somebody's safety",
    prize: "A prize",
    complaint: "A complaint",
    technical: "A technical fault",
    other: "Something else",
  },
  words: "Details",
  logged: "The audit records your name and the reason.",
  show: "Show it",
  shown: "Shown until the card closes",
} as const;
