import { numbersFrom, role, seesNumbers, type NumbersFrom, type Role } from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";

interface HeldRole {
  role: Role;
  numbersFrom: NumbersFrom;
}

export async function findRole(
  db: Db,
  userId: string,
  stationId: string,
): Promise<HeldRole | null> {
  const row = await db
    .selectFrom("membership as m")
    .innerJoin("station as s", "s.id", "m.station_id")
    .select(["m.role", "s.numbers_from"])
    .where("m.user_id", "=", userId)
    .where("m.station_id", "=", stationId)
    .executeTakeFirst();
  return row === undefined
    ? null
    : { role: role.parse(row.role), numbersFrom: numbersFrom.parse(row.numbers_from) };
}

export interface Membership {
  userId: string;
  stationId: string;
  role: Role;
  fromGroup: boolean;
  seesNumbers: boolean;
}

export async function listMemberships(db: Db, userIds: readonly string[]): Promise<Membership[]> {
  if (userIds.length === 0) {
    return [];
  }
  const rows = await db
    .selectFrom("membership as m")
    .innerJoin("station as s", "s.id", "m.station_id")
    .select(["m.user_id", "m.station_id", "m.role", "m.from_group", "s.numbers_from"])
    .where("m.user_id", "in", userIds)
    .execute();
  return rows.map((row) => {
    const held = role.parse(row.role);
    return {
      userId: row.user_id,
      stationId: row.station_id,
      role: held,
      fromGroup: row.from_group,
      seesNumbers: seesNumbers(held, numbersFrom.parse(row.numbers_from)),
    };
  });
}

export async function isMaskedAnywhere(db: Db, userId: string): Promise<boolean> {
  const held = await listMemberships(db, [userId]);
  return held.some((membership) => !membership.seesNumbers);
}

export interface Member {
  user: string;
  name: string;
  role: Role;
}

const MEMBER_LIMIT = 1_000;

export async function findMembers(db: Db, stationId: string): Promise<Member[]> {
  const rows = await db
    .selectFrom("membership as m")
    .innerJoin("user as u", "u.id", "m.user_id")
    .select(["u.id as user", "u.name", "m.role"])
    .where("m.station_id", "=", stationId)
    .where("u.disabled_at", "is", null)
    .limit(MEMBER_LIMIT)
    .execute();
  return rows.map((row) => ({ ...row, role: role.parse(row.role) }));
}

export async function isAnyOwner(db: Db, user: string): Promise<boolean> {
  const row = await db
    .selectFrom("user as u")
    .leftJoin("membership as m", (join) =>
      join.onRef("m.user_id", "=", "u.id").on("m.role", "=", "owner"),
    )
    .select("u.id")
    .where("u.id", "=", user)
    .where("u.disabled_at", "is", null)
    .where((eb) => eb.or([eb("u.owner", "=", true), eb("m.station_id", "is not", null)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
