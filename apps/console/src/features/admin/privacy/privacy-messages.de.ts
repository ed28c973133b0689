export const privacyMessagesDe = {
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
      "Nummer, Anrufer und Verlauf werden gelöscht; der Anruf zählt weiter in den Zahlen. Anrufer mit Kennzeichen bleiben.",
    notes: "Notizen aus dem Vorgespräch zu einem Anruf.",
    chat: "Nachrichten im Chat des Senders.",
    quality: "Messungen der Softphones.",
    recordings: "Aufgezeichnete Anrufe, auch in der Telefonanlage.",
    audit: "Mindestens 366 Tage.",
  },
  daysWrong: "Eine ganze Zahl von Tagen oder nichts",
  auditWrong: "Mindestens 366 Tage oder nichts",
  preview: "Löschung zeigen",
  previewTitle: "Jetzt zu löschen",
  previewNothing: "Nichts ist älter als diese Fristen.",
  previewRow: "{count, plural, one {# Eintrag} other {# Einträge}}, der älteste vom {day}",
  saveTitle: "Diese Fristen speichern?",
  saveWords:
    "Ältere Daten werden binnen einer Stunde gelöscht und lassen sich nicht zurückholen: {rows}.",
  saveDo: "Speichern und löschen",
  rows: "{count, plural, one {# Eintrag} other {# Einträge}} ({kind})",
  masking: "Zugang zu den Nummern der Anrufer",
  maskingHint:
    "Alle anderen sehen nur die letzten drei Ziffern, am Platz, in Listen und in Dateien. Sie können weiter anrufen, sperren und nach ganzen Nummern suchen.",
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
    "Die Administration kann sich eine verdeckte Nummer zeigen lassen, wenn sie einen Grund angibt. Der Grund steht im Protokoll. Nummern in Notizen und Chat werden nicht verdeckt.",
  export: "Gespeicherte Daten zu einer Nummer",
  exportHint:
    "Alle Daten des Senders zu dieser Nummer, als JSON-Datei. Der Export steht im Protokoll.",
  number: "Nummer",
  numberHint: "Etwa 0491 570 006.",
  exportDo: "JSON exportieren",
  consent: "Aufzeichnung",
  consentWords:
    "Ein Anruf wird erst aufgezeichnet, wenn der Anrufer die Ansage gehört hat. Ihr Text und ihre Zeit bleiben beim Anruf. Konferenzen und Proben werden nicht aufgezeichnet.",
  mode: "Aufgezeichnete Anrufe",
  modes: {
    off: "Keine",
    on_request: "Die am Platz ausgewählten",
    every_call: "Alle angenommenen Anrufe",
  },
  noticeWords: "Text der Ansage",
  noticeWordsHint: "Die Telefonanlage spricht ihn, etwa: Dieser Anruf wird aufgezeichnet.",
  noticeNeeded:
    "Anrufer müssen eine Ansage hören: Geben Sie einen Text ein, oder wählen Sie einen Ton",
  noticeUrl: "Ton der Ansage",
  noticeUrlHint: "Läuft anstelle des Textes.",
};
