import { may, mayGrant, type Permission, type Role, type StationMember } from "@linedesk/contract";
import { type Actor, recordAudit } from "../platform/db/audit-store.ts";
import type { Db, Trx } from "../platform/db/database.ts";
import { lockEdit } from "../platform/db/lock-edit-store.ts";
import { ApiError, requireFound } from "../platform/http/errors.ts";
import { mergeChanges, type Seen } from "../platform/http/merge-changes.ts";
import { publishToUser } from "../platform/realtime/publish.ts";
import {
  countOwners,
  deleteMember,
  findOrInvite,
  findStationMember,
  isDisabled,
  isNamedOwner,
  listStationMembers,
  updateDisabled,
  updateMemberRole,
} from "./member-store.ts";
import { findRole, isAnyOwner, listMemberships } from "./role-store.ts";
import { findMember, grantRole } from "./user-store.ts";

export const readMembers = listStationMembers;
export const readRole = findRole;
export const mayAddStation = isAnyOwner;
export const findActiveMember = findMember;

export async function makeOwner(trx: Trx, user: string, station: string): Promise<void> {
  await grantRole(trx, { userId: user, stationId: station, role: "owner", fromGroup: false });
}

interface MemberRequest {
  station: string;
  asker: string | null;
  actor: Actor;
}

/**
 * Gives a role to the person with this e-mail address. The role applies immediately if the person
 * has signed in before, otherwise from the first sign-in with the verified address.
 */
export async function inviteMember(
  db: Db,
  request: MemberRequest & { email: string; role: Role },
): Promise<StationMember> {
  const { station, actor, email, role } = request;
  return db.transaction().execute(async (trx) => {
    requireMayGive(await lockMembers(trx, request, "admin"), role);
    const user = await findOrInvite(trx, email);
    if ((await findStationMember(trx, station, user)) !== null) {
      throw new ApiError("member_has_role");
    }
    await grantRole(trx, { userId: user, stationId: station, role, fromGroup: false });
    await note(trx, { actor, action: "member.invited", station, user, details: { email, role } });
    return requireMember(trx, station, user);
  });
}

export async function changeMember(
  db: Db,
  change: MemberRequest & { user: string; role: Role; seen?: Seen<{ role: Role }> | undefined },
): Promise<StationMember> {
  const { station, actor, user, seen } = change;
  return db.transaction().execute(async (trx) => {
    const own = await lockMembers(trx, change, "admin");
    requireMayGive(own, change.role);
    const before = await requireChangeable(trx, { station, own, user });
    const wanted = { role: change.role };
    const { role } = mergeChanges({ before: { role: before.role }, wanted, seen });
    if (may(before.role, "own") && !may(role, "own")) {
      await requireAnotherOwner(trx, station);
    }
    await updateMemberRole(trx, { station, user, role });
    const details = { before: before.role, after: role };
    await note(trx, { actor, action: "member.changed", station, user, details });
    return requireMember(trx, station, user);
  });
}

export async function removeMember(db: Db, request: MemberRequest & { user: string }) {
  const { station, actor, user } = request;
  return db.transaction().execute(async (trx) => {
    const own = await lockMembers(trx, request, "admin");
    const before = await requireChangeable(trx, { station, own, user });
    if (may(before.role, "own")) {
      await requireAnotherOwner(trx, station);
    }
    await deleteMember(trx, station, user);
    const details = { before: before.role };
    await note(trx, { actor, action: "member.removed", station, user, details });
    return user;
  });
}

/**
 * A disabled person cannot sign in at any station, so this change needs an owner of each of the
 * person's stations. Sessions, sockets, softphones and lines end within seconds.
 */
export async function setMemberActive(
  db: Db,
  request: MemberRequest & { asker: string; user: string; active: boolean; at: Date },
): Promise<StationMember> {
  const { station, actor, user, active, at } = request;
  return db.transaction().execute(async (trx) => {
    await lockMembers(trx, request, "own");
    const before = await requireMember(trx, station, user);
    if (before.disabled === !active) {
      return before;
    }
    await requireMayDisable(trx, request);
    await updateDisabled(trx, user, active ? null : at);
    const action = active ? "member.enabled" : "member.disabled";
    await note(trx, { actor, action, station, user, details: { role: before.role } });
    return requireMember(trx, station, user);
  });
}

/**
 * Lets changes of members at all stations run one after the other, because two owners who remove
 * each other at the same time would leave no owner. Repeats the check of the asker's permission
 * under the lock, and returns the asker's role.
 */
async function lockMembers(
  trx: Trx,
  { station, asker }: Pick<MemberRequest, "station" | "asker">,
  permission: Permission,
): Promise<Role> {
  await lockEdit(trx, "members");
  if (asker === null) {
    return "owner";
  }
  if (await isDisabled(trx, asker)) {
    throw new ApiError("account_disabled");
  }
  const held = await findRole(trx, asker, station);
  if (held === null) {
    throw new ApiError("not_a_member");
  }
  if (!may(held.role, permission)) {
    throw new ApiError({ reason: "role_may_not", params: { role: held.role } });
  }
  return held.role;
}

async function requireMayDisable(trx: Trx, { asker, user }: { asker: string; user: string }) {
  if (asker === user) {
    throw new ApiError("own_account_disabled");
  }
  if (await isNamedOwner(trx, user)) {
    throw new ApiError("configured_owner");
  }
  const [own, theirs] = await Promise.all([
    listMemberships(trx, [asker]),
    listMemberships(trx, [user]),
  ]);
  const isOwned = ({ stationId }: { stationId: string }) =>
    own.some((held) => held.stationId === stationId && may(held.role, "own"));
  if (!theirs.every(isOwned)) {
    throw new ApiError("member_works_elsewhere");
  }
}

/**
 * An admin cannot grant or change the role of owner. Otherwise any admin could become owner of the
 * station.
 */
function requireMayGive(own: Role, role: Role): void {
  if (!mayGrant(own, role)) {
    throw new ApiError("only_owner_makes_owner");
  }
}

async function requireChangeable(
  trx: Trx,
  { station, own, user }: { station: string; own: Role; user: string },
): Promise<StationMember> {
  const found = await requireMember(trx, station, user);
  if (!mayGrant(own, found.role)) {
    throw new ApiError("only_owner_changes_owner");
  }
  if (found.fromGroup) {
    throw new ApiError("role_from_group");
  }
  return found;
}

async function requireAnotherOwner(trx: Trx, station: string): Promise<void> {
  if ((await countOwners(trx, station)) < 2) {
    throw new ApiError("station_needs_owner");
  }
}

async function requireMember(db: Db, station: string, user: string): Promise<StationMember> {
  return requireFound(await findStationMember(db, station, user), "no_such_member");
}

interface MemberEntry {
  actor: Actor;
  action: string;
  station: string;
  user: string;
  details: Record<string, unknown>;
}

async function note(trx: Trx, { user, ...entry }: MemberEntry): Promise<void> {
  await recordAudit(trx, { ...entry, subject: ["user", user] });
  await publishToUser(trx, user, { type: "rights.changed" });
}
