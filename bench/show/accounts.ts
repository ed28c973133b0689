import { Client } from "pg";

import type { EndReason } from "@linedesk/contract";

/** A call of the show in the station's records. */
export interface BookedCall {
  number: string;
  reason: EndReason | null;
  isOver: boolean;
  /** The number of times that the caller left according to the audit; it must be one. */
  leavings: number;
  isAnswered: boolean;
  /** The time from the arrival to the moment on air; `null` for a caller who was never on air. */
  toAirMs: number | null;
}

/** An action of a person in the station's records. */
export interface BookedAct {
  person: string;
  does: "taken" | "verified" | "ended" | "rejected" | "next";
  number: string;
  atMs: number;
}

const callsSql = `
  select c.number, c.reason, c.ended_at is not null as "isOver",
    c.answered_at is not null as "isAnswered",
    (select count(*)::int from call_event e
      where e.call_id = c.id and e.type = 'caller.left') as leavings,
    (select extract(epoch from min(e.at) - c.arrived_at)::float * 1000 from call_event e
      where e.call_id = c.id and e.type in ('caller.joined', 'caller.resumed')
        and e.payload -> 'leg' ->> 'feedsAir' = 'true') as "toAirMs"
  from call c where c.number = any($1) and c.arrived_at >= $2
  order by c.arrived_at`;

const actsSql = `
  with people as (select distinct user_id, user_name from claim),
  acts as (
    select call_id, user_id, 'taken' as does, made_at as at from claim
    union all
    select call_id, user_id,
      case type when 'hung_up' then 'ended' else type end as does, at
    from call_event where type in ('verified', 'hung_up', 'rejected')
    union all
    select subject_id, user_id, 'next', at from audit_entry where action = 'call.marked_next')
  select p.user_name as person, a.does, c.number, extract(epoch from a.at)::float * 1000 as "atMs"
  from acts a join call c on c.id = a.call_id join people p on p.user_id = a.user_id
  where c.number = any($1) and c.arrived_at >= $2
  order by a.at`;

/** Reads the calls and the people's actions of the show from the station's database. */
export class Accounts {
  readonly #database: Client;
  readonly #since = new Date();

  constructor(databaseUrl: string) {
    this.#database = new Client({ connectionString: databaseUrl });
  }

  async open(): Promise<void> {
    await this.#database.connect();
  }

  /** Puts line 2 of the station's desks on air. */
  async putLineToAir(): Promise<void> {
    await this.#database.query(
      `insert into station_line_feed (station_id, line, feeds_air)
       select id, 'line2', true from station where call_sign = '2ZZ'
       on conflict (station_id, line) do update set feeds_air = true`,
    );
  }

  async readCalls(numbers: readonly string[]): Promise<BookedCall[]> {
    const { rows } = await this.#database.query<BookedCall>(callsSql, [numbers, this.#since]);
    return rows;
  }

  async readActs(numbers: readonly string[]): Promise<BookedAct[]> {
    const { rows } = await this.#database.query<BookedAct>(actsSql, [numbers, this.#since]);
    return rows;
  }

  async close(): Promise<void> {
    await this.#database.end();
  }
}
