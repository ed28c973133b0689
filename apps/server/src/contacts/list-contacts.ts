import * as z from "zod";

import type { Contact, EndpointAnswer, listContacts as listEndpoint } from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";
import { ApiError } from "../platform/http/errors.ts";
import { toContactNumber } from "../platform/read-written-number.ts";
import { displayNumber, toE164, toValidE164 } from "../platform/to-e164.ts";
import {
  countContacts,
  findContactById,
  findKnownContacts,
  listContactRows,
  listShows,
  type ContactScope,
  type ListedRow,
  type SeenScopes,
} from "./contact-store.ts";
import { listFindWays } from "./contact-words.ts";

export interface ContactSearch extends SeenScopes {
  find?: string | undefined;
  number?: string | undefined;
  favourite?: "true" | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
  /** Is true for people who see masked numbers. Digits then match only full numbers. */
  wholeNumbers?: boolean;
}

const PAGE_SIZE = 100;

export async function listContacts(
  db: Db,
  search: ContactSearch,
): Promise<EndpointAnswer<typeof listEndpoint>> {
  const isFirst = search.cursor === undefined;
  const [page, counts, shows] = await Promise.all([
    readPage(db, search),
    isFirst ? countContacts(db, search) : null,
    isFirst ? listShows(db, search.station) : null,
  ]);
  return { ...page, counts, shows };
}

async function readPage(db: Db, search: ContactSearch) {
  const { station, user, owner, show, find = "", number, limit = PAGE_SIZE } = search;
  const ways = listFindWays(find);
  const [words = []] = ways;
  const wanted = number === undefined ? null : (toContactNumber(number) ?? toE164(number));
  const exact = search.wholeNumbers === true ? words.filter((word) => /^\d+$/.test(word)) : [];
  const isNothing =
    (find.trim() !== "" && words.length === 0) ||
    exact.some((word) => toValidE164(word) === null) ||
    (number !== undefined && wanted === null);
  const after = readCursor(search.cursor);
  if (isNothing) {
    return { items: [], nextCursor: null };
  }
  const rows = await listContactRows(db, {
    station,
    user,
    owner,
    show,
    ways: words.length === 0 ? [] : ways,
    exact,
    number: wanted,
    favourites: search.favourite === "true",
    after,
    limit: limit + 1,
  });
  const items = rows.slice(0, limit).map(presentContact);
  return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}

export async function readContact(db: Db, scope: ContactScope, id: string): Promise<Contact> {
  return presentContact(await findContactById(db, scope.station, id));
}

export function findContactsOf(db: Db, station: string, numbers: readonly string[]) {
  const scope: ContactScope = { station, owner: "station", show: null, user: "" };
  return findKnownContacts(db, scope, numbers);
}

function readCursor(cursor: string | undefined): string | null {
  const parsed = z.uuid().optional().safeParse(cursor);
  if (parsed.success) {
    return parsed.data ?? null;
  }
  throw new ApiError("cursor_unknown", {
    fields: { cursor: "must_be_earlier_cursor" },
  });
}

function presentContact(row: ListedRow): Contact {
  const { id, show, number, name, tags, note, favourite, version } = row;
  return {
    id,
    owner: row.user_id !== null ? "person" : show === null ? "station" : "show",
    show,
    number,
    numberDisplay: displayNumber(number),
    name,
    tags,
    note,
    favourite,
    pastNumbers: row.past_numbers,
    lastCallAt: row.last_call_at?.toISOString() ?? null,
    version,
    changedBy: row.changed_by,
    changedAt: row.changed_at.toISOString(),
  };
}
