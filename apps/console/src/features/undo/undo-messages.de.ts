export const undoMessagesDe = {
  rejected: "{name} abgelehnt",
  ended: "{name} beendet. Rückgängig binnen {seconds} s",
  bulk: "{count, plural, one {# Anrufer} other {# Anrufer}} abgelehnt",
  undoBulk: "Rückgängig: {count, plural, one {# Anrufer} other {# Anrufer}} zurückholen",
};
