import { winStatusWords } from "../../lib/win-status-words.ts";

export const knownMessages = {
  title: "Known facts",
  firstCall: "First",
  lastCall: "Last",
  calls: "Calls",
  callsOf: "{calls, number}, {month, number} this month",
  talkedWith: "Talked with",
  contact: "Phone book",
  others: "Also on this number",
  somebodyElse: "Somebody else",
  isSomebodyElse: "This is somebody else",
  newName: "Name of the new person",
  set: "Set",
  prizes: "Prizes {count, number}",
  contactTab: "Contact",
  wonOn: "{day}, {status}",
  won: winStatusWords,
  openPrizes: "Open Prizes",
  call: "Call",
  callNumber: "Call {number}",
} as const;
