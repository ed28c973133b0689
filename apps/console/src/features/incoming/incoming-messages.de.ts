import type { Translation } from "../../lib/translation.ts";
import type { incomingMessages } from "./incoming-messages.ts";

export const incomingMessagesDe: Translation<typeof incomingMessages> = {
  bar: "Eingehender Anruf",
  ringing: "Klingelt",
  earlier: "{count, plural, one {# früherer Anruf} other {# frühere Anrufe}}",
  first: "erster Anruf",
  others: "{count, plural, one {# weiterer wartet} other {# weitere warten}}",
  answerOn: "Auf {number} annehmen",
  reject: "Ablehnen",
  known: "Über den Anrufer bekannt",
  announce: "{name} klingelt",
  offeredBy: "Angeboten von {from}",
  secondsLeft: "{seconds} s",
  take: "Übernehmen",
  back: "Zurück an {from}",
  direct: "{name} ruft Ihr Telefon an",
  directHint: "ruft Ihr Telefon an, kein Anrufer des Senders",
  privateCaller: "Unbekannter Anrufer",
};
