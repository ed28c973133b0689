import type { Selectable } from "kysely";

import type { DeviceLine } from "@linedesk/contract";
import type { Db, Trx } from "../../platform/db/database.ts";
import type { CallLegTable } from "../../platform/db/tables/call-tables.ts";
import type { DeskLeg } from "../state/desk-state.ts";

export interface RegisteredLeg {
  sid: string;
  call: string;
  kind: "caller" | "operator";
  user: string | null;
  name: string | null;
  line: DeviceLine | null;
  feedsAir: boolean;
  released: boolean;
  joinedAt: Date | null;
  leftAt: Date | null;
  conference: string | null;
  audioServer: string | null;
  /** The telephony service that has the leg. */
  service: string;
}

function toRegisteredLeg(row: Selectable<CallLegTable>): RegisteredLeg {
  return {
    sid: row.sid,
    call: row.call_id,
    kind: row.kind,
    user: row.user_id,
    name: row.user_name,
    line: row.line,
    feedsAir: row.feeds_air,
    released: row.released,
    joinedAt: row.joined_at,
    leftAt: row.left_at,
    conference: row.conference_id,
    audioServer: row.audio_server_id,
    service: row.service,
  };
}

export function toDeskLeg(leg: RegisteredLeg): DeskLeg | null {
  return leg.user === null || leg.line === null
    ? null
    : {
        sid: leg.sid,
        holder: { user: leg.user, name: leg.name ?? "", line: leg.line },
        feedsAir: leg.feedsAir,
      };
}

export async function registerLeg(
  trx: Trx,
  leg: {
    sid: string;
    call: string;
    at: Date;
    operator: DeskLeg | null;
    service: string;
    conference?: string | null;
    audioServer?: string | null;
  },
): Promise<boolean> {
  const inserted = await trx
    .insertInto("call_leg")
    .values({
      sid: leg.sid,
      call_id: leg.call,
      kind: leg.operator === null ? "caller" : "operator",
      user_id: leg.operator?.holder.user ?? null,
      user_name: leg.operator?.holder.name ?? null,
      line: leg.operator?.holder.line ?? null,
      feeds_air: leg.operator?.feedsAir ?? false,
      service: leg.service,
      created_at: leg.at,
      conference_id: leg.conference ?? null,
      audio_server_id: leg.audioServer ?? null,
    })
    .onConflict((conflict) => conflict.column("sid").doNothing())
    .returning("sid")
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function findLeg(db: Db, sid: string): Promise<RegisteredLeg | null> {
  const row = await db.selectFrom("call_leg").selectAll().where("sid", "=", sid).executeTakeFirst();
  return row === undefined ? null : toRegisteredLeg(row);
}

export async function openOperatorLegs(db: Db, call: string): Promise<RegisteredLeg[]> {
  const rows = await db
    .selectFrom("call_leg")
    .selectAll()
    .where("call_id", "=", call)
    .where("kind", "=", "operator")
    .where("conference_id", "is", null)
    .where("left_at", "is", null)
    .orderBy("created_at", "desc")
    .limit(20)
    .execute();
  return rows.map(toRegisteredLeg);
}

export async function openLegsOfCalls(
  db: Db,
  which: { calls: readonly string[]; settledBefore: Date; now: Date },
): Promise<Map<string, RegisteredLeg[]>> {
  const byCall = new Map<string, RegisteredLeg[]>();
  if (which.calls.length === 0) {
    return byCall;
  }
  const rows = await db
    .selectFrom("call_leg")
    .selectAll()
    .where("call_id", "in", which.calls)
    .where("kind", "=", "operator")
    .where("conference_id", "is", null)
    .where("left_at", "is", null)
    // A time in the future means that the clock was set back, so such a leg is included too.
    .where((eb) =>
      eb.or([eb("created_at", "<", which.settledBefore), eb("created_at", ">", which.now)]),
    )
    .execute();
  for (const row of rows) {
    byCall.set(row.call_id, [...(byCall.get(row.call_id) ?? []), toRegisteredLeg(row)]);
  }
  return byCall;
}

/** Returns the operator leg that joined the room last, even if it has left; `null` if none did. */
export async function lastOperatorLeg(db: Db, call: string): Promise<RegisteredLeg | null> {
  const row = await db
    .selectFrom("call_leg")
    .selectAll()
    .where("call_id", "=", call)
    .where("kind", "=", "operator")
    .where("conference_id", "is", null)
    .where("joined_at", "is not", null)
    .orderBy("joined_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : toRegisteredLeg(row);
}

export async function markJoined(db: Db, sid: string, at: Date): Promise<boolean> {
  const marked = await db
    .updateTable("call_leg")
    .set({ joined_at: at })
    .where("sid", "=", sid)
    .where("joined_at", "is", null)
    .returning("sid")
    .executeTakeFirst();
  return marked !== undefined;
}

export async function markLeft(db: Db, sid: string, at: Date): Promise<boolean> {
  const marked = await db
    .updateTable("call_leg")
    .set({ left_at: at })
    .where("sid", "=", sid)
    .where("left_at", "is", null)
    .returning("sid")
    .executeTakeFirst();
  return marked !== undefined;
}

/** Records that the operator requested the end of the leg, so that it does not count as lost. */
export async function releaseLeg(db: Db, sid: string): Promise<void> {
  await db.updateTable("call_leg").set({ released: true }).where("sid", "=", sid).execute();
}

/** Returns the legs with which the person's line is in calls, without those that are released. */
export async function findCarriedLegs(
  db: Db,
  user: string,
  line: DeviceLine,
): Promise<RegisteredLeg[]> {
  const rows = await db
    .selectFrom("call_leg")
    .selectAll()
    .where("user_id", "=", user)
    .where("line", "=", line)
    .where("left_at", "is", null)
    .where("released", "=", false)
    .limit(20)
    .execute();
  return rows.map(toRegisteredLeg);
}

export async function callsOnLine(
  db: Db,
  user: string,
  line: DeviceLine,
): Promise<{ call: string; leg: string; service: string; conference: string | null }[]> {
  const legs = await findCarriedLegs(db, user, line);
  return legs.map(({ call, sid, service, conference }) => ({
    call,
    leg: sid,
    service,
    conference,
  }));
}

export async function operatorLegsOfConference(
  db: Db,
  conference: string,
  { open }: { open: boolean },
): Promise<RegisteredLeg[]> {
  const query = db
    .selectFrom("call_leg")
    .selectAll()
    .where("conference_id", "=", conference)
    .where("kind", "=", "operator");
  const rows = await (open ? query.where("left_at", "is", null) : query)
    .orderBy("joined_at", (order) => order.desc().nullsLast())
    .limit(20)
    .execute();
  return rows.map(toRegisteredLeg);
}

export async function sendLegTo(trx: Db, sid: string, conference: string | null): Promise<void> {
  await trx
    .updateTable("call_leg")
    .set({ conference_id: conference })
    .where("sid", "=", sid)
    .execute();
}

export async function reassignLeg(trx: Trx, sid: string, call: string): Promise<void> {
  await trx.updateTable("call_leg").set({ call_id: call }).where("sid", "=", sid).execute();
}

export async function pruneLegs(db: Db, before: Date): Promise<number> {
  const result = await db
    .deleteFrom("call_leg")
    .where("created_at", "<", before)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
