import type { Translation } from "../../lib/translation.ts";
import type { phoneMessages } from "./phone-messages.ts";

export const phoneMessagesDe: Translation<typeof phoneMessages> = {
  title: "Vorführtelefon",
  words:
    "Rufen Sie von hier den Sender an, oder lassen Sie sich anrufen: wer Ihre Nummer wählt, erreicht diese Seite.",
  from: "Anrufen von",
  to: "Anrufen bei",
  call: "Anrufen",
  hangUp: "Auflegen",
  mute: "Stumm",
  unmute: "Nicht mehr stumm",
  keypad: "Tastenfeld",
  youSay: "Sie",
  youHear: "Gegenseite",
  idle: "Bereit zum Anrufen",
  connecting: "Verbindet…",
  ringing: "Klingelt…",
  rung: "Der Sender ruft an",
  answer: "Annehmen",
  decline: "Abweisen",
  talking: "Mit dem Sender verbunden",
  reconnecting: "Der Ton war unterbrochen. Verbindet neu…",
  loading: "Das Telefon wird vorbereitet",
  off: "Hier gibt es kein Telefon",
  offWords: "Das Vorführtelefon ist auf diesem Server ausgeschaltet.",
  failed: "Das Telefon geht jetzt nicht",
};
