import type { Translation } from "../../lib/translation.ts";
import type { soundCheckMessages } from "./sound-check-messages.ts";

export const soundCheckMessagesDe: Translation<typeof soundCheckMessages> = {
  run: "Test starten",
  again: "Erneut testen",
  running: "Wird geprüft…",
  intro: "Mikrofon, Lautsprecher, Netz und Telefon in zehn Sekunden. Sprechen Sie wie auf Sendung.",
  last: "Letzter Test des Netzes: {words}, {time}",
  lastFailed: "fehlgeschlagen",
  step: {
    microphone: "Mikrofon",
    speaker: "Lautsprecher",
    network: "Netz",
    registration: "Telefon",
  },
  status: {
    idle: "Noch nicht geprüft",
    running: "Wird geprüft…",
    passed: "In Ordnung",
  },
  verdict: "{word}, MOS {mos}",
  word: {
    excellent: "Ausgezeichnet",
    great: "Sehr gut",
    good: "Gut",
    fair: "Mäßig",
    degraded: "Gestört",
  },
  asking: "Haben Sie den Ton gehört?",
  heard: "Ja",
  unheard: "Nein",
  record: "5 s aufnehmen und abspielen",
  recordHint: "Was Anrufer von Ihnen hören.",
};
