import type { Translation } from "../lib/translation.ts";
import type { stateMessages } from "./state-messages.ts";

export const stateMessagesDe: Translation<typeof stateMessages> = {
  ringing: "Klingelt",
  next: "NÄCHSTER",
  verified: "Bestätigt",
  held: "Gehalten",
  unattended: "Unbetreut",
  on_line: "Auf Leitung {line}",
  on_line_mine: "Auf meiner Leitung",
  elsewhere: "Anderswo",
  elsewhere_on: "{name}, Ltg. {line}",
  on_air: "Auf Sendung",
  offered: "Angeboten",
  offered_to: "{name} angeboten",
  offered_by: "Angeboten von {name}",
  leaving: "Geht",
  rejected: "Abgelehnt",
  ending: "Endet",
  claimed: "Wird angenommen",
  ended: "Beendet",
  connecting: "Verbindet",
  dialling: "Wählt",
  call_back: "Rückruf",
  reconnecting: "Verbindet neu",
};
