import type { Translation } from "../../lib/translation.ts";
import type { dialMessages } from "./dial-messages.ts";

export const dialMessagesDe: Translation<typeof dialMessages> = {
  to: "An",
  toHint: "Nummer mit Vorwahl, oder Name",
  contacts: "Kontakte",
  from: "Von",
  fromNone: "Dieser Sender hat keine eigene Nummer",
  into: "Auf",
  line: "Leitung {number}",
  lineFree: "Leitung {number}, frei",
  lineHolds: "Leitung {number}, hält {name}",
  lineConfers: "Leitung {number}, in die Konferenz",
  lineEnds: "Leitung {number}, beendet das Gespräch mit {name}",
  call: "Anrufen",
  limit:
    "endet nach {minutes, plural, one {# Minute} other {# Minuten}}, Warnung bei 2 Minuten und 30 s",
  kind: {
    mobile: "{country}, Mobilnummer",
    landline: "{country}, Festnetz",
    service: "{country}, Servicenummer",
    other: "{country}, Nummer",
  },
  noCountry: "International",
  known: "{name}",
  lastCall: "letzter Anruf {day}",
  ringing: "{who} wird angerufen",
  ended: "{who}: {outcome}",
  redial: "Wiederwahl",
  offline: "Sie sind offline",
  feedsAir: "Diese Leitung geht auf Sendung",
};
