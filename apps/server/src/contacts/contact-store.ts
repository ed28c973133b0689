import { sql, type Insertable, type RawBuilder, type Selectable } from "kysely";

import type { ContactOwner } from "@linedesk/contract";
import type { Db, Trx } from "../platform/db/database.ts";
import type { ContactTable } from "../platform/db/tables/contact-tables.ts";

export type ContactRow = Selectable<ContactTable>;
export type NewContactRow = Insertable<ContactTable>;

export interface ContactScope {
  station: string;
  owner: ContactOwner;
  show: string | null;
  user: string;
}

export interface SeenScopes {
  station: string;
  user: string;
  owner: ContactOwner | null;
  show: string | null;
}

export interface ContactPage extends SeenScopes {
  /** The words of the search in each spelling that a contact may have; empty without a search. */
  ways: readonly (readonly string[])[];
  exact: readonly string[];
  number: string | null;
  favourites: boolean;
  after: string | null;
  limit: number;
}

export type ListedRow = ContactRow & { last_call_at: Date | null };

function inScope({ station, owner, show, user }: ContactScope): RawBuilder<boolean> {
  return owner === "person"
    ? sql<boolean>`user_id = ${user}`
    : sql<boolean>`station_id = ${station} and lower(coalesce(show, '')) = lower(${show ?? ""})`;
}

/** Separates the station's books from the person's own book, because each has an index by name. */
function listVisibleScopes({ station, user, owner, show }: SeenScopes): RawBuilder<boolean>[] {
  const ofStation = sql<boolean>`station_id = ${station}`;
  const ofPerson = sql<boolean>`user_id = ${user}`;
  const ofShow = sql<boolean>`station_id = ${station} and ${
    show === null ? sql`show is not null` : sql`lower(show) = lower(${show})`
  }`;
  switch (owner) {
    case null:
      return [ofStation, ofPerson];
    case "station":
      return [sql<boolean>`station_id = ${station} and show is null`];
    case "show":
      return [ofShow];
    case "person":
      return [ofPerson];
  }
}

/** The words consist of letters and digits, so none of them is an operator of `tsquery`. */
function buildConditions(page: ContactPage): RawBuilder<unknown> {
  const { ways, exact, number, favourites, after } = page;
  const query = ways
    .map((words) =>
      words.map((word) => (exact.includes(word) ? `'${word}'` : `'${word}':*`)).join(" & "),
    )
    .join(" | ");
  const conditions = [
    sql`deleted_at is null`,
    ...(ways.length === 0 ? [] : [sql`array_to_tsvector(words) @@ ${query}::tsquery`]),
    ...(number === null
      ? []
      : [sql`(number = ${number} or split_part(number, ';', 1) = ${number})`]),
    ...(favourites ? [sql`favourite`] : []),
    ...(after === null
      ? []
      : [
          sql`((not favourite), sort_name, id) >
            (select (not favourite), sort_name, id from contact where id = ${after})`,
        ]),
  ];
  return sql.join(conditions, sql` and `);
}

function lastCallAt(station: string): RawBuilder<unknown> {
  return sql`(
    select max(k.last_call_at) from caller_number as n join caller as k on k.id = n.caller_id
    where n.station_id = ${station} and n.number in (
      select split_part(own, ';', 1) from unnest(c.past_numbers || c.number) as own)
  ) as last_call_at`;
}

export async function listContactRows(db: Db, page: ContactPage): Promise<ListedRow[]> {
  const where = buildConditions(page);
  const order = sql`order by (not favourite), sort_name, id limit ${page.limit}`;
  const parts = listVisibleScopes(page).map(
    (scopes) => sql`(select * from contact where ${scopes} and ${where} ${order})`,
  );
  const { rows } = await sql<ListedRow>`
    select c.*, ${lastCallAt(page.station)}
    from (select * from (${sql.join(parts, sql` union all `)}) as u ${order}) as c
    order by (not favourite), sort_name, id`.execute(db);
  return rows;
}

export async function findContactById(db: Db, station: string, id: string): Promise<ListedRow> {
  const { rows } = await sql<ListedRow>`
    select c.*, ${lastCallAt(station)} from contact as c where c.id = ${id}`.execute(db);
  const [row] = rows;
  if (row === undefined) {
    throw new Error("the written contact does not exist");
  }
  return row;
}

