export const panelMessagesDe = {
  bulk: "Mehrere ablehnen",
  contacts: "Telefonbuch",
  dial: "Anrufen",
  history: "Anrufverlauf",
  palette: "Befehle",
  people: "Anrufer",
  prizes: "Gewinne",
  settings: "Einstellungen",
  soundCheck: "Tontest",
  timeline: "Verlauf",
};
