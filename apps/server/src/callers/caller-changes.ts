import type { Trx } from "../platform/db/database.ts";
import { ApiError } from "../platform/http/errors.ts";
import { toE164 } from "../platform/to-e164.ts";
import {
  deleteFlags,
  deleteNumbers,
  findCallerRow,
  findChanges,
  insertChange,
  insertNumbers,
  listMergedIds,
  listNumbers,
  markUndone,
  setMergedInto,
  writeCallerRow,
  type CallerChangeRow,
  type CallerRow,
  type StoredDetails,
} from "./caller-change-store.ts";
import { insertCaller } from "./caller-store.ts";
import { joinFlags, partFlags } from "./join-flags.ts";

export {
  findCallerRow,
  findChanges,
  listMergedIds,
  type CallerChangeRow,
  type CallerRow,
} from "./caller-change-store.ts";

export interface CallerTarget {
  station: string;
  caller: string;
  by: string;
  at: Date;
}

/**
 * Returns the locked caller. Throws `not_found` for a caller of another station and for a merged
 * caller.
 */
export async function requireCaller(trx: Trx, target: { station: string; caller: string }) {
  const row = await findCallerRow(trx, { ...target, lock: true });
  if (row === null || row.mergedInto !== null) {
    throw new ApiError("no_such_caller");
  }
  return row;
}

export async function requireCurrentCaller(trx: Trx, target: { station: string; caller: string }) {
  const row = await findCallerRow(trx, target);
  return requireCaller(trx, { ...target, caller: row?.mergedInto ?? target.caller });
}

/** Locks both callers in a fixed order, so that two merges cannot deadlock. */
export async function requireBoth(
  trx: Trx,
  { station, caller, other }: { station: string; caller: string; other: string },
): Promise<{ row: CallerRow; others: CallerRow }> {
  if (caller === other) {
    throw new ApiError("caller_merged_with_itself");
  }
  const locked = new Map<string, CallerRow>();
  for (const id of [caller, other].toSorted()) {
    locked.set(id, await requireCaller(trx, { station, caller: id }));
  }
  const [row, others] = [locked.get(caller), locked.get(other)];
  if (row === undefined || others === undefined) {
    throw new Error("the locked caller does not exist");
  }
  return { row, others };
}

function pickDetails({ name, location, note }: CallerRow): StoredDetails["before"] {
  return { name, location, note };
}

function latest(a: Date | null, b: Date | null): Date | null {
  return a === null || (b !== null && b > a) ? b : a;
}

function joinNotes(...notes: string[]): string {
  return [...new Set(notes)]
    .filter((note) => note !== "")
    .join("\n")
    .slice(0, 1000);
}

/**
 * Merges the other caller into this one: fills missing fields, moves the numbers and stores
 * everything that an undo restores. Calls keep their caller's id; the history reads both ids.
 */
export async function mergeInto(
  trx: Trx,
  target: CallerTarget & { row: CallerRow; others: CallerRow; live: string[] },
): Promise<string> {
  const { station, row, others, by, at, live } = target;
  const { id: caller } = row;
  const numbers = await listNumbers(trx, others.id);
  const had = new Set(await listNumbers(trx, caller));
  const after = {
    name: row.name ?? others.name,
    location: row.location ?? others.location,
    note: joinNotes(row.note, others.note),
  };
  const [, ...absorbed] = await listMergedIds(trx, others.id);
  const flags = await joinFlags(trx, others.id, caller);
  await deleteNumbers(trx, others.id, numbers);
  await insertNumbers(trx, { station, caller, numbers });
  await setMergedInto(trx, [others.id, ...absorbed], caller);
  await writeCallerRow(trx, {
    ...row,
    ...after,
    endedCalls: row.endedCalls + others.endedCalls,
    lastCallAt: latest(row.lastCallAt, others.lastCallAt),
    changedBy: by,
  });
  const added = numbers.filter((number) => !had.has(number));
  const stored = {
    numbers,
    added,
    ...flags,
    lastCallAt: row.lastCallAt,
    before: pickDetails(row),
    after,
    calls: others.endedCalls,
    live,
    absorbed,
  };
  return insertChange(trx, { station, kind: "merge", caller, other: others.id, by, at, stored });
}

