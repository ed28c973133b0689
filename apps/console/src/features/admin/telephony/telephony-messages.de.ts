import type { Translation } from "../../../lib/translation.ts";
import type { telephonyMessages } from "./telephony-messages.ts";

export const telephonyMessagesDe: Translation<typeof telephonyMessages> = {
  exchange: "Die eigene Telefonanlage von Linedesk",
  twilio: "Twilio, Konto {account}",
  sip: "SIP kommt an bei {address}.",
  away: "Die Telefonanlage antwortet nicht.",
  settings:
    "Trunk und Konto werden beim Start von Linedesk gesetzt: SIP_PEER, SIP_TRUNKS, TELEPHONY.",
  trunks: "SIP-Trunks",
  noTrunks: "Es gibt keinen: Hörer können per SIP anrufen, niemand kann angerufen werden.",
  registered: "Angemeldet",
  notRegistered: "Nicht angemeldet",
  noRegister: "Ohne Anmeldung",
  test: "{name} testen",
  answered: "Er antwortet.",
  silent: "Er antwortet nicht.",
  registerOk: "Anmeldung angenommen.",
  registerSilent: "Keine Antwort auf die Anmeldung.",
  registerRefused: "Anmeldung abgelehnt mit {code}.",
  numbers: "Nummern",
  right: "Ihre Anrufe kommen hierher",
  willChange: "Geht jetzt zu {url}. Linedesk leitet ihre Anrufe hierher.",
  absent: "Keine Nummer des Kontos",
  notKnown: "Zurzeit nicht bekannt",
  call: "Testanruf",
  callHint: "Ruft das Telefon an; wer annimmt, hört einen Test.",
  number: "Ihre Mobilnummer",
  ring: "Anrufen",
  status: {
    ringing: "Es klingelt",
    "in-progress": "Angenommen: Der Test ist zu hören",
    completed: "Angenommen und beendet",
    busy: "Besetzt",
    "no-answer": "Niemand hat angenommen",
    failed: "Der Anruf ist fehlgeschlagen",
  },
};
