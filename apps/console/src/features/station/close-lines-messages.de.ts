export const closeLinesMessagesDe = {
  allTitle: "Alle Leitungen schließen?",
  lineTitle: "{line} schließen?",
  all: "{station} nimmt keine Anrufe mehr an. Anrufer hören die Ansage für geschlossene Leitungen. Anrufe, die schon hier sind, gehen weiter.",
  line: "{line}, {number}, nimmt keine Anrufe mehr an. Anrufer hören die Ansage für geschlossene Leitungen. Anrufe, die schon hier sind, gehen weiter.",
  close: "Leitungen schließen",
  closeOne: "Leitung schließen",
};
