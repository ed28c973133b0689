import { expect, test } from "vitest";

import { findFaults } from "./find-faults.ts";
import type { CallRow, Command, ConsoleHistory, History, Ownership } from "./history.ts";

const row: CallRow = {
  id: "c1",
  number: "+1",
  sid: "CA1",
  isOpen: true,
  description: "",
  isPinned: false,
};
const caller = { number: "+1", isConnected: true, hasHungUp: false };
const desk: ConsoleHistory = {
  name: "Bob",
  faults: [],
  events: new Map([[1, "call.arrived c1"]]),
  picture: new Map([["c1", "waiting"]]),
};

/** Returns a history that has faults only in the given parts. */
function aHistory(parts: Partial<History> = {}): History {
  return {
    callers: [caller],
    calls: [row],
    knownSids: ["CA1"],
    exchangeSids: ["CA1"],
    legs: [],
    claims: [],
    stored: [1, 2].map((seq) => ({ station: "s", seq })),
    consoles: [desk, { ...desk, name: "Dan" }],
    commands: [],
    ...parts,
  };
}

/** Returns the kinds of faults that were found. */
function kindsIn(parts: Partial<History>): string[] {
  return Object.entries(findFaults(aHistory(parts)))
    .filter(([, found]: [string, string[]]) => found.length > 0)
    .map(([kind]) => kind);
}

function command(parts: Partial<Command>): Command {
  return { call: "c1", field: "point", value: "rates", outcome: "acknowledged", ...parts };
}

function ownership(user: string, fromMs: number, untilMs: number): Ownership & { id: string } {
  return { id: user, call: "c1", user, fromMs, untilMs };
}

test("a history without a fault has none", () => {
  expect(kindsIn({})).toEqual([]);
});

test.each<[string, Partial<History>, string[]]>([
  [
    "a caller who was cut off",
    {
      callers: [{ ...caller, isConnected: false }],
      calls: [{ ...row, isOpen: false }],
    },
    ["callers"],
  ],
  ["a caller without a row", { calls: [] }, ["rows"]],
  ["a caller with two rows", { calls: [row, { ...row, id: "c2" }] }, ["rows"]],
  ["an ended row of a caller who talks", { calls: [{ ...row, isOpen: false }] }, ["rows"]],
  [
    "an open row of a caller who has hung up",
    { callers: [{ ...caller, isConnected: false, hasHungUp: true }] },
    ["rows"],
  ],
  ["a leg without a row", { knownSids: [] }, ["orphans"]],
  ["a row without a leg", { exchangeSids: [] }, ["orphans"]],
  [
    "legs of two people at the same time",
    { legs: [ownership("Bob", 0, 9_000), ownership("Dan", 5_000, Infinity)] },
    ["owners"],
  ],
  [
    "claims of two people at the same time",
    { claims: [ownership("Bob", 0, 900), ownership("Dan", 500, 1_500)] },
    ["owners"],
  ],
  [
    "a gap in the stored events",
    {
      stored: [
        { station: "s", seq: 1 },
        { station: "s", seq: 3 },
      ],
    },
    ["events"],
  ],
  [
    "a stored event twice",
    {
      stored: [
        { station: "s", seq: 1 },
        { station: "s", seq: 1 },
      ],
    },
    ["events"],
  ],
  ["a fault at a console", { consoles: [{ ...desk, faults: ["a gap"] }] }, ["events"]],
  ["a console without an event", { consoles: [{ ...desk, events: new Map() }] }, ["events"]],
  [
    "two consoles with different events of one number",
    { consoles: [desk, { ...desk, events: new Map([[1, "call.ended c1"]]) }] },
    ["events"],
  ],
  [
    "two consoles that show a call differently",
    { consoles: [desk, { ...desk, picture: new Map([["c1", "held"]]) }] },
    ["events"],
  ],
  [
    "two consoles of which one shows no call",
    { consoles: [desk, { ...desk, picture: new Map() }] },
    ["events"],
  ],
  ["a point that is lost", { commands: [command({})] }, ["acknowledged"]],
  [
    "a point that an earlier one replaced",
    {
      calls: [{ ...row, description: "roads" }],
      commands: [command({ value: "roads" }), command({ value: "rates" })],
    },
    ["acknowledged"],
  ],
  [
    "a pin that is lost",
    { commands: [command({ field: "pin", value: "true" })] },
    ["acknowledged"],
  ],
  [
    "a claim that is lost",
    { commands: [command({ field: "claim", value: "x" })] },
    ["acknowledged"],
  ],
  [
    "an end that is lost",
    { commands: [command({ field: "end", value: "true" })] },
    ["acknowledged"],
  ],
  [
    "a command to a call without a row",
    { callers: [], calls: [], commands: [command({})] },
    ["acknowledged"],
  ],
])("finds %s", (_name, parts, kinds) => {
  expect(kindsIn(parts)).toEqual(kinds);
});

test.each<[string, Partial<History>]>([
  ["a refused point", { commands: [command({ outcome: "refused" })] }],
  [
    "a point whose answer was lost, and which took effect after a later one",
    {
      calls: [{ ...row, description: "roads" }],
      commands: [command({ value: "roads", outcome: "unknown" }), command({ value: "rates" })],
    },
  ],
  [
    "a caller whose call an operator ended",
    {
      callers: [{ ...caller, isConnected: false }],
      calls: [{ ...row, isOpen: false }],
      commands: [command({ field: "end", value: "true", outcome: "unknown" })],
    },
  ],
  ["two legs of one person", { legs: [ownership("Bob", 0, 9_000), ownership("Bob", 0, Infinity)] }],
  ["claims one after the other", { claims: [ownership("Bob", 0, 5), ownership("Dan", 5, 9)] }],
  [
    "a short overlap at a take-over",
    { legs: [ownership("Bob", 0, 9_000), ownership("Dan", 7_000, 9_500)] },
  ],
])("accepts %s", (_name, parts) => {
  expect(kindsIn(parts)).toEqual([]);
});
