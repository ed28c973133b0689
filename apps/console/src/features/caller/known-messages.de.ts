import { winStatusWordsDe } from "../../lib/win-status-words.de.ts";

export const knownMessagesDe = {
  title: "Bekanntes",
  firstCall: "Seit",
  lastCall: "Zuletzt",
  calls: "Anrufe",
  callsOf: "{calls, number}, diesen Monat {month, number}",
  talkedWith: "Sprach mit",
  contact: "Telefonbuch",
  others: "Auch unter dieser Nummer",
  somebodyElse: "Jemand anderes",
  isSomebodyElse: "Das ist jemand anderes",
  newName: "Name der neuen Person",
  set: "Setzen",
  prizes: "Gewinne {count, number}",
  contactTab: "Kontakt",
  wonOn: "{day}, {status}",
  won: winStatusWordsDe,
  openPrizes: "Gewinne öffnen",
  call: "Anrufen",
  callNumber: "{number} anrufen",
};
