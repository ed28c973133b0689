import * as z from "zod";

import {
  type EndpointAnswer,
  type FoundCaller,
  joinFind,
  joinSpoken,
  type listCallers,
} from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";
import { foldSearch } from "../platform/fold-search.ts";
import { ApiError } from "../platform/http/errors.ts";
import { displayNumber, toValidE164 } from "../platform/to-e164.ts";
import {
  countByWord,
  findByLastCall,
  findByWords,
  findWalkEnd,
  foldWords,
  type FoundRow,
  type WordPosition,
} from "./caller-search-store.ts";

export interface CallerSearch {
  station: string;
  find?: string | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
  /** Is true for people who see masked numbers. Digits then match only full numbers. */
  wholeNumbers?: boolean;
}

type Answer = EndpointAnswer<typeof listCallers>;

const PAGE_SIZE = 50;
const MOST_WORDS = 6;

export async function searchCallers(db: Db, search: CallerSearch): Promise<Answer> {
  const { station, find = "", limit = PAGE_SIZE } = search;
  if (find.trim() === "") {
    return listLatest(db, { station, limit, cursor: search.cursor });
  }
  // `mary-anne` also finds the name "Mary Anne", and `mc donald` also finds the name "McDonald".
  const ways = new Set([joinSpoken(find), find, joinFind(find) ?? find]);
  let empty: Answer | null = null;
  for (const way of ways) {
    const found = await findByText(db, { ...search, find: way });
    if (found !== null && (found.items.length > 0 || found.nextCursor !== null)) {
      return found;
    }
    empty ??= found;
  }
  if (empty === null) {
    throw foreignCursor();
  }
  return empty;
}

/** Returns `null` when the cursor is from another search. */
async function findByText(db: Db, search: CallerSearch & { find: string }): Promise<Answer | null> {
  const { station, find, limit = PAGE_SIZE } = search;
  const words = (await foldWords(db, foldSearch(find))).slice(0, MOST_WORDS);
  const exact = search.wholeNumbers === true ? words.filter(isDigits) : [];
  if (words.length === 0 || exact.some((word) => toValidE164(word) === null)) {
    return { items: [], nextCursor: null };
  }
  const after = search.cursor === undefined ? null : readPosition(search.cursor);
  const sorted = await sortByRarity(db, station, words);
  const walked = after === null ? sorted[0] : findWalked(sorted, exact, after);
  if (walked === undefined) {
    return null;
  }
  const others = sorted.filter((word) => word !== walked);
  const wanted = { station, walked, others, exact, after, limit: limit + 1 };
  const { rows } = await findByWords(wanted).execute(db);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const items = page.map(presentFound);
  if (rows.length > limit && last !== undefined) {
    return { items, nextCursor: writePosition(last) };
  }
  const end = others.length === 0 ? null : await findWalkEnd(db, wanted);
  return { items, nextCursor: end === null ? null : writePosition(end) };
}

/**
 * Returns the searched word that matches the cursor's word. A cursor with any other word would
 * reveal callers whom the search does not match.
 */
function findWalked(words: readonly string[], exact: readonly string[], after: WordPosition) {
  return words.find((word) =>
    exact.includes(word) ? after.word === word : after.word.startsWith(word),
  );
}

function isDigits(word: string): boolean {
  return /^\d+$/.test(word);
}

/**
 * Sorts the rarest word first, because the search reads the entries of the first word. The entries
 * of a word are counted up to a limit.
 */
async function sortByRarity(db: Db, station: string, words: readonly string[]): Promise<string[]> {
  if (words.length === 1) {
    return [...words];
  }
  const counted = await Promise.all(
    words.map(async (word) => ({ word, count: await countByWord(db, station, word) })),
  );
  return counted.toSorted((a, b) => a.count - b.count).map(({ word }) => word);
}

async function listLatest(
  db: Db,
  { station, limit, cursor }: { station: string; limit: number; cursor: string | undefined },
): Promise<Answer> {
  const after = cursor === undefined ? null : z.uuid().safeParse(cursor);
  if (after?.success === false) {
    throw foreignCursor();
  }
  const page = { station, after: after?.data ?? null, limit: limit + 1 };
  const { rows } = await findByLastCall(page).execute(db);
  const items = rows.slice(0, limit).map(presentFound);
  return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}

export function presentFound(row: FoundRow): FoundCaller {
  return {
    id: row.id,
    name: row.name,
    location: row.location,
    numbers: row.numbers.map((number) => ({ number, numberDisplay: displayNumber(number) })),
    calls: row.ended_calls,
    lastCallAt: row.last_call_at?.toISOString() ?? null,
  };
}

const positionText = z.string().regex(/^[0-9a-f-]{36}[^\0]{1,400}$/iu);

function writePosition({ id, word }: WordPosition): string {
  return `${id}${word}`;
}

function readPosition(cursor: string): WordPosition {
  const text = positionText.safeParse(cursor);
  const id = z.uuid().safeParse(cursor.slice(0, 36));
  if (!text.success || !id.success) {
    throw foreignCursor();
  }
  return { id: id.data, word: cursor.slice(36) };
}

function foreignCursor(): ApiError {
  return new ApiError("cursor_unknown", {
    fields: { cursor: "must_be_earlier_cursor" },
  });
}
