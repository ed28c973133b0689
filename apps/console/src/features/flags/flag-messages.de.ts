export const flagMessagesDe = {
  title: "Kennzeichen von {name}",
  reason: "Grund für {flag}",
  reasonHint: "Grund, für alle, die als Nächste annehmen",
  banReasonHint: "Eine Sperre braucht einen Grund",
  set: "Setzen",
  ban: "{name} sperren",
  banReason: "Grund für die Sperre",
  banFor: { day: "Einen Tag sperren", week: "Eine Woche sperren", always: "Für immer sperren" },
  which: "Sperre",
  isBanned: "Dieser Anrufer hat schon das Kennzeichen {flag}.",
  noBan:
    "Der Sender hat kein Kennzeichen, das sperrt. Die Administration legt es unter „Kennzeichen“ an.",
  none: "Hier erscheinen die Kennzeichen des Senders. Die Administration legt sie an.",
  failed: "Die Kennzeichen konnten nicht geladen werden. {words}",
  loading: "Die Kennzeichen werden geladen",
  kind: { label: "", warning: "Warnung", banned: "Sperre" },
};
