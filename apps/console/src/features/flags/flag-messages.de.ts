export const flagMessagesDe = {
  title: "Kennzeichen von {name}",
  reason: "Warum {flag}",
  reasonHint: "Warum, für alle, die als Nächste annehmen",
  banReasonHint: "Warum? Eine Sperre hat einen Grund",
  set: "Setzen",
  none: "Hier erscheinen die Kennzeichen des Senders. Noch hat er keine: die Administration legt sie an.",
  failed: "Die Kennzeichen kamen nicht. {words}",
  loading: "Die Kennzeichen werden geladen",
  kind: { label: "", warning: "Warnung", banned: "Sperre" },
};
