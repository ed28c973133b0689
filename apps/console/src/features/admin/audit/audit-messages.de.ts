import type { Translation } from "../../../lib/translation.ts";
import type { auditMessages } from "./audit-messages.ts";

export const auditMessagesDe: Translation<typeof auditMessages> = {
  filters: "Im Protokoll suchen",
  person: "Wer es tat",
  personHint: "Ein Teil des Namens oder der E-Mail-Adresse",
  action: "Was geschah",
  actionHint: "Etwa Leitung geändert",
  object: "Woran",
  objectHint: "Art, Name oder Kennung, etwa Anruf",
  from: "Von",
  to: "Bis einschließlich",
  daysWrong: "Nicht vor dem ersten Tag",
  search: "Suchen",
  export: "Als CSV sichern",
  when: "Wann",
  who: "Wer",
  what: "Was",
  show: "Einzelheiten",
  details: "Einzelheiten zu {action}",
  address: "Von {address}",
  product: "Linedesk selbst",
  none: "Nichts gefunden",
  noneWords:
    "Was beim Sender getan wird, erscheint hier von selbst, und niemand kann es ändern. Suchen Sie mit weniger Wörtern oder über mehr Tage.",
  more: "Mehr zeigen",
  count: "{count, plural, one {# Eintrag} other {# Einträge}}",
};
