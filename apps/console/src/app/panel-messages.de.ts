import type { Translation } from "../lib/translation.ts";
import type { panelMessages } from "./panel-messages.ts";

export const panelMessagesDe: Translation<typeof panelMessages> = {
  bulk: "Mehrere ablehnen",
  contacts: "Telefonbuch",
  dial: "Anrufen",
  history: "Anrufverlauf",
  palette: "Befehle",
  people: "Anrufer",
  prizes: "Gewinne",
  settings: "Einstellungen",
  soundCheck: "Tontest",
  timeline: "Verlauf",
};
