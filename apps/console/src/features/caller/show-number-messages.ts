export const showNumberMessages = {
  open: "Show number",
  title: "Show the number of {name}",
  why: "Why",
  reason: {
    safety: "Somebody's safety",
    prize: "A prize",
    complaint: "A complaint",
    technical: "A technical fault",
    other: "Something else",
  },
  words: "In words",
  logged: "Who was shown it and why stands in the audit.",
  show: "Show it",
  shown: "Shown until the card closes",
} as const;
