import type { CallRow, Command, ConsoleHistory, History, Ownership } from "./history.ts";

/** The faults in the history of all commands and events. Each list must be empty. */
export interface HistoryFaults {
  /** A caller who was cut off. */
  callers: string[];
  /** A caller without a row, with two rows, or with a row that does not match the telephone. */
  rows: string[];
  /** A leg that only the database or only the exchange knows. */
  orphans: string[];
  /** Two people who had one call at the same time. */
  owners: string[];
  /** An event that is missing, came twice or came out of order, and consoles that differ. */
  events: string[];
  /** An acknowledged command without its effect. */
  acknowledged: string[];
}

export const noFaults: HistoryFaults = {
  callers: [],
  rows: [],
  orphans: [],
  owners: [],
  events: [],
  acknowledged: [],
};

/** At a take-over, the legs of the two people may overlap by at most this time. */
const LEGS_OVERLAP_MS = 3_000;

export function findFaults(history: History): HistoryFaults {
  return {
    callers: findCutOff(history),
    rows: findLostRows(history),
    orphans: findOrphans(history),
    owners: [
      ...findOverlaps(history.legs, "legs", LEGS_OVERLAP_MS),
      ...findOverlaps(history.claims, "claims", 0),
    ],
    events: [
      ...findStoredGaps(history),
      ...findDeafConsoles(history),
      ...findConsoleFaults(history.consoles),
    ],
    acknowledged: findForgotten(history),
  };
}

/** Finds callers whose call ended although neither they nor an operator ended it. */
function findCutOff({ callers, calls, commands }: History): string[] {
  const ends = commands.filter(({ field, outcome }) => field === "end" && outcome !== "refused");
  const ended = new Set(ends.map(({ call }) => call));
  return callers
    .filter(({ isConnected, hasHungUp }) => !isConnected && !hasHungUp)
    .filter(({ number }) => !calls.some((row) => row.number === number && ended.has(row.id)))
    .map(({ number }) => `${number} was cut off`);
}

/**
 * Finds callers who do not have exactly one row, a connected caller whose row has ended, and an
 * ended caller whose row is still open.
 */
function findLostRows({ callers, calls }: History): string[] {
  return callers.flatMap(({ number, isConnected }) => {
    const rows = calls.filter((call) => call.number === number);
    const open = rows.filter(({ isOpen }) => isOpen).length;
    return rows.length === 1 && open === Number(isConnected)
      ? []
      : [`${number} (${isConnected ? "talks" : "ended"}) has ${rows.length} rows, ${open} open`];
  });
}

/** Finds legs that only the exchange or only the database knows. */
function findOrphans({ knownSids, exchangeSids }: History): string[] {
  return [
    ...exchangeSids.filter((sid) => !knownSids.includes(sid)).map((sid) => `${sid} is in no row`),
    ...knownSids
      .filter((sid) => !exchangeSids.includes(sid))
      .map((sid) => `${sid} is not in the exchange`),
  ];
}

function findOverlaps(all: readonly Ownership[], what: string, toleratedMs: number): string[] {
  return groupBy(all, ({ call }) => call).flatMap(([, owned]) =>
    owned
      .flatMap((one, at) => owned.slice(at + 1).map((other) => [one, other] as const))
      .filter(([one, other]) => one.user !== other.user && overlap(one, other) > toleratedMs)
      .map(
        ([one, other]) => `${one.call}: ${what} of ${one.user} and ${other.user} at the same time`,
      ),
  );
}

function overlap(one: Ownership, other: Ownership): number {
  return Math.min(one.untilMs, other.untilMs) - Math.max(one.fromMs, other.fromMs);
}

/** Finds gaps in the numbers of each station's stored events. */
function findStoredGaps({ stored }: History): string[] {
  const last = new Map<string, number>();
  return stored.flatMap(({ station, seq }) => {
    const before = last.get(station) ?? seq - 1;
    last.set(station, seq);
    return seq === before + 1 ? [] : [`stored event ${seq} after ${before}`];
  });
}

/** Finds consoles that applied no event. Such a console would agree with every other one. */
function findDeafConsoles({ stored, consoles }: History): string[] {
  return consoles
    .filter(({ events }) => stored.length > 0 && events.size === 0)
    .map(({ name }) => `${name} applied no event`);
}

function findConsoleFaults(consoles: readonly ConsoleHistory[]): string[] {
  const [first, ...others] = consoles;
  return [
    ...consoles.flatMap(({ name, faults }) => faults.map((fault) => `${name}: ${fault}`)),
    ...(first === undefined ? [] : others.flatMap((other) => compareConsoles(first, other))),
  ];
}

function compareConsoles(one: ConsoleHistory, other: ConsoleHistory): string[] {
  const different = [...one.events]
    .filter(([seq, event]) => (other.events.get(seq) ?? event) !== event)
    .map(([seq, event]) => `${one.name} and ${other.name} differ in event ${seq}, ${event}`);
  const calls = [...new Set([...one.picture.keys(), ...other.picture.keys()])];
  const shown = calls
    .filter((call) => one.picture.get(call) !== other.picture.get(call))
    .map((call) => {
      const [here = "no call", there = "no call"] = [
        one.picture.get(call),
        other.picture.get(call),
      ];
      return `${one.name} shows ${call} as ${here}, and ${other.name} as ${there}`;
    });
  return [...different, ...shown];
}

/**
 * Finds fields that have neither their last acknowledged value nor the value of a command whose
 * answer was lost. Such a command can take effect at any later time.
 */
function findForgotten({ commands, calls, claims }: History): string[] {
  const rows = new Map(calls.map((row) => [row.id, row]));
  const byField = groupBy(commands, ({ call, field }) => `${field} of ${call}`);
  const values = byField.flatMap(([name, all]) => {
    const last = all.findLast(({ outcome }) => outcome === "acknowledged");
    const possible = all.filter(({ outcome }) => outcome === "unknown").map(({ value }) => value);
    return last === undefined || last.field === "claim"
      ? []
      : judgeValue(name, rows.get(last.call), { last, possible });
  });
  const made = new Set(claims.map(({ id }) => id));
  const lost = commands.filter(
    ({ field, outcome, value }) =>
      field === "claim" && outcome === "acknowledged" && !made.has(value),
  );
  return [...values, ...lost.map(({ call, value }) => `claim ${value} of ${call} is in no row`)];
}

function judgeValue(
  name: string,
  row: CallRow | undefined,
  { last, possible }: { last: Command; possible: readonly string[] },
): string[] {
  if (row === undefined) {
    return [`${name}: the call is in no row`];
  }
  // The end of a call removes its pin.
  if (last.field === "pin" && !row.isOpen) {
    return [];
  }
  const stands = readField(row, last.field);
  return [last.value, ...possible].includes(stands)
    ? []
    : [`${name}: "${last.value}" was acknowledged, but the row has "${stands}"`];
}

function readField(row: CallRow, field: Command["field"]): string {
  switch (field) {
    case "pin":
      return String(row.isPinned);
    case "end":
      return String(!row.isOpen);
    case "point":
    case "claim":
      return row.description;
  }
}

function groupBy<T>(all: readonly T[], keyOf: (one: T) => string): [string, T[]][] {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const group = groups.get(keyOf(one)) ?? [];
    group.push(one);
    groups.set(keyOf(one), group);
  }
  return [...groups];
}