export interface ContactCounts {
  station: number;
  show: number;
  person: number;
}

export async function countContacts(
  db: Db,
  { station, user }: Pick<SeenScopes, "station" | "user">,
): Promise<ContactCounts> {
  const { rows } = await sql<ContactCounts>`
    select
      (select count(*)::int from contact
        where station_id = ${station} and show is null and deleted_at is null) as station,
      (select count(*)::int from contact
        where station_id = ${station} and show is not null and deleted_at is null) as show,
      (select count(*)::int from contact
        where user_id = ${user} and deleted_at is null) as person`.execute(db);
  return rows[0] ?? { station: 0, show: 0, person: 0 };
}

/**
 * Counts the contacts of a person's own book, or of all books of the station, including those
 * removed within a day.
 */
export async function countStoredContacts(
  trx: Trx,
  { owner, user, station }: Pick<ContactScope, "owner" | "user" | "station">,
): Promise<number> {
  const whose = owner === "person" ? sql`user_id = ${user}` : sql`station_id = ${station}`;
  // Each of the two parts of the query uses an index.
  const { rows } = await sql<{ count: number }>`
    select (select count(*)::int from contact where ${whose} and deleted_at is null)
      + (select count(*)::int from contact where ${whose} and deleted_at is not null)
      as count`.execute(trx);
  return rows[0]?.count ?? 0;
}

const MOST_SHOWS = 200;

export async function listShows(db: Db, station: string): Promise<string[]> {
  const { rows } = await sql<{ show: string }>`
    select min(show) as show from contact
    where station_id = ${station} and show is not null and deleted_at is null
    group by lower(show) order by lower(show) limit ${MOST_SHOWS}`.execute(db);
  return rows.map(({ show }) => show);
}

export async function findContact(
  db: Db,
  { scope, number, lock = false }: { scope: ContactScope; number: string; lock?: boolean },
): Promise<ContactRow | null> {
  const query = db
    .selectFrom("contact")
    .selectAll()
    .where(inScope(scope))
    .where("number", "=", number)
    .where("deleted_at", "is", null);
  return (await (lock ? query.forUpdate() : query).executeTakeFirst()) ?? null;
}

export async function findKnownNames(
  db: Db,
  scope: ContactScope,
  numbers: readonly string[],
): Promise<Map<string, string>> {
  if (numbers.length === 0) {
    return new Map();
  }
  const rows = await db
    .selectFrom("contact")
    .select(["number", "name"])
    .where(inScope(scope))
    .where("number", "in", numbers)
    .where("deleted_at", "is", null)
    .execute();
  return new Map(rows.map(({ number, name }) => [number, name]));
}

export async function findKnownContacts(db: Db, scope: ContactScope, numbers: readonly string[]) {
  return numbers.length === 0
    ? []
    : db
        .selectFrom("contact")
        .select(["number", "name", "tags", "note"])
        .where(inScope(scope))
        // A person behind a switchboard calls from its number, so the extension is ignored.
        .where(sql`split_part(number, ';', 1)`, "in", numbers)
        .where("deleted_at", "is", null)
        .orderBy("name")
        .execute();
}

/** Returns the ids of the contacts that are new to their book. The others stay unchanged. */
export async function insertContacts(trx: Trx, rows: readonly NewContactRow[]): Promise<string[]> {
  if (rows.length === 0) {
    return [];
  }
  const made = await trx
    .insertInto("contact")
    .values([...rows])
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .execute();
  return made.map(({ id }) => id);
}

export async function updateContact(trx: Trx, { id, ...row }: ContactRow): Promise<void> {
  await trx.updateTable("contact").set(row).where("id", "=", id).execute();
}

export async function findRemovedContact(
  trx: Trx,
  { scope, number, since }: { scope: ContactScope; number: string; since: Date },
): Promise<ContactRow | null> {
  const row = await trx
    .selectFrom("contact")
    .selectAll()
    .where(inScope(scope))
    .where("number", "=", number)
    .where("deleted_at", ">", since)
    .orderBy("deleted_at", "desc")
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function pruneRemovedContacts(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("contact").where("deleted_at", "<", before).execute();
}
