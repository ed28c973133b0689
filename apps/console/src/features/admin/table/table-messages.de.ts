export const tableMessagesDe = {
  find: "Suchen in {table}",
  none: "Nichts in dieser Tabelle enthält „{words}“.",
  clear: "Alle zeigen",
  width: "Breite von {column}",
  widthPx: "{px} Pixel",
  reset: "Zurücksetzen",
  rows: "Zeilen",
  shown: "{from}–{to} von {total}",
  previous: "Vorige Zeilen",
  next: "Nächste Zeilen",
};
