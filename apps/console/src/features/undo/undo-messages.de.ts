import type { Translation } from "../../lib/translation.ts";
import type { undoMessages } from "./undo-messages.ts";

export const undoMessagesDe: Translation<typeof undoMessages> = {
  rejected: "{name} abgelehnt",
  ended: "{name} beendet. Noch {seconds} s Musik",
  bulk: "{count, plural, one {# Anrufer} other {# Anrufer}} abgelehnt",
  undo: "Rückgängig",
  undoName: "Rückgängig: {name} zurückholen",
  undoBulk: "Rückgängig: {count, plural, one {# Anrufer} other {# Anrufer}} zurückholen",
};
