import { type RawBuilder, sql } from "kysely";

import type { Db, Trx } from "../platform/db/database.ts";
import { type Erased, replaceIn } from "./replace-in-texts-store.ts";
import { ERASED, type Replacement } from "./write-person-pattern.ts";

export interface Person {
  station: string;
  callers: readonly string[];
  numbers: readonly string[];
}

/** The numbers of the station: those of its lines, and those that its outgoing calls show. */
export async function listStationNumbers(db: Db, station: string): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    select number from phone_line where station_id = ${station}
    union select number from caller_id where station_id = ${station}`.execute(db);
  return rows.map(({ number }) => number);
}

/**
 * Allows this transaction, and no other, to change append-only tables. The statement timeout is
 * 5 min, because a long history takes minutes.
 */
export async function beginErasing(trx: Trx): Promise<void> {
  await sql`select set_config('linedesk.erasing', 'on', true)`.execute(trx);
  await sql`set local statement_timeout = '5min'`.execute(trx);
}

/** Returns the caller and all callers merged into it; empty without such a caller. */
export async function lockCallers(trx: Trx, station: string, caller: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from caller where station_id = ${station} and merged_into is null and id = ${caller}
    union all
    select m.id from caller m join caller c on c.id = m.merged_into
    where c.station_id = ${station} and c.merged_into is null and c.id = ${caller}`.execute(trx);
  return rows.map(({ id }) => id);
}

export async function listNumbers(trx: Trx, { station, callers }: Omit<Person, "numbers">) {
  const { rows } = await sql<{ number: string; shared: boolean }>`
    with own as (
      select number from caller_number where caller_id = any (${callers}::uuid[])
      union select number from call where caller_id = any (${callers}::uuid[])
      union select given_number from call where caller_id = any (${callers}::uuid[])
    )
    select o.number, exists (
      select 1 from caller_number n where n.station_id = ${station} and n.number = o.number
        and n.caller_id <> all (${callers}::uuid[])) as shared
    from own o where o.number is not null`.execute(trx);
  return rows;
}

export async function listNames(trx: Trx, person: Person): Promise<string[]> {
  const { station, callers, numbers } = person;
  const { rows } = await sql<{ name: string }>`
    select name from caller where id = any (${callers}::uuid[]) and name is not null
    union select name from contact where split_part(number, ';', 1) = any (${numbers}::text[])
      and (station_id = ${station} or user_id in (${members(station)}))
    union select name from prize_win where station_id = ${station} and name is not null
      and (caller_id = any (${callers}::uuid[]) or number = any (${numbers}::text[]))
    union select e.name from contest_entry e join call c on c.id = e.call_id
      where c.caller_id = any (${callers}::uuid[]) and e.name is not null
    union ${selectEarlierNames(sql`h.caller_id = any (${callers}::uuid[])`)}`.execute(trx);
  return rows.map(({ name }) => name);
}

/** Lists the names of the callers and contacts that have the number. */
export async function listNamesOfNumber(
  db: Db,
  { station, number }: { station: string; number: string },
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.name from caller c join caller_number n on n.caller_id = coalesce(c.merged_into, c.id)
    where n.station_id = ${station} and n.number = ${number} and c.name is not null
    union select name from contact
      where station_id = ${station} and split_part(number, ';', 1) = ${number}
    union select name from prize_win
      where station_id = ${station} and number = ${number} and name is not null
    union ${selectEarlierNames(sql`h.caller_id in (
      select caller_id from caller_number
      where station_id = ${station} and number = ${number})`)}`.execute(db);
  return rows.map(({ name }) => name);
}

/** Selects the names that callers had before and after a merge or split. */
function selectEarlierNames(which: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select name from caller_change as h, unnest(array[
      h.stored #>> '{before,name}',
      case when h.undone_at is null then h.stored #>> '{after,name}' end]) as name
    where name is not null and ${which}`;
}

function members(station: string) {
  return sql`select user_id from membership where station_id = ${station}`;
}

export interface PersonCall {
  id: string;
  /** All ids of the call at the telephony service. */
  sids: string[];
  isLive: boolean;
}

