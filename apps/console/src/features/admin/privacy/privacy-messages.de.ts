import type { Translation } from "../../../lib/translation.ts";
import type { privacyMessages } from "./privacy-messages.ts";

export const privacyMessagesDe: Translation<typeof privacyMessages> = {
  retention: "Wie lange Daten aufbewahrt werden",
  retentionHint: "In Tagen. Leer: unbegrenzt.",
  kind: {
    calls: "Anrufe und Anrufer",
    notes: "Notizen zu Anrufen",
    chat: "Nachrichten im Chat",
    quality: "Messwerte der Tonqualität",
    recordings: "Aufzeichnungen",
    audit: "Protokoll",
  },
  hint: {
    calls:
      "Nummer, Anrufer und Verlauf entfallen; der Anruf bleibt in den Zahlen. Anrufer mit Kennzeichen bleiben.",
    notes: "Was im Vorgespräch zu einem Anruf geschrieben wurde.",
    chat: "Nachrichten im Chat des Senders.",
    quality: "Was die Softphones gemessen haben.",
    recordings: "Was von Anrufen aufgezeichnet wurde, auch in der Telefonanlage.",
    audit: "Mindestens 366 Tage.",
  },
  daysWrong: "Eine ganze Zahl von Tagen oder nichts",
  auditWrong: "Mindestens 366 Tage oder nichts",
  preview: "Zeigen, was entfiele",
  previewTitle: "Was jetzt entfiele",
  previewNothing: "Nichts ist älter als diese Fristen.",
  previewRow: "{count, plural, one {# Eintrag} other {# Einträge}}, der älteste vom {day}",
  saveTitle: "Diese Fristen speichern?",
  saveWords: "Was älter ist, entfällt binnen einer Stunde und kommt nicht zurück: {rows}.",
  saveDo: "Speichern und entfallen lassen",
  rows: "{count, plural, one {# Eintrag} other {# Einträge}} ({kind})",
  masking: "Wer die Nummern der Anrufer sieht",
  maskingHint:
    "Wer sie verdeckt sieht, hat die letzten drei Ziffern, am Platz, in Listen und in Dateien, und kann weiter anrufen, sperren und nach ganzen Nummern suchen.",
  numbersFrom: "Ganz für",
  everybody: "Alle",
  from: {
    presenter: "Moderation und darüber",
    producer: "Redaktion und darüber",
    admin: "Administration und Leitung des Senders",
    owner: "Nur die Leitung des Senders",
    nobody: "Niemand",
  },
  numbersFromHint:
    "Wer verwaltet und sie verdeckt sieht, kann sich eine Nummer aus einem Grund zeigen lassen; das Protokoll hält ihn fest. Was Menschen in Notizen und Chat schreiben, bleibt, wie es ist.",
  export: "Was zu einer Nummer gespeichert ist",
  exportHint:
    "Alles, was der Sender dazu hat, als JSON-Datei. Dass Sie es genommen haben, steht im Protokoll.",
  number: "Nummer",
  numberHint: "Etwa 0491 570 006.",
  exportDo: "Als JSON sichern",
  consent: "Aufzeichnung",
  consentWords:
    "Kein Anruf wird aufgezeichnet, bevor der Anrufer die Ansage gehört hat. Was gesagt wurde und wann es endete, bleibt beim Anruf. Konferenzen und Proben werden nicht aufgezeichnet.",
  mode: "Welche Anrufe aufgezeichnet werden",
  modes: {
    off: "Keine",
    on_request: "Jene, für die am Platz jemand es verlangt",
    every_call: "Jeder angenommene Anruf",
  },
  noticeWords: "Was Anrufer hören",
  noticeWordsHint: "Die Telefonanlage spricht es. Etwa: Dieser Anruf wird aufgezeichnet.",
  noticeNeeded: "Anrufer müssen es hören: Schreiben Sie es, oder wählen Sie einen Ton",
  noticeUrl: "Ton der Ansage",
  noticeUrlHint: "Statt der Worte, die dann nicht gesprochen werden.",
};
