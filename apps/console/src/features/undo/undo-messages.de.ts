import type { Translation } from "../../lib/translation.ts";
import type { undoMessages } from "./undo-messages.ts";

export const undoMessagesDe: Translation<typeof undoMessages> = {
  rejected: "{name} abgelehnt",
  ended: "{name} beendet. Noch {seconds} s Musik",
  undo: "Rückgängig",
  undoName: "Rückgängig: {name} zurückholen",
};