export async function requireOwnNumbers(
  trx: Trx,
  caller: string,
  written: readonly string[],
): Promise<string[]> {
  const numbers = [...new Set(written.map((one) => toE164(one) ?? one))];
  const own = await listNumbers(trx, caller);
  const foreign = numbers.find((number) => !own.includes(number));
  if (foreign !== undefined) {
    throw new ApiError(
      { reason: "caller_number_foreign", params: { number: foreign } },
      {
        fields: { numbers: "must_be_numbers_of_caller" },
      },
    );
  }
  if (numbers.length === own.length) {
    throw new ApiError("caller_keeps_one_number");
  }
  return numbers;
}

export const createSplitCaller = insertCaller;

export async function splitFrom(
  trx: Trx,
  target: CallerTarget & {
    row: CallerRow;
    other: string;
    numbers: string[];
    live: string[];
    moved: MovedCalls;
    lastCallAt: Date | null;
  },
): Promise<string> {
  const { station, row, other, numbers, moved, live, by, at, lastCallAt } = target;
  await deleteNumbers(trx, row.id, numbers);
  await insertNumbers(trx, { station, caller: other, numbers });
  const details = { name: row.name, location: row.location, note: "" };
  await writeCallerRow(trx, {
    ...row,
    ...details,
    id: other,
    endedCalls: moved.count,
    lastCallAt: moved.lastAt,
    changedBy: by,
  });
  await writeCallerRow(trx, {
    ...row,
    endedCalls: row.endedCalls - moved.count,
    lastCallAt,
    changedBy: by,
  });
  const before = pickDetails(row);
  const stored = {
    numbers,
    added: numbers,
    flags: [],
    joined: [],
    before,
    after: before,
    calls: moved.count,
    live,
    absorbed: [],
  };
  return insertChange(trx, { station, kind: "split", caller: row.id, other, by, at, stored });
}

/** Returns the latest change of the caller. Throws for an earlier change, which has no undo. */
export async function requireLastChange(
  trx: Trx,
  { caller, change }: { caller: string; change: string },
): Promise<CallerChangeRow> {
  const [last] = await findChanges(trx, caller);
  if (last === undefined || last.id !== change) {
    throw new ApiError("change_not_undoable");
  }
  return last;
}

export interface MovedCalls {
  count: number;
  lastAt: Date | null;
}

export interface ChangeUndo extends CallerTarget {
  change: CallerChangeRow;
  moved: MovedCalls;
  lastCallAt: Date | null;
}

export async function undoMerge(trx: Trx, undo: ChangeUndo): Promise<void> {
  const { change, station, by, at, moved } = undo;
  const { caller, other, stored } = change;
  const row = await requireCaller(trx, { station, caller });
  await setMergedInto(trx, [other], null);
  await setMergedInto(trx, stored.absorbed, other);
  await deleteNumbers(trx, caller, stored.added);
  await insertNumbers(trx, { station, caller: other, numbers: stored.numbers });
  await deleteFlags(trx, caller, stored.flags);
  await partFlags(trx, caller, stored.joined);
  const { before, after } = stored;
  const others = await requireCaller(trx, { station, caller: other });
  await writeCallerRow(trx, {
    ...others,
    endedCalls: others.endedCalls + moved.count,
    lastCallAt: latest(others.lastCallAt, moved.lastAt),
  });
  await writeCallerRow(trx, {
    ...row,
    name: row.name === after.name ? before.name : row.name,
    location: row.location === after.location ? before.location : row.location,
    note: row.note === after.note ? before.note : row.note,
    endedCalls: row.endedCalls - stored.calls - moved.count,
    lastCallAt: latest(stored.lastCallAt ?? null, undo.lastCallAt),
    changedBy: by,
  });
  await markUndone(trx, change.id, at);
}

export async function undoSplit(trx: Trx, undo: ChangeUndo): Promise<void> {
  const { change, station, by, at } = undo;
  const { row, others } = await requireBoth(trx, {
    station,
    caller: change.caller,
    other: change.other,
  });
  const numbers = await listNumbers(trx, others.id);
  await deleteNumbers(trx, others.id, numbers);
  await insertNumbers(trx, { station, caller: row.id, numbers });
  await setMergedInto(trx, await listMergedIds(trx, others.id), row.id);
  await joinFlags(trx, others.id, row.id);
  await writeCallerRow(trx, {
    ...row,
    note: joinNotes(row.note, others.note),
    endedCalls: row.endedCalls + others.endedCalls,
    lastCallAt: latest(row.lastCallAt, others.lastCallAt),
    changedBy: by,
  });
  await markUndone(trx, change.id, at);
}
