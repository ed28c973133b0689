import type { Selectable } from "kysely";

import { audioServerIdentity, type DeviceLine } from "@linedesk/contract";
import type { Db, Trx } from "../../platform/db/database.ts";
import type { ClaimTable } from "../../platform/db/tables/call-tables.ts";
import type { DeskLeg } from "../state/desk-state.ts";

export interface StoredClaim {
  id: string;
  call: string;
  user: string;
  name: string;
  line: DeviceLine;
  feedsAir: boolean;
  audioServer: string | null;
  /** The telephony service that has the call. */
  service: string;
  madeAt: Date;
  expiresAt: Date;
  usedAt: Date | null;
  legSid: string | null;
  lapsedAt: Date | null;
}

function toStoredClaim(row: Selectable<ClaimTable>): StoredClaim {
  return {
    id: row.id,
    call: row.call_id,
    user: row.user_id,
    name: row.user_name,
    line: row.line,
    feedsAir: row.feeds_air,
    audioServer: row.audio_server_id,
    service: row.service,
    madeAt: row.made_at,
    expiresAt: row.expires_at,
    usedAt: row.used_at,
    legSid: row.leg_sid,
    lapsedAt: row.lapsed_at,
  };
}

export function claimIdentity(claim: Pick<StoredClaim, "user" | "audioServer" | "line">): string {
  return claim.audioServer === null
    ? claim.user
    : audioServerIdentity(claim.audioServer, claim.line);
}

export function claimedLeg(claim: StoredClaim, sid: string): DeskLeg {
  return {
    sid,
    holder: { user: claim.user, name: claim.name, line: claim.line },
    feedsAir: claim.feedsAir,
  };
}

export type NewClaim = Omit<StoredClaim, "usedAt" | "legSid" | "lapsedAt">;

export async function insertClaim(trx: Trx, claim: NewClaim): Promise<boolean> {
  const result = await trx
    .insertInto("claim")
    .values({
      id: claim.id,
      call_id: claim.call,
      user_id: claim.user,
      user_name: claim.name,
      line: claim.line,
      feeds_air: claim.feedsAir,
      audio_server_id: claim.audioServer,
      service: claim.service,
      made_at: claim.madeAt,
      expires_at: claim.expiresAt,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function findClaim(db: Db, id: string, { lock = false } = {}) {
  const query = db.selectFrom("claim").selectAll().where("id", "=", id);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  return row === undefined ? null : toStoredClaim(row);
}

export async function findClaimOfLeg(db: Db, legSid: string): Promise<StoredClaim | null> {
  const row = await db
    .selectFrom("claim")
    .selectAll()
    .where("leg_sid", "=", legSid)
    .executeTakeFirst();
  return row === undefined ? null : toStoredClaim(row);
}

export async function findOtherUser(
  db: Db,
  { audioServer, line }: { audioServer: string; line: DeviceLine },
  { user, now }: { user: string; now: Date },
): Promise<string | null> {
  const leg = await db
    .selectFrom("call_leg as l")
    .innerJoin("call as c", "c.id", "l.call_id")
    .select("l.user_name")
    .where("l.audio_server_id", "=", audioServer)
    .where("l.line", "=", line)
    .where("l.left_at", "is", null)
    .where("l.user_id", "<>", user)
    .where("c.ended_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  if (leg !== undefined) {
    return leg.user_name ?? "Somebody";
  }
  const claim = await openClaims(db)
    .where("audio_server_id", "=", audioServer)
    .where("line", "=", line)
    .where("user_id", "<>", user)
    .where("expires_at", ">", now)
    .limit(1)
    .executeTakeFirst();
  return claim?.user_name ?? null;
}

function openClaims(db: Db) {
  return db
    .selectFrom("claim")
    .selectAll()
    .where("used_at", "is", null)
    .where("lapsed_at", "is", null);
}

export async function openClaimsOfLine(db: Db, user: string, line: DeviceLine) {
  const rows = await openClaims(db)
    .where("user_id", "=", user)
    .where("line", "=", line)
    .limit(20)
    .execute();
  return rows.map(toStoredClaim);
}

/**
 * Returns unused claims whose time is over. A claim that was made in the future is included: the
 * clock was set back, and the claim would block its call for hours.
 */
export async function expiredClaims(db: Db, now: Date): Promise<StoredClaim[]> {
  const rows = await openClaims(db)
    .where((eb) => eb.or([eb("expires_at", "<=", now), eb("made_at", ">", inAMoment(now))]))
    .orderBy("expires_at")
    .limit(200)
    .execute();
  return rows.map(toStoredClaim);
}

/** Clocks of several machines differ by at most this much. */
const CLOCKS_DIFFER_MS = 5_000;

function inAMoment(now: Date): Date {
  return new Date(now.getTime() + CLOCKS_DIFFER_MS);
}

export function isClaimOpen(claim: StoredClaim, now: Date): boolean {
  return claim.expiresAt > now && claim.madeAt <= inAMoment(now);
}

export async function markClaimUsed(trx: Trx, id: string, used: { leg: string; at: Date }) {
  await trx
    .updateTable("claim")
    .set({ used_at: used.at, leg_sid: used.leg })
    .where("id", "=", id)
    .execute();
}

function expireOpenClaims(trx: Trx, at: Date) {
  return trx
    .updateTable("claim")
    .set({ lapsed_at: at })
    .where("used_at", "is", null)
    .where("lapsed_at", "is", null);
}

export async function expireClaim(trx: Trx, id: string, at: Date): Promise<void> {
  await expireOpenClaims(trx, at).where("id", "=", id).execute();
}

export async function expireClaimsOfCall(trx: Trx, call: string, at: Date): Promise<void> {
  await expireOpenClaims(trx, at).where("call_id", "=", call).execute();
}

export async function pruneClaims(db: Db, before: Date): Promise<number> {
  const result = await db.deleteFrom("claim").where("made_at", "<", before).executeTakeFirst();
  return Number(result.numDeletedRows);
}
