import type { Translation } from "../../lib/translation.ts";
import type { bulkMessages } from "./bulk-messages.ts";

export const bulkMessagesDe: Translation<typeof bulkMessages> = {
  long: "Klingelt länger als 5 min",
  ringing: "Alle, die klingeln",
  picked: "In der Warteschlange gewählt",
  flag: "Mit Kennzeichen {name}",
  nobody: "Haken Sie an, wen Sie ablehnen, oder wählen Sie Zeilen der Warteschlange mit X.",
  going: "{count, plural, one {# Anrufer geht} other {# Anrufer gehen}}",
  spared: "{count, plural, one {# Anrufer bleibt} other {# Anrufer bleiben}}",
  sparedOne: "{name}: {reason}",
  more: "und {count} weitere",
  most: "Höchstens {count} auf einmal: die ersten der Warteschlange.",
  looking: "Wird gefragt, wer gehen darf",
  failed: "Wer gehen darf, ist nicht bekannt. {words}",
  reject: "{count, plural, one {# Anrufer ablehnen} other {# Anrufer ablehnen}}",
  nobodyGoes: "Niemand geht",
  rejected: "{count, plural, one {# Anrufer ist} other {# Anrufer sind}} abgelehnt",
  undo: "Rückgängig, {seconds} s",
  undone: "Rückgängig",
  stays: {
    with: "bei {name}",
    held: "gehalten",
    pinned: "vorn gehalten",
    locked: "gesichert",
    onAir: "auf Sendung",
    priority: "Vorrangleitung",
    gone: "schon weg",
  },
};
