export const paletteMessagesDe = {
  find: "Befehl, Karte oder Anrufer suchen",
  results: "Ergebnisse",
  callers: "Anrufer",
  nothing: "Nichts gefunden. Versuchen Sie es mit weniger Buchstaben.",
  again: "Noch einmal Enter",
  count: "{count, plural, =0 {Nichts gefunden} one {# gefunden} other {# gefunden}}",
};
