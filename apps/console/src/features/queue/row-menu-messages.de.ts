export const rowMenuMessagesDe = {
  menu: "Anrufer {name}",
  timeline: "Verlauf",
  prizes: "Gewinne…",
  pin: "Vorn halten",
  unpin: "Nicht länger vorn halten",
  unpick: "Auswahl aufheben",
  addToConference: "In die Konferenz holen",
  openTalkback: "Zwiegespräch",
  joinOn: "Der Konferenz auf Leitung {number} beitreten",
  moveTitle: "{name} verschieben",
  movePlace: "Position, 1 bis {count}",
  moveDo: "Verschieben",
};
