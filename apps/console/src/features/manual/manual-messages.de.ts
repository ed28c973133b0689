export const manualMessagesDe = {
  title: "Hilfe",
  home: "Zurück zur Konsole",
  skip: "Zur Seite springen",
  contents: "Inhalt",
  find: "Im Handbuch suchen",
  results: "Treffer für „{find}“",
  count: "{count, plural, one {# Stelle gefunden} other {# Stellen gefunden}}",
  nothing:
    "Im Handbuch steht nichts zu „{find}“. Versuchen Sie ein anderes oder ein kürzeres Wort.",
  unknown: "Diese Seite gibt es nicht",
  unknownWords: "Im Inhalt stehen alle Seiten des Handbuchs.",
  awake: "Den Tab der Konsole wach halten",
};
