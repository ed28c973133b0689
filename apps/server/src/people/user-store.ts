import { sql } from "kysely";

import type { Role } from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";
import { uuidV7 } from "../platform/db/uuid.ts";

export interface StoredUser {
  id: string;
  name: string;
  email: string | null;
  disabled: boolean;
}

export interface IssuerSubject {
  issuer: string;
  subject: string;
}

const columns = ["id", "name", "email", "disabled_at"] as const;

function asUser(row: {
  id: string;
  name: string;
  email: string | null;
  disabled_at: Date | null;
}): StoredUser {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    disabled: row.disabled_at !== null,
  };
}

export async function findUserBySubject(db: Db, by: IssuerSubject): Promise<StoredUser | null> {
  const row = await db
    .selectFrom("user")
    .select(columns)
    .where(sql`regexp_replace(issuer, '/$', '')`, "=", withoutSlash(by.issuer))
    .where("subject", "=", by.subject)
    .executeTakeFirst();
  return row === undefined ? null : asUser(row);
}

/**
 * Returns a person who has a role at the station. Returns `null` for any other person and for a
 * disabled account.
 */
export async function findMember(
  db: Db,
  { user, station }: { user: string; station: string },
): Promise<{ name: string; role: Role } | null> {
  const row = await db
    .selectFrom("membership as m")
    .innerJoin("user as u", "u.id", "m.user_id")
    .select(["u.name", "m.role"])
    .where("m.user_id", "=", user)
    .where("m.station_id", "=", station)
    .where("u.disabled_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

/** An issuer stays the same when an admin adds a slash to the end of its address, or removes it. */
function withoutSlash(issuer: string): string {
  return issuer.endsWith("/") ? issuer.slice(0, -1) : issuer;
}

export interface NewUser extends IssuerSubject {
  name: string;
  email: string | null;
}

/** Returns `null` when the user or the e-mail address already exists. */
export async function insertUser(db: Db, user: NewUser): Promise<StoredUser | null> {
  const row = await db
    .insertInto("user")
    .values({ id: uuidV7(), ...user })
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst();
  return row === undefined ? null : asUser(row);
}

/** Stores a verified e-mail address of a user, unless another user has it. */
export async function setEmail(db: Db, user: StoredUser, email: string): Promise<StoredUser> {
  const row = await db
    .updateTable("user")
    .set({ email })
    .where("id", "=", user.id)
    .where(
      sql<boolean>`not exists (select from "user" as other where lower(other.email) = ${email.toLowerCase()} and other.id <> ${user.id})`,
    )
    .returning(columns)
    .executeTakeFirst();
  return row === undefined ? user : asUser(row);
}

/** Returns the id of a person who was entered with this e-mail address and has never signed in. */
export async function findInvited(db: Db, email: string): Promise<string | null> {
  const row = await db
    .selectFrom("user")
    .select("id")
    .where(sql`lower(email)`, "=", email.toLowerCase())
    .where("subject", "is", null)
    .where("disabled_at", "is", null)
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function deleteInvited(db: Db, id: string): Promise<void> {
  await db.deleteFrom("user").where("id", "=", id).where("subject", "is", null).execute();
}

export async function renameUser(db: Db, id: string, name: string): Promise<void> {
  await db.updateTable("user").set({ name }).where("id", "=", id).execute();
}

export async function markOwner(db: Db, id: string, owner: boolean): Promise<void> {
  await db
    .updateTable("user")
    .set({ owner })
    .where("id", "=", id)
    .where("owner", "!=", owner)
    .execute();
}

/**
 * Gives the `sub` of this issuer to the user with this e-mail address. Returns `null` when there is
 * no such user, or when the user already has a `sub` of this issuer.
 */
export async function bindUser(db: Db, email: string, person: IssuerSubject & { name: string }) {
  const row = await db
    .updateTable("user")
    .set(person)
    .where(sql`lower(email)`, "=", email.toLowerCase())
    .where(sql`regexp_replace(issuer, '/$', '')`, "is distinct from", withoutSlash(person.issuer))
    .returning(columns)
    .executeTakeFirst();
  return row === undefined ? null : asUser(row);
}

export async function findStations(db: Db, callSign: string | null): Promise<string[]> {
  const all = db.selectFrom("station").select("id").orderBy("id");
  const rows = await (callSign === null ? all : all.where("call_sign", "=", callSign)).execute();
  return rows.map((row) => row.id);
}

export async function grantRole(
  db: Db,
  membership: { userId: string; stationId: string; role: Role; fromGroup: boolean },
): Promise<void> {
  const { role, fromGroup: from_group } = membership;
  await db
    .insertInto("membership")
    .values({ user_id: membership.userId, station_id: membership.stationId, role, from_group })
    .onConflict((conflict) =>
      conflict.columns(["user_id", "station_id"]).doUpdateSet({ role, from_group }),
    )
    .execute();
}

export interface GrantedRole {
  role: Role;
  group: string | null;
}

/** Grants a role that comes from a group. A role that a person granted stays unchanged. */
export async function grantGroupRole(
  db: Db,
  { userId, stationId, role, group }: GrantedRole & { userId: string; stationId: string },
): Promise<void> {
  const given = { role, group_name: group };
  await db
    .insertInto("membership")
    .values({ user_id: userId, station_id: stationId, from_group: true, ...given })
    .onConflict((conflict) =>
      conflict
        .columns(["user_id", "station_id"])
        .doUpdateSet(given)
        .where("membership.from_group", "=", true),
    )
    .execute();
}

export async function revokeGroupRoles(db: Db, userId: string, grantedStations: string[]) {
  const given = db
    .deleteFrom("membership")
    .where("user_id", "=", userId)
    .where("from_group", "=", true);
  await (
    grantedStations.length === 0 ? given : given.where("station_id", "not in", grantedStations)
  ).execute();
}
