/** The words of what is known of a caller, in the caller's panel. */
export const knownMessages = {
  title: "What is known",
  firstCall: "First call",
  lastCall: "Last call",
  calls: "Calls",
  callsOf: "{calls, number}, {month, number} this month",
  talkedWith: "Talked with",
  wins: "Wins",
  winOf: "{prize} ({day})",
  contact: "Phone book",
  others: "Also on this number",
  somebodyElse: "This is somebody else",
  newName: "Name of the new person",
  set: "Set",
} as const;

declare module "../../lib/messages.ts" {
  interface LazyMessages {
    known: typeof knownMessages;
  }
}
