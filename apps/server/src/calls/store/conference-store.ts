import type { Db, Trx } from "../../platform/db/database.ts";

interface StoredConference {
  id: string;
  station: string;
  startedAt: Date;
}

export async function insertConference(
  trx: Trx,
  conference: StoredConference & { startedBy: string },
): Promise<void> {
  await trx
    .insertInto("conference")
    .values({
      id: conference.id,
      station_id: conference.station,
      started_by: conference.startedBy,
      started_at: conference.startedAt,
    })
    .execute();
}

export async function findConference(db: Db, id: string, { lock = false } = {}) {
  const query = db
    .selectFrom("conference")
    .selectAll()
    .where("id", "=", id)
    .where("ended_at", "is", null);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  return row === undefined ? null : toConference(row);
}

function toConference(row: { id: string; station_id: string; started_at: Date }): StoredConference {
  return { id: row.id, station: row.station_id, startedAt: row.started_at };
}

export async function conferencesOfStation(db: Db, station: string): Promise<StoredConference[]> {
  const rows = await db
    .selectFrom("conference")
    .selectAll()
    .where("station_id", "=", station)
    .where("ended_at", "is", null)
    .orderBy("started_at")
    .limit(100)
    .execute();
  return rows.map(toConference);
}

export function memberIds(db: Db, conference: string): Promise<string[]> {
  return idsOfMembers(db, conference, { talkback: false });
}

export function talkbackIds(db: Db, conference: string): Promise<string[]> {
  return idsOfMembers(db, conference, { talkback: true });
}

async function idsOfMembers(db: Db, conference: string, { talkback }: { talkback: boolean }) {
  const rows = await db
    .selectFrom("conference_member")
    .select("call_id")
    .where("conference_id", "=", conference)
    .where("left_at", "is", null)
    .where("talkback", "=", talkback)
    .orderBy("call_id")
    .limit(100)
    .execute();
  return rows.map((row) => row.call_id);
}

interface NewMember {
  conference: string;
  call: string;
  at: Date;
  onHold?: boolean;
}

export async function insertMember(
  trx: Trx,
  { conference, call, at, onHold: on_hold = false }: NewMember,
): Promise<void> {
  const state = { muted: false, on_hold, talkback: false };
  await trx
    .insertInto("conference_member")
    .values({ conference_id: conference, call_id: call, joined_at: at, ...state })
    .onConflict((conflict) =>
      conflict
        .columns(["conference_id", "call_id"])
        .doUpdateSet({ joined_at: at, left_at: null, ...state }),
    )
    .execute();
}

export async function updateMember(
  trx: Trx,
  call: string,
  set: { muted?: boolean; on_hold?: boolean; talkback?: boolean },
): Promise<void> {
  await trx
    .updateTable("conference_member")
    .set(set)
    .where("call_id", "=", call)
    .where("left_at", "is", null)
    .execute();
}

async function findConferenceOf(db: Db, call: string): Promise<string | null> {
  const row = await db
    .selectFrom("conference_member")
    .select("conference_id")
    .where("call_id", "=", call)
    .where("left_at", "is", null)
    .executeTakeFirst();
  return row?.conference_id ?? null;
}

/**
 * Removes the call from its conference. Operators who joined with this call stay with another
 * member. When the last member is removed, the conference ends, and a private talk then has no
 * conference to return to.
 */
export async function closeMembership(trx: Trx, call: string, at: Date): Promise<void> {
  const id = await findConferenceOf(trx, call);
  if (id === null) {
    return;
  }
  // The conference is locked before the member's row, because otherwise two members who leave at
  // the same time could deadlock.
  if ((await findConference(trx, id, { lock: true })) === null) {
    // Another transaction removed the last member, which ended the conference and this membership.
    return;
  }
  await trx
    .updateTable("conference_member")
    .set({ left_at: at })
    .where("call_id", "=", call)
    .where("left_at", "is", null)
    .execute();
  const [member] = await memberIds(trx, id);
  if (member !== undefined) {
    await trx
      .updateTable("call_leg")
      .set({ call_id: member })
      .where("conference_id", "=", id)
      .where("call_id", "=", call)
      .where("kind", "=", "operator")
      .where("left_at", "is", null)
      .execute();
  } else {
    await trx
      .updateTable("conference_member")
      .set({ left_at: at })
      .where("conference_id", "=", id)
      .where("left_at", "is", null)
      .execute();
    await trx.updateTable("conference").set({ ended_at: at }).where("id", "=", id).execute();
  }
}

export function legsOfEndedConferences(
  db: Db,
  call: string,
): Promise<{ sid: string; service: string }[]> {
  return db
    .selectFrom("call_leg as l")
    .innerJoin("conference as k", "k.id", "l.conference_id")
    .innerJoin("conference_member as m", "m.conference_id", "k.id")
    .select(["l.sid", "l.service"])
    .where("m.call_id", "=", call)
    .where("k.ended_at", "is not", null)
    .where("l.kind", "=", "operator")
    .where("l.left_at", "is", null)
    .limit(20)
    .execute();
}

/** Returns the telephony service that has the conference's room; `null` without a member. */
export async function findConferenceService(db: Db, conference: string): Promise<string | null> {
  const row = await db
    .selectFrom("conference_member as m")
    .innerJoin("call as c", "c.id", "m.call_id")
    .select("c.service")
    .where("m.conference_id", "=", conference)
    .where("m.left_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return row?.service ?? null;
}
