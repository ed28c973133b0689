export const chatMessages = {
  title: "Chat",
  log: "Messages of {station}",
  station: "Chat of",
  open: "the open station ({station})",
  message: "Message the desk",
  messageOf: "Message {station}",
  send: "Send",
  attach: "Attach {name}",
  attached: "With the card of {name}",
  detach: "Leave out the card",
  people: "Who is meant",
  clear: "Clear",
  clearSure: "Press again: hide them for me",
  loading: "The messages are being loaded",
  stale: "The messages may be out of date",
  empty: "No messages yet",
  emptyWords: "What anybody at {station} writes stands here.",
  newer: "New messages below",
  typing: "{names} writes",
  typingMany: "{names} write",
  and: "{names} and {last}",
  sending: "Sending",
  waiting: "Not sent. It goes out when the server can be reached",
  refused: "Not sent. {words}",
  retry: "Retry",
  remove: "Remove",
  full: "Too many messages wait to be sent. Yours stays in the field.",
  unread: "{label}, {count} new",
  you: "you",
  callerTab: "Caller",
  sideTabs: "Side column",
  card: "Card of {name}",
} as const;

declare module "../../lib/messages.ts" {
  interface Messages {
    chat: typeof chatMessages;
  }
}
