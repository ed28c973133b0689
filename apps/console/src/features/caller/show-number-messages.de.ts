export const showNumberMessagesDe = {
  open: "Nummer zeigen",
  title: "Die Nummer von {name} zeigen",
  why: "Grund",
  reason: {
    safety: "Sicherheit einer Person",
    prize: "Ein Gewinn",
    complaint: "Eine Beschwerde",
    technical: "Eine Störung",
    other: "Etwas anderes",
  },
  words: "Genaueres",
  logged: "Ihr Name und der Grund stehen im Protokoll.",
  show: "Zeigen",
  shown: "Sichtbar, bis die Karte schließt",
};
