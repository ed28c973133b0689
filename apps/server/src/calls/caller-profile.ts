import type { CallerProfile } from "@linedesk/contract";
import { findChanges, findCallerRow, listMergedIds } from "../callers/caller-changes.ts";
import { findNumbers, findSharers } from "../callers/callers.ts";
import { findContactsOf } from "../contacts/list-contacts.ts";
import type { Db } from "../platform/db/database.ts";
import { requireFound } from "../platform/http/errors.ts";
import { displayNumber } from "../platform/to-e164.ts";
import { readCallerHistory } from "./caller-history.ts";
import { listFlagsOf, listWinsOf, readProfileCalls } from "./store/profile-store.ts";

const RECENT_CALLS = 5;

export async function readCallerProfile(
  db: Db,
  { station, caller, now }: { station: string; caller: string; now: Date },
): Promise<CallerProfile> {
  const row = requireFound(await findCallerRow(db, { station, caller }), "no_such_caller");
  if (row.mergedInto !== null) {
    return readCallerProfile(db, { station, caller: row.mergedInto, now });
  }
  const ids = await listMergedIds(db, caller);
  const numbers = await findNumbers(db, caller);
  const [calls, flags, wins, recent, changes, contacts, sharers] = await Promise.all([
    readProfileCalls(db, ids, now),
    listFlagsOf(db, caller, now),
    listWinsOf(db, ids),
    readCallerHistory(db, { station, caller, limit: RECENT_CALLS }),
    findChanges(db, caller),
    findContactsOf(db, station, numbers),
    findSharers(db, { station, caller, numbers }),
  ]);
  return {
    id: row.id,
    name: row.name,
    location: row.location,
    note: row.note,
    numbers: numbers.map((number) => ({ number, numberDisplay: displayNumber(number) })),
    calls: row.endedCalls,
    lastCallAt: row.lastCallAt?.toISOString() ?? null,
    firstCallAt: calls.firstCallAt?.toISOString() ?? null,
    callsThisMonth: calls.callsThisMonth,
    talkedWith: calls.talkedWith.map(({ at, ...who }) => ({
      ...who,
      at: new Date(at).toISOString(),
    })),
    flags: flags.map(({ until, ...flag }) => ({ ...flag, until: until?.toISOString() ?? null })),
    sharers: sharers.map(({ id, name, number }) => ({
      id,
      name,
      numberDisplay: displayNumber(number),
    })),
    contact: contacts[0]?.name ?? null,
    contacts: contacts.map((one) => ({ ...one, numberDisplay: displayNumber(one.number) })),
    wins,
    recent: recent.items,
    changes: changes.map(({ id, kind, other, otherName, by, at }) => ({
      id,
      kind,
      other: { id: other, name: otherName },
      by,
      at: at.toISOString(),
    })),
    changedBy: row.changedBy,
  };
}
