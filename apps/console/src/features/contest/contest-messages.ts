export const contestMessages = {
  title: "Contest",
  none: "No contest runs. Callers are counted from the start on, each number once.",
  notYours: "No contest runs. A producer starts one.",
  line: "Phone line",
  count: "Caller who wins",
  early: "Said to early callers",
  late: "Said to late callers",
  textHint: "Nothing; '{place}' is their number",
  start: "Start counting",
  counted: "{counted} of {count}",
  brief: "Contest {counted} of {count}, by {name}",
  on: "Caller {count} of {line} wins. Started by {name}.",
  reset: "Reset the count",
  resetSure: "Press again: count from 1",
  end: "End the contest",
  endSure: "Press again to end it",
  export: "Export CSV",
  log: "Who called",
  which: "Contest",
  past: "{started}, {line}, caller {count}, by {name}",
  logEmpty:
    "Nobody has called yet. Every caller appears here by themselves, counted or not and why.",
  more: "Show earlier callers",
  failed: "The contest is not known. {words}",
  outcome: {
    early: "early",
    winner: "winner",
    late: "late",
    repeated: "not counted: number counted before",
    withheld: "not counted: number withheld",
    blocked: "not counted: banned",
    line_closed: "not counted: line closed",
    forwarded: "not counted: line forwarded",
  },
} as const;

declare module "../../lib/messages.ts" {
  interface Messages {
    contest: typeof contestMessages;
  }
}
