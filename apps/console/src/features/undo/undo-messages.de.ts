export const undoMessagesDe = {
  rejected: "{name} abgelehnt",
  ended: "{name} beendet. Noch {seconds} s Musik",
  bulk: "{count, plural, one {# Anrufer} other {# Anrufer}} abgelehnt",
  undoBulk: "Rückgängig: {count, plural, one {# Anrufer} other {# Anrufer}} zurückholen",
};
