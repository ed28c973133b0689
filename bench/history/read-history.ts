import { Client } from "pg";

import type { SipListener } from "@linedesk/testkit";
import type { ProtocolDesk } from "../crashes/protocol-desk.ts";
import { describeDesk } from "./desk-picture.ts";
import type { Caller, CallRow, ConsoleHistory, History, Ownership } from "./history.ts";

/** The sources of a site's state after a run. */
export interface HistorySources {
  databaseUrl: string;
  exchangeUrl: string;
  secrets: Record<string, string>;
  callers: readonly { number: string; phone: Pick<SipListener, "status" | "ended"> }[];
  desks: Iterable<ProtocolDesk>;
  commands: History["commands"];
}

const callsSql = `
  select id, number, call_sid as sid, ended_at is null as "isOpen", description, pinned as "isPinned"
  from call where direction = 'inbound' and number is not null`;

/** The legs of operators outside of conferences. */
const legsSql = `
  select call_id as call, user_name as "user", extract(epoch from joined_at) * 1000 as "fromMs",
    coalesce(extract(epoch from left_at) * 1000, 'infinity') as "untilMs"
  from call_leg where kind = 'operator' and conference_id is null and joined_at is not null`;

/** The times in which claims were neither used nor over. */
const claimsSql = `
  select id, call_id as call, user_name as "user", extract(epoch from made_at) * 1000 as "fromMs",
    extract(epoch from least(used_at, lapsed_at, expires_at)) * 1000 as "untilMs"
  from claim`;

const liveSql = `
  select call_sid as sid from call where ended_at is null and call_sid is not null
  union
  select sid from call_leg where kind = 'operator' and joined_at is not null and left_at is null`;

const seqSql = `
  select station_id as station, seq::float8 as seq from outbox
  where seq is not null order by station_id, seq`;

/** Reads the history of a run when all parts are at rest. */
export async function readHistory(sources: HistorySources): Promise<History> {
  const { callers, desks, commands } = sources;
  const database = new Client({ connectionString: sources.databaseUrl });
  await database.connect();
  async function read<Row>(sql: string): Promise<Row[]> {
    return (await database.query(sql)).rows as Row[];
  }
  try {
    return {
      callers: await Promise.all(callers.map(describeCaller)),
      calls: await read<CallRow>(callsSql),
      knownSids: (await read<{ sid: string }>(liveSql)).map(({ sid }) => sid),
      exchangeSids: await listCallsOfExchange(sources),
      legs: (await read<Ownership>(legsSql)).map(toNumbers),
      claims: (await read<Ownership & { id: string }>(claimsSql)).map(toNumbers),
      stored: await read<{ station: string; seq: number }>(seqSql),
      consoles: [...desks].map(describeConsole),
      commands,
    };
  } finally {
    await database.end();
  }
}

async function describeCaller({
  number,
  phone,
}: HistorySources["callers"][number]): Promise<Caller> {
  const end = await Promise.race([phone.ended, Promise.resolve(null)]);
  return { number, isConnected: phone.status === "talking", hasHungUp: end?.by === "listener" };
}

/** The pg client returns `numeric` values as text. */
function toNumbers<T extends Ownership>(row: T): T {
  return { ...row, fromMs: Number(row.fromMs), untilMs: Number(row.untilMs) };
}

function describeConsole({ name, log, calls }: ProtocolDesk): ConsoleHistory {
  return { name, faults: log.faults(), events: log.events, picture: describeDesk(calls.values()) };
}

async function listCallsOfExchange({ exchangeUrl, secrets }: HistorySources): Promise<string[]> {
  const { accountSid = "", authToken = "" } = secrets;
  const path = `/2010-04-01/Accounts/${accountSid}/Calls.json?Status=in-progress&PageSize=1000`;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}`;
  const answer = await fetch(exchangeUrl + path, { headers: { authorization } });
  return ((await answer.json()) as { calls: { sid: string }[] }).calls.map(({ sid }) => sid);
}
