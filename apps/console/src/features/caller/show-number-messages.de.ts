export const showNumberMessagesDe = {
  open: "Nummer zeigen",
  title: "Die Nummer von {name} zeigen",
  why: "Grund",
  reason: {
    safety: "Jemandes Sicherheit",
    prize: "Ein Gewinn",
    complaint: "Eine Beschwerde",
    technical: "Eine Störung",
    other: "Etwas anderes",
  },
  words: "In Worten",
  logged: "Wem sie warum gezeigt wurde, steht im Protokoll.",
  show: "Zeigen",
  shown: "Sichtbar, bis die Karte schließt",
};
