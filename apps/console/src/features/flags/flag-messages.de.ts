export const flagMessagesDe = {
  title: "Kennzeichen von {name}",
  reason: "Grund für {flag}",
  reasonHint: "Grund, für alle, die als Nächste annehmen",
  banReasonHint: "Eine Sperre braucht einen Grund",
  set: "Setzen",
  none: "Hier erscheinen die Kennzeichen des Senders. Die Administration legt sie an.",
  failed: "Die Kennzeichen konnten nicht geladen werden. {words}",
  loading: "Die Kennzeichen werden geladen",
  kind: { label: "", warning: "Warnung", banned: "Sperre" },
};
