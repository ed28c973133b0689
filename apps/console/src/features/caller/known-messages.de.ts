import type { Translation } from "../../lib/translation.ts";
import type { knownMessages } from "./known-messages.ts";

export const knownMessagesDe: Translation<typeof knownMessages> = {
  title: "Was bekannt ist",
  firstCall: "Erster Anruf",
  lastCall: "Letzter Anruf",
  calls: "Anrufe",
  callsOf: "{calls, number}, {month, number} in diesem Monat",
  talkedWith: "Gesprochen mit",
  wins: "Gewinne",
  winOf: "{prize} ({day})",
  contact: "Telefonbuch",
  others: "Auch unter dieser Nummer",
  somebodyElse: "Das ist jemand anderes",
  newName: "Name der neuen Person",
  set: "Setzen",
};
