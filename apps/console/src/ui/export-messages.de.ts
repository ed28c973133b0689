export const exportMessagesDe = {
  soFar: "{count, number} bisher gelesen",
  of: "{count, number} von {total, number} gelesen",
  stop: "Export abbrechen",
};
