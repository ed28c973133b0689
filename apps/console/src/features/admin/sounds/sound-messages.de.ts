import type { Translation } from "../../../lib/translation.ts";
import type { soundMessages } from "./sound-messages.ts";

export const soundMessagesDe: Translation<typeof soundMessages> = {
  check: "Prüfen",
  checking: "Wird geholt und gemessen…",
  play: "Anfang abspielen",
  stop: "Anhalten",
  upload: "Oder eine Datei: WAV, MP3 oder Ogg, höchstens 4 MB",
  remove: "Datei entfernen",
  stored: "{name} (bei Linedesk gespeichert)",
  good: "Kann gespielt werden",
  file: "{duration} lang",
  stream: "ein Stream ohne Ende",
  loudness: "{lufs} LUFS, Spitzen bei {peak} dBFS",
  quietNow: "gerade stumm: Anrufer hören die Wartemusik",
  notStored: "Ist hier nicht mehr gespeichert",
  problem: {
    not_allowed:
      "Von hier darf kein Ton geholt werden: WEBHOOK_HOSTS nennt die erlaubten Hosts, bei internen mit Port",
    unreachable: "Nicht erreichbar",
    unreadable: "Kein WAV, MP3 oder Ogg, das sich dekodieren lässt",
    too_long: "Zu lang oder zu groß: Musik höchstens 15 Minuten, eine Ansage höchstens 2, je 20 MB",
    endless: "Ein Stream ohne Ende; eine Ansage braucht eines",
    not_live: "Ein Ton mit Ende; ein laufendes Programm hat keines",
    silent: "Stumm",
    too_quiet: "Zu leise: weniger als -40 LUFS",
    too_loud: "Zu laut: mehr als -5 LUFS",
  },
};
