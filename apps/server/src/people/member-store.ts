import { sql } from "kysely";

import { role as roleSchema, type Role, type StationMember } from "@linedesk/contract";
import type { Db, Trx } from "../platform/db/database.ts";
import { uuidV7 } from "../platform/db/uuid.ts";

const MEMBER_LIMIT = 1_000;

export async function listStationMembers(db: Db, station: string): Promise<StationMember[]> {
  const rows = await memberQuery(db, station).orderBy("u.name").limit(MEMBER_LIMIT).execute();
  return rows.map(toMember);
}

export async function findStationMember(db: Db, station: string, user: string) {
  const row = await memberQuery(db, station).where("u.id", "=", user).executeTakeFirst();
  return row === undefined ? null : toMember(row);
}

function memberQuery(db: Db, station: string) {
  return db
    .selectFrom("membership as m")
    .innerJoin("user as u", "u.id", "m.user_id")
    .select(["u.id as user", "u.name", "u.email", "u.subject", "u.disabled_at"])
    .select(["m.role", "m.from_group", "m.group_name"])
    .where("m.station_id", "=", station);
}

interface MemberRow {
  user: string;
  name: string;
  email: string | null;
  subject: string | null;
  role: string;
  from_group: boolean;
  group_name: string | null;
  disabled_at: Date | null;
}

function toMember(row: MemberRow): StationMember {
  return {
    user: row.user,
    name: row.name,
    email: row.email,
    role: roleSchema.parse(row.role),
    fromGroup: row.from_group,
    group: row.from_group ? row.group_name : null,
    invited: row.subject === null,
    disabled: row.disabled_at !== null,
  };
}

/** Returns the user with this address, or creates a user whose name is the address. */
export async function findOrInvite(trx: Trx, email: string): Promise<string> {
  const known = await trx
    .selectFrom("user")
    .select("id")
    .where(sql`lower(email)`, "=", email.toLowerCase())
    .executeTakeFirst();
  if (known !== undefined) {
    return known.id;
  }
  const made = { id: uuidV7(), name: email, email };
  await trx.insertInto("user").values(made).execute();
  return made.id;
}

export async function countOwners(trx: Trx, station: string): Promise<number> {
  await trx.selectFrom("station").select("id").where("id", "=", station).forUpdate().execute();
  const { count } = await trx
    .selectFrom("membership as m")
    .innerJoin("user as u", "u.id", "m.user_id")
    .select((eb) => eb.fn.countAll<string>().as("count"))
    .where("m.station_id", "=", station)
    .where("m.role", "=", "owner")
    .where("u.disabled_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function updateMemberRole(
  trx: Trx,
  membership: { station: string; user: string; role: Role },
): Promise<void> {
  await trx
    .updateTable("membership")
    .set({ role: membership.role })
    .where("station_id", "=", membership.station)
    .where("user_id", "=", membership.user)
    .execute();
}

export async function deleteMember(trx: Trx, station: string, user: string): Promise<void> {
  await trx
    .deleteFrom("membership")
    .where("station_id", "=", station)
    .where("user_id", "=", user)
    .execute();
}

export async function updateDisabled(trx: Trx, user: string, at: Date | null): Promise<void> {
  await trx.updateTable("user").set({ disabled_at: at }).where("id", "=", user).execute();
}

export async function isDisabled(trx: Trx, user: string): Promise<boolean> {
  const row = await trx
    .selectFrom("user")
    .select("disabled_at")
    .where("id", "=", user)
    .executeTakeFirst();
  return (row?.disabled_at ?? null) !== null;
}

export async function isNamedOwner(trx: Trx, user: string): Promise<boolean> {
  const row = await trx
    .selectFrom("user")
    .select("owner")
    .where("id", "=", user)
    .executeTakeFirst();
  return row?.owner ?? false;
}
