import type { Translation } from "../../../lib/translation.ts";
import type { tableMessages } from "./table-messages.ts";

/** Die Wörter der Tabellen im Verwaltungsbereich. */
export const tableMessagesDe: Translation<typeof tableMessages> = {
  find: "Suchen in {table}",
  none: "Nichts in dieser Tabelle enthält „{words}“.",
  clear: "Alle zeigen",
  width: "Breite von {column}",
  widthPx: "{px} Pixel",
  reset: "Wie zu Anfang",
  rows: "Zeilen",
  shown: "{from}–{to} von {total}",
  previous: "Vorige Zeilen",
  next: "Nächste Zeilen",
};
