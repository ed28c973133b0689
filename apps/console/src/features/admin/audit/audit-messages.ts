export const auditMessages = {
  filters: "Search the audit",
  person: "Who did it",
  personHint: "A part of the name or e-mail address",
  action: "What was done",
  actionHint: "Such as line changed",
  object: "To what",
  objectHint: "Kind, name or id, such as call",
  from: "From",
  to: "Up to and with",
  daysWrong: "Not before the first day",
  search: "Search",
  export: "Save as CSV",
  when: "When",
  who: "Who",
  what: "What",
  show: "Details",
  details: "Details of {action}",
  address: "From {address}",
  product: "Linedesk itself",
  none: "Nothing found",
  noneWords:
    "What people do at the station appears here by itself, and nobody can change it. Search for fewer words or more days.",
  more: "Show more",
  count: "{count, plural, one {# entry} other {# entries}} shown",
} as const;

declare module "../../../lib/messages.ts" {
  interface LazyMessages {
    audit: typeof auditMessages;
  }
}
