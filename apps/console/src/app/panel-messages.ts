export const panelMessages = {
  bulk: "Bulk reject",
  contacts: "Phone book",
  dial: "Dial",
  history: "Caller history",
  palette: "Commands",
  people: "Callers",
  prizes: "Prizes",
  settings: "Settings",
  soundCheck: "Sound check",
  timeline: "Timeline",
} as const;
