import type { ContestEntry, PastContest } from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";
import { requireFound } from "../platform/http/errors.ts";
import { displayNumber } from "../platform/to-e164.ts";
import {
  findContest,
  findContests,
  findLastContest,
  listEntries,
  presentContest,
  type ContestEntryRecord,
  type ContestRecord,
} from "./contest-store.ts";

const PAGE_SIZE = 100;

export async function listContests(
  db: Db,
  { station, cursor, limit = PAGE_SIZE }: { station: string } & LogPage,
): Promise<{ items: PastContest[]; nextCursor: string | null }> {
  const found = await findContests(db, { station, before: cursor ?? null, limit: limit + 1 });
  const items = found.slice(0, limit).map((one) => ({
    ...presentContest(one),
    endedAt: one.endedAt?.toISOString() ?? null,
  }));
  return { items, nextCursor: found.length > limit ? (items.at(-1)?.id ?? null) : null };
}

export async function findLoggedContest(
  db: Db,
  { station, contest }: { station: string; contest?: string | undefined },
): Promise<ContestRecord | null> {
  if (contest === undefined) {
    return findLastContest(db, station);
  }
  return requireFound(await findContest(db, { station, id: contest }), "no_such_contest");
}

export async function readContestLog(
  db: Db,
  wanted: { station: string; contest?: string | undefined } & LogPage,
): Promise<{ items: ContestEntry[]; nextCursor: string | null }> {
  const { cursor, limit = PAGE_SIZE } = wanted;
  const contest = await findLoggedContest(db, wanted);
  if (contest === null) {
    return { items: [], nextCursor: null };
  }
  const before = cursor === undefined ? null : Number(cursor);
  const entries = await listEntries(db, { contest: contest.id, before, limit: limit + 1 });
  const page = entries.slice(0, limit);
  const nextCursor = entries.length > limit ? String(page.at(-1)?.seq) : null;
  return { items: page.map(presentEntry), nextCursor };
}

interface LogPage {
  cursor?: string | undefined;
  limit?: number | undefined;
}

function presentEntry({
  id,
  call_id: call,
  at,
  number,
  ...rest
}: ContestEntryRecord): ContestEntry {
  const { name, ordinal, outcome } = rest;
  const numberDisplay = displayNumber(number);
  return { id, call, at: at.toISOString(), numberDisplay, name, place: ordinal, outcome };
}