export async function listCalls(db: Db, person: Person): Promise<PersonCall[]> {
  const { rows } = await sql<PersonCall>`
    select id, ended_at is null as "isLive",
      array_remove(earlier_sids || call_sid || array(
        select sid from call_leg l where l.call_id = call.id and l.kind = 'caller'), null) as sids
    from call
    where caller_id = any (${person.callers}::uuid[]) or (station_id = ${person.station}
      and (number = any (${person.numbers}::text[])
        or given_number = any (${person.numbers}::text[])))`.execute(db);
  return rows;
}

const staleEvent = sql`jsonb_build_object('type', 'station.stale', 'seq', seq)`;

type Statement = (person: Person, calls: readonly string[]) => RawBuilder<unknown>;

const statements: Readonly<Record<string, Statement>> = {
  calls: (_person, calls) => sql`
    update call set number = null, given_number = null, dial_extension = null,
      caller_id = null, call_sid = null, earlier_sids = '{}',
      description = '', last_call_at = null, earlier_calls = 0
    where id = any (${calls}::uuid[])`,
  recordings: (_person, calls) => sql`
    delete from recording where call_id = any (${calls}::uuid[])`,
  contest_log: ({ station, numbers }, calls) => sql`
    update contest_entry set number = null, name = null
    where call_id = any (${calls}::uuid[]) or (number = any (${numbers}::text[])
      and contest_id in (select id from contest where station_id = ${station}))`,
  // An earlier delivery that waits, or that a person sends again, must not name the person.
  webhooks: (person, calls) => sql`
    delete from integration_delivery d using integration i
    where i.id = d.integration_id and i.station_id = ${person.station}
      and (d.payload #>> '{data,call,id}' = any (${calls}::text[])
        or d.payload #>> '{data,message,card,call}' = any (${calls}::text[])
        or d.payload #>> '{data,win,id}' in (select id::text from (${selectWins(person)}) as won))`,
  win_deliveries: (person) => sql`
    delete from prize_delivery where win_id in (${selectWins(person)})`,
  wins: (person) => sql`
    update prize_win set number = '', name = null, address = null, address_key = null,
      caller_id = null, exception = null, withdrawn_reason = null
    where id in (${selectWins(person)})`,
  promotion_ids: ({ station, numbers }) => sql`
    delete from prize_listener
    where station_id = ${station} and number = any (${numbers}::text[])`,
  // Contacts in people's own books are kept for a person who never called, because the owner knows
  // the person in another way.
  contacts: ({ station, numbers }, calls) => sql`
    delete from contact where split_part(number, ';', 1) = any (${numbers}::text[])
      and (station_id = ${station}
        or (${calls.length > 0} and user_id in (${members(station)})))`,
  past_numbers: ({ station, numbers }, calls) => sql`
    update contact set words = array(select unnest(words) except select substr(unnest(${numbers}::text[]), 2)),
      past_numbers = array(select past from unnest(past_numbers) as past
        where split_part(past, ';', 1) <> all (${numbers}::text[]))
    where exists (select from unnest(past_numbers) as past
        where split_part(past, ';', 1) = any (${numbers}::text[]))
      and (station_id = ${station}
        or (${calls.length > 0} and user_id in (${members(station)})))`,
  // A message with a card of the person's call is about the person.
  chat_cards: ({ station }, calls) => sql`
    update chat_message set card = null, text = ${ERASED}
    where station_id = ${station} and card->>'call' = any (${calls}::text[])`,
  call_events: ({ station, callers }, calls) => sql`
    update outbox set event = 'station.stale', payload = ${staleEvent}
    where station_id = ${station} and (payload->'call'->>'id' = any (${calls}::text[])
      or payload->'message'->'card'->>'call' = any (${calls}::text[])
      or payload->'call'->'caller'->>'id' = any (${callers}::text[]))`,
  callers: ({ callers }) => sql`
    delete from caller where id = any (${callers}::uuid[])`,
};

function selectWins({ station, callers, numbers }: Person) {
  return sql`
    select id from prize_win where station_id = ${station}
      and (caller_id = any (${callers}::uuid[]) or number = any (${numbers}::text[]))`;
}

