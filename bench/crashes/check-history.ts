import { Client } from "pg";

import type { CrashStation } from "./crash-station.ts";
import { describeDesk } from "./desk-picture.ts";
import type { Acknowledged } from "./desk-work.ts";

/** The faults in the history of all commands and events. Each list must be empty. */
export interface HistoryFaults {
  rows: string[];
  orphans: string[];
  owners: string[];
  events: string[];
  acknowledged: string[];
}

/** The overlap of an old and a new leg of one person or of a take-over. */
const OVERLAP_S = 3;

const rowsSql = `
  select number, count(*)::int as rows, count(*) filter (where ended_at is null)::int as open
  from call where direction = 'inbound' and number = any($1) group by number`;

/** Finds two people with legs in one call at the same time, outside of a conference. */
const ownersSql = `
  select one.call_id, one.user_name as first, two.user_name as second
  from call_leg one join call_leg two on one.call_id = two.call_id and one.sid < two.sid
  where one.kind = 'operator' and two.kind = 'operator' and one.user_id <> two.user_id
    and one.conference_id is null and two.conference_id is null
    and one.joined_at is not null and two.joined_at is not null
    and one.joined_at + make_interval(secs => ${String(OVERLAP_S)}) < coalesce(two.left_at, 'infinity')
    and two.joined_at + make_interval(secs => ${String(OVERLAP_S)}) < coalesce(one.left_at, 'infinity')`;

const liveSql = `
  select call_sid as sid, 'caller' as kind from call where ended_at is null and call_sid is not null
  union all
  select sid, kind from call_leg where kind = 'operator' and joined_at is not null and left_at is null`;

/** The numbers of the station's events, which must have no gap. */
const seqSql = `
  select station_id, seq, lag(seq) over (partition by station_id order by seq) as before
  from outbox where seq is not null`;

export async function checkHistory(
  crash: CrashStation,
  done: Acknowledged,
): Promise<HistoryFaults> {
  const database = new Client({ connectionString: crash.station.databaseUrl });
  await database.connect();
  try {
    return {
      rows: await findLostRows(database, crash),
      orphans: await findOrphans(database, crash),
      owners: await findDoubleOwners(database),
      events: await findEventFaults(database, crash),
      acknowledged: await findForgotten(database, done),
    };
  } finally {
    await database.end();
  }
}

/** Finds callers without exactly one row, which must be open while the telephone talks. */
async function findLostRows(database: Client, crash: CrashStation): Promise<string[]> {
  const numbers = crash.callers.all.map(({ number }) => number);
  const { rows } = await database.query<{ number: string; rows: number; open: number }>(rowsSql, [
    numbers,
  ]);
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  return crash.callers.all.flatMap(({ number, phone }) => {
    const { rows: count = 0, open = 0 } = byNumber.get(number) ?? {};
    const expected = phone.status === "talking" ? 1 : 0;
    return count === 1 && open === expected
      ? []
      : [`${number} (${phone.status}) has ${count} rows, ${open} open`];
  });
}

/** Finds calls that only the exchange or only the database has. */
async function findOrphans(database: Client, crash: CrashStation): Promise<string[]> {
  const known = (await database.query<{ sid: string }>(liveSql)).rows.map(({ sid }) => sid);
  const live = await listCallsOfExchange(crash);
  return [
    ...live.filter((sid) => !known.includes(sid)).map((sid) => `${sid} is in no row`),
    ...known.filter((sid) => !live.includes(sid)).map((sid) => `${sid} is not in the exchange`),
  ];
}

async function listCallsOfExchange({ station }: CrashStation): Promise<string[]> {
  const { accountSid = "", authToken = "" } = await station.secrets();
  const path = `/2010-04-01/Accounts/${accountSid}/Calls.json?Status=in-progress&PageSize=1000`;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}`;
  const answer = await fetch(station.exchangeUrl + path, { headers: { authorization } });
  return ((await answer.json()) as { calls: { sid: string }[] }).calls.map(({ sid }) => sid);
}

async function findDoubleOwners(database: Client): Promise<string[]> {
  const { rows } = await database.query<{ call_id: string; first: string; second: string }>(
    ownersSql,
  );
  return rows.map(({ call_id: call, first, second }) => `${call}: ${first} and ${second}`);
}

async function findEventFaults(database: Client, crash: CrashStation): Promise<string[]> {
  const { rows } = await database.query<{ seq: string; before: string | null }>(seqSql);
  const gaps = rows
    .filter(({ seq, before }) => before !== null && Number(seq) !== Number(before) + 1)
    .map(({ seq, before }) => `stored event ${seq} after ${String(before)}`);
  const desks = [...crash.desks.values()];
  const pictures = desks.map(({ calls }) => describeDesk(calls.values()));
  const differing = desks.flatMap(({ name }, at) =>
    pictures[at]?.size === pictures[0]?.size &&
    [...(pictures[0] ?? [])].every(([call, shown]) => pictures[at]?.get(call) === shown)
      ? []
      : [`${name} shows another desk than ${desks[0]?.name ?? ""}`],
  );
  return [...gaps, ...differing, ...desks.flatMap(({ name, log }) => namedFaults(name, log))];
}

function namedFaults(name: string, log: { faults(): string[] }): string[] {
  return log.faults().map((fault) => `${name}: ${fault}`);
}

async function findForgotten(database: Client, done: Acknowledged): Promise<string[]> {
  const { rows } = await database.query<{ id: string; description: string; pinned: boolean }>(
    "select id, description, pinned from call where ended_at is null",
  );
  return rows.flatMap(({ id, description, pinned }) => {
    const point = done.points.get(id) ?? description;
    const pin = done.pins.get(id) ?? pinned;
    return point === description && pin === pinned
      ? []
      : [`${id}: "${point}", ${String(pin)} became "${description}", ${String(pinned)}`];
  });
}
