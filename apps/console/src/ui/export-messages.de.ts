export const exportMessagesDe = {
  soFar: "{count, number} Zeilen bisher geladen",
  of: "{count, number} von {total, number} Zeilen geladen",
  stop: "Export abbrechen",
};
