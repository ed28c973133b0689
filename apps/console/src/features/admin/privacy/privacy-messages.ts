export const privacyMessages = {
  retention: "How long data is stored",
  retentionHint: "In days. Empty: for ever.",
  kind: {
    calls: "Calls and callers",
    notes: "Notes of calls",
    chat: "Chat",
    quality: "Quality reports",
    recordings: "Recordings",
    audit: "Audit",
  },
  hint: {
    calls:
      "Number, caller and what happened go; the call stays in the figures. Callers with a flag stay.",
    notes: "What screeners wrote of a call.",
    chat: "Messages of the station's chat.",
    quality: "What softphones measured.",
    recordings: "What was recorded of calls, at the telephone exchange too.",
    audit: "At least 366 days.",
  },
  daysWrong: "A whole number of days, or nothing",
  auditWrong: "At least 366 days, or nothing",
  preview: "Show what would go",
  previewTitle: "What would go now",
  previewNothing: "Nothing is older than these periods.",
  previewRow: "{count, plural, one {# row} other {# rows}}, the oldest of {day}",
  saveTitle: "Save these periods?",
  saveWords: "What is older goes within the hour and does not come back: {rows}.",
  saveDo: "Save and let it go",
  rows: "{count, plural, one {# row} other {# rows}} of {kind}",
  masking: "Who sees callers' numbers",
  maskingHint:
    "Whoever sees them masked has their last three digits, at the desk, in lists and in files alike, and can still dial, ban and search by whole numbers.",
  numbersFrom: "Whole for",
  everybody: "Everybody",
  from: {
    presenter: "Presenters and above",
    producer: "Producers and above",
    admin: "Admins and owners",
    owner: "Owners alone",
    nobody: "Nobody",
  },
  numbersFromHint:
    "An admin who sees them masked can have one shown for a reason, which the audit keeps. What people write in notes and chat stays as it is.",
  export: "What is stored of a number",
  exportHint:
    "All that the station has of it, as a JSON file. That you took it stands in the audit.",
  number: "Number",
  numberHint: "Such as 0491 570 006.",
  exportDo: "Save as JSON",
  consent: "Recording",
  consentWords:
    "No call is recorded before its caller was told. What was said, and when it ended, stays with the call. Conferences and rehearsals are not recorded.",
  mode: "Which calls are recorded",
  modes: {
    off: "None",
    on_request: "Those for which somebody asks at the desk",
    every_call: "Each answered call",
  },
  noticeWords: "What callers are told",
  noticeWordsHint: "Spoken by the exchange. Such as: This call is recorded.",
  noticeNeeded: "Callers must be told: write words, or choose a sound",
  noticeUrl: "Sound of the announcement",
  noticeUrlHint: "In place of the words, which are then not spoken.",
} as const;

declare module "../../../lib/messages.ts" {
  interface LazyMessages {
    privacy: typeof privacyMessages;
  }
}
