export const keypadMessagesDe = {
  title: "Tastenfeld",
  goesTo: "Leitung {number}, {name}",
  none: "Kein Anruf auf Leitung {number}",
  use: "Für {name} verwenden",
  sent: "Gesendet",
  nothing: "noch nichts",
  digit: "{digit} senden",
  over: "Dieser Anruf kann jetzt keine Töne empfangen.",
  hint: "Tippen Sie 0-9, * oder #, solange das Tastenfeld den Fokus hat.",
};
