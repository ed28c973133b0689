import type { Translation } from "../../../lib/translation.ts";
import type { audioServerMessages } from "./audio-server-messages.ts";

export const audioServerMessagesDe: Translation<typeof audioServerMessages> = {
  empty: "Noch keine Audioserver",
  emptyWords:
    "Ein Audioserver ist ein kleiner Rechner im Studio, der den Ton einer Leitung zum Pult bringt, an Stelle eines Browsers. Benennen Sie den ersten; dann erscheint sein Kopplungscode.",
  name: "Name",
  state: "Zustand",
  version: "Programmversion",
  actions: "Aktionen",
  add: "Audioserver hinzufügen",
  addDo: "Hinzufügen und Code zeigen",
  nameHint: "Wie der Ort heißt, an dem er steht, etwa Studio B.",
  rename: "Umbenennen",
  renameOf: "{name} umbenennen",
  newCode: "Neuer Code",
  newCodeOf: "Neuer Kopplungscode für {name}",
  revoke: "Widerrufen",
  revokeOf: "{name} widerrufen",
  revokeTitle: "{name} widerrufen?",
  revokeWords:
    "Er wird sofort getrennt: ein Gespräch auf ihm wird gehalten. Um ihn wieder zu nutzen, koppeln Sie ihn mit einem neuen Code.",
  revokeDo: "Widerrufen",
  notPaired: "Nicht gekoppelt",
  codeUntil: "Wartet auf seinen Code bis {time}",
  line: "Leitung {number}",
  status: {
    connecting: "Verbindet...",
    online: "Erreichbar",
    offline: "Nicht erreichbar",
    unknown: "Noch nicht bekannt",
  },
  inCall: "im Gespräch",
  fault: "Störung",
  levels: "ein {input} dB, aus {output} dB",
  up: "seit {hours} h",
  code: "Kopplungscode von {name}",
  codeWords:
    "Geben Sie ihn innerhalb von zehn Minuten am Audioserver ein. Er gilt einmal und wird nicht wieder gezeigt.",
  codeDone: "Fertig",
  presets: {
    empty: "Noch keine Gerätevorwahlen",
    emptyWords:
      "Eine Gerätevorwahl stellt beide Leitungen zugleich: welcher Audioserver Leitung 1 und Leitung 2 trägt.",
    add: "Gerätevorwahl hinzufügen",
    name: "Name",
    line: "Leitung {number}",
    browser: "Im Browser",
    feeds: "Leitung {number} geht auf Sendung",
    feedsBy: { station: "Wie der Sender es gestellt hat", yes: "Ja", no: "Nein" },
    removeTitle: "{name} entfernen?",
    removeWords:
      "Leitungen, die damit gestellt wurden, behalten ihre Geräte, bis jemand andere wählt.",
    removeDo: "Vorwahl entfernen",
    onAir: "geht auf Sendung",
    offAir: "nicht auf Sendung",
  },
};