export async function erasePerson(
  trx: Trx,
  person: Person,
  calls: readonly string[],
): Promise<Erased[]> {
  const erased: Erased[] = [];
  for (const [kind, write] of Object.entries(statements)) {
    const { numAffectedRows } = await write(person, calls).execute(trx);
    erased.push({ kind, count: Number(numAffectedRows ?? 0n) });
  }
  return erased;
}

export async function listAuditSubjects(
  trx: Trx,
  person: Person,
  calls: readonly string[],
): Promise<string[]> {
  const { station, callers, numbers } = person;
  const { rows } = await sql<{ id: string }>`
    select unnest(${[...callers, ...calls]}::uuid[]) as id
    union select id from (${selectWins(person)}) as won
    union select id from contact where split_part(number, ';', 1) = any (${numbers}::text[])
      and (station_id = ${station} or user_id in (${members(station)}))`.execute(trx);
  return rows.map(({ id }) => id);
}

/**
 * Erases the person from the details of audit entries, with everything that operators wrote about
 * the person. Never changes who acted, the action or the place. With `withOthers`, entries about
 * other callers lose the person too. Settings, and reasons for showing a number, stay. The server's
 * role may not change entries, so a function of the database does this.
 */
export async function eraseInAudit(
  trx: Trx,
  {
    station,
    subjects,
    replacement: { pattern, sieve },
    withOthers,
  }: {
    station: string;
    subjects: readonly string[];
    replacement: Replacement;
    withOthers: boolean;
  },
): Promise<Erased> {
  const { rows } = await sql<{ count: number }>`
    select erase_in_audit(${station}::uuid, ${subjects}::uuid[], ${pattern}, ${sieve},
      ${withOthers}) as count`.execute(trx);
  return { kind: "audit_entry.details", count: rows[0]?.count ?? 0 };
}

/**
 * Replaces each event of the station that names the person with a request to read everything again.
 * Deletes events without a station that name the person.
 */
export async function replaceEvents(
  trx: Trx,
  { station, sieve }: Pick<Replacement, "sieve"> & { station: string },
): Promise<Erased[]> {
  await sql`delete from outbox where station_id is null and payload::text ~* ${sieve}`.execute(trx);
  const { numAffectedRows } = await sql`
    update outbox set event = 'station.stale', payload = ${staleEvent}
    where station_id = ${station} and payload::text ~* ${sieve}`.execute(trx);
  return [{ kind: "events", count: Number(numAffectedRows ?? 0n) }];
}

/** Replaces text in the histories of these calls, whose table has no station id. */
export async function replaceInHistories(
  trx: Trx,
  { calls, ...replacement }: Replacement & { calls: readonly string[] },
): Promise<Erased[]> {
  const { sieve } = replacement;
  const history = await sql`
    update call_event set payload = ${replaceIn(sql`payload`, replacement)}
    where call_id = any (${calls}::uuid[]) and payload::text ~* ${sieve}`.execute(trx);
  const quality = await sql`
    update call_quality set samples = ${replaceIn(sql`samples`, replacement)},
      report = ${replaceIn(sql`report`, replacement)}
    where call_id = any (${calls}::uuid[])
      and concat(samples::text, report::text) ~* ${sieve}`.execute(trx);
  return [
    { kind: "call_event.payload", count: Number(history.numAffectedRows ?? 0n) },
    { kind: "call_quality", count: Number(quality.numAffectedRows ?? 0n) },
  ];
}

export async function listExports(trx: Trx, station: string) {
  const { rows } = await sql<{ at: Date; by: string | null; what: string }>`
    select e.at, u.name as by, e.action as what
    from audit_entry e left join "user" u on u.id = e.user_id
    where e.station_id = ${station} and e.action like '%.exported'
    order by e.at desc limit 100`.execute(trx);
  return rows;
}

export interface ErasureRow {
  id: string;
  at: Date;
  by: string | null;
  details: unknown;
}

export async function listErasureEntries(db: Db, station: string): Promise<ErasureRow[]> {
  const { rows } = await sql<ErasureRow>`
    select e.id, e.at, u.name as by, e.details
    from audit_entry e left join "user" u on u.id = e.user_id
    where e.station_id = ${station} and e.action = 'caller.erased'
    order by e.at desc, e.id desc limit 200`.execute(db);
  return rows;
}
