import type { Translation } from "../../lib/translation.ts";
import type { contestMessages } from "./contest-messages.ts";

export const contestMessagesDe: Translation<typeof contestMessages> = {
  title: "Gewinnspiel",
  none: "Es läuft kein Gewinnspiel. Gezählt wird ab dem Start, jede Nummer einmal.",
  notYours: "Es läuft kein Gewinnspiel. Die Redaktion startet eines.",
  line: "Telefonleitung",
  count: "Wer gewinnt: Anrufer Nummer",
  early: "Ansage für zu frühe Anrufer",
  late: "Ansage für zu späte Anrufer",
  textHint: "Keine; '{place}' ist ihre Nummer in der Reihe",
  start: "Zählung starten",
  counted: "{counted} von {count}",
  brief: "Gewinnspiel {counted} von {count}, von {name}",
  on: "Anrufer {count} auf {line} gewinnt. Gestartet von {name}.",
  reset: "Zählung zurücksetzen",
  resetSure: "Noch einmal: ab 1 zählen",
  end: "Gewinnspiel beenden",
  endSure: "Noch einmal: beenden",
  export: "Als CSV sichern",
  log: "Wer angerufen hat",
  which: "Gewinnspiel",
  past: "{started}, {line}, Anrufer {count}, von {name}",
  logEmpty:
    "Noch hat niemand angerufen. Jeder Anrufer erscheint hier von selbst, ob gezählt oder nicht und warum.",
  more: "Frühere Anrufer zeigen",
  failed: "Das Gewinnspiel ist nicht bekannt. {words}",
  outcome: {
    early: "zu früh",
    winner: "gewinnt",
    late: "zu spät",
    repeated: "nicht gezählt: Nummer schon gezählt",
    withheld: "nicht gezählt: Nummer unterdrückt",
    blocked: "nicht gezählt: gesperrt",
    line_closed: "nicht gezählt: Leitung geschlossen",
    forwarded: "nicht gezählt: Leitung umgeleitet",
  },
};
