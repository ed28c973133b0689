import type { Translation } from "../../lib/translation.ts";
import type { flagMessages } from "./flag-messages.ts";

export const flagMessagesDe: Translation<typeof flagMessages> = {
  title: "Kennzeichen von {name}",
  reason: "Warum {flag}",
  reasonHint: "Warum, für alle, die als Nächste annehmen",
  banReasonHint: "Warum? Eine Sperre hat einen Grund",
  holds: "Gilt",
  hold: {
    always: "bis es entfernt wird",
    day: "einen Tag",
    week: "eine Woche",
    month: "30 Tage",
    year: "ein Jahr",
    date: "bis zu einem Tag",
  },
  lastDay: "Letzter Tag",
  until: "bis {time}",
  set: "Setzen",
  none: "Hier erscheinen die Kennzeichen des Senders. Noch hat er keine: die Administration legt sie an.",
  failed: "Die Kennzeichen kamen nicht. {words}",
  loading: "Die Kennzeichen werden geladen",
  kind: { label: "", warning: "Warnung", banned: "Sperre" },
};
