import { may, roles } from "@linedesk/contract";
import type { Config } from "../config/config.ts";
import { type AuditEntry, recordAudit, systemActor } from "../platform/db/audit-store.ts";
import type { Db, Trx } from "../platform/db/database.ts";
import { lockEdit } from "../platform/db/lock-edit-store.ts";
import type { Session } from "../platform/http/session-guard.ts";
import { publishToUser } from "../platform/realtime/publish.ts";
import { followEmail, isSameAddress } from "./follow-email.ts";
import { type GroupRole, parseGroupRoles } from "./group-roles.ts";
import { countOwners } from "./member-store.ts";
import { listMemberships, type Membership } from "./role-store.ts";
import {
  bindUser,
  findStations,
  findUserBySubject,
  type GrantedRole,
  grantGroupRole,
  grantRole,
  insertUser,
  markOwner,
  renameUser,
  revokeGroupRoles,
  type StoredUser,
} from "./user-store.ts";

export interface OidcIdentity {
  issuer: string;
  sub: string;
  name: string;
  /** The value is `null` when the issuer did not verify the e-mail address. */
  email: string | null;
  groups: readonly string[];
  /** The reason why the groups are not known; `null` when they are. */
  groupsGap: GroupsGap | null;
}

/**
 * The reason why a person's groups are not known. The issuer's answer names another source, has too
 * many groups or has entries that are not names, or the issuer did not answer.
 */
export type GroupsGap = "elsewhere" | "too_many" | "unreadable" | "unanswered";

/** The address and request of a sign-in, a sign-out or a refused change, for log and audit. */
export interface RequestSource {
  address: string | null;
  requestId: string | null;
}

const NO_SOURCE: RequestSource = { address: null, requestId: null };

export type User = Session["user"];

/**
 * Decides who may sign in and with which roles: any person whom the issuer identifies and who is
 * not disabled. The configuration names the first owner, and groups can give roles.
 */
export class People {
  readonly #db: Db;
  readonly #ownerEmail: string | null;
  readonly #groupRoles: GroupRole[];

  constructor(db: Db, { ownerEmail, groupRoles }: Config["auth"]) {
    this.#db = db;
    this.#ownerEmail = ownerEmail;
    this.#groupRoles = parseGroupRoles(groupRoles);
  }

  async findOrCreateUser(person: OidcIdentity, source = NO_SOURCE): Promise<User | null> {
    return this.#db.transaction().execute(async (trx) => {
      // Changes of people run one after the other, so that one owner always remains.
      await lockEdit(trx, "members");
      const user = await this.#findOrInsertUser(trx, person);
      if (user === null) {
        return null;
      }
      if (user.disabled) {
        const details = { reason: "account disabled" };
        await noteAtStations(trx, user.id, { source, action: "user.sign_in_refused", details });
        return null;
      }
      await this.#grantRoles(trx, user, person);
      await noteAtStations(trx, user.id, { source, action: "user.signed_in" });
      if (person.groupsGap !== null && this.#groupRoles.length > 0) {
        const details = { reason: GAP_WORDS[person.groupsGap] };
        await noteAtStations(trx, user.id, { source, action: "user.groups_left_out", details });
      }
      return { id: user.id, name: person.name, email: user.email };
    });
  }

  /**
   * Only `sub` of the issuer identifies a person. A verified e-mail address binds a user who has no
   * `sub` of this issuer.
   */
  async #findOrInsertUser(db: Trx, person: OidcIdentity): Promise<StoredUser | null> {
    const { issuer, sub: subject, name, email } = person;
    const known = await findUserBySubject(db, { issuer, subject });
    if (known !== null) {
      await renameUser(db, known.id, name);
      return followEmail(db, known, { email, ownerEmail: this.#ownerEmail });
    }
    const invited = email === null ? null : await bindUser(db, email, { issuer, subject, name });
    if (invited !== null) {
      return invited;
    }
    const made = await insertUser(db, { issuer, subject, name, email });
    if (made !== null) {
      return made;
    }
    // Another request has just created the user, or another user has the address.
    return (
      (await findUserBySubject(db, { issuer, subject })) ??
      insertUser(db, { issuer, subject, name, email: null })
    );
  }

  noteSignOut(userId: string, source: RequestSource): Promise<void> {
    return noteAtStations(this.#db, userId, { source, action: "user.signed_out" });
  }

  /** Notes that a page of another origin requested a change with the person's cookies. */
  noteForeignChange(userId: string, source: RequestSource, request: string): Promise<void> {
    const details = { reason: "page of another origin", request };
    return noteAtStations(this.#db, userId, { source, action: "user.change_refused", details });
  }

  async #grantRoles(db: Trx, user: StoredUser, person: OidcIdentity): Promise<void> {
    // If the groups are not known, the roles stay as they are, because this does not mean "no
    // groups".
    if (person.groupsGap === null) {
      await this.#grantGroupRoles(db, user, person);
    }
    const isOwner = this.#isOwner(user);
    await markOwner(db, user.id, isOwner);
    if (!isOwner) {
      return;
    }
    for (const stationId of await findStations(db, null)) {
      await grantRole(db, { userId: user.id, stationId, role: "owner", fromGroup: false });
    }
  }

  async #grantGroupRoles(db: Trx, user: StoredUser, person: OidcIdentity): Promise<void> {
    const before = await listMemberships(db, [user.id]);
    const granted = await this.#resolveGroupRoles(db, person);
    for (const { stationId } of await findLastOwned(db, before, granted)) {
      granted.set(stationId, { role: "owner", group: null });
    }
    for (const [stationId, given] of granted) {
      await grantGroupRole(db, { userId: user.id, stationId, ...given });
    }
    await revokeGroupRoles(db, user.id, [...granted.keys()]);
    const after = await listMemberships(db, [user.id]);
    const isSame = ({ stationId, role }: Membership) =>
      after.some((one) => one.stationId === stationId && one.role === role);
    if (!before.every(isSame)) {
      // After this event, data that was signed for the earlier role is invalid.
      await publishToUser(db, user.id, { type: "rights.changed" });
    }
  }

  #isOwner({ email }: StoredUser): boolean {
    return isSameAddress(email, this.#ownerEmail);
  }

  async #resolveGroupRoles(db: Db, { groups }: OidcIdentity): Promise<Map<string, GrantedRole>> {
    const granted = new Map<string, GrantedRole>();
    for (const { group, callSign, role } of this.#groupRoles) {
      if (!groups.includes(group)) {
        continue;
      }
      for (const station of await findStations(db, callSign)) {
        const held = granted.get(station);
        if (held === undefined || roles.indexOf(role) > roles.indexOf(held.role)) {
          granted.set(station, { role, group });
        }
      }
    }
    return granted;
  }
}

const GAP_WORDS: Record<GroupsGap, string> = {
  elsewhere: "The issuer left the groups out of its answer",
  too_many: "The issuer sent more than 1,000 groups",
  unreadable: "The issuer sent groups that are not names",
  unanswered: "The issuer did not answer the request for the groups",
};

interface Note {
  source: RequestSource;
  action: string;
  details?: AuditEntry["details"];
}

/** Records an action of the person in the audit of each of the person's stations. */
async function noteAtStations(db: Db, userId: string, { source, ...entry }: Note): Promise<void> {
  const actor = { userId, ...source };
  const memberships = await listMemberships(db, [userId]);
  const stations = memberships.map(({ stationId }) => stationId);
  for (const station of stations.length === 0 ? [null] : stations) {
    await recordAudit(db, {
      ...entry,
      details: entry.details ?? {},
      actor,
      station,
      subject: ["user", userId],
    });
  }
}

/**
 * Returns the owner roles that stay because the person is the last owner, although the groups no
 * longer give them. Records each of them in the audit.
 */
async function findLastOwned(
  trx: Trx,
  memberships: readonly Membership[],
  granted: ReadonlyMap<string, GrantedRole>,
): Promise<Membership[]> {
  const last: Membership[] = [];
  for (const membership of memberships) {
    const { stationId: station, userId, role } = membership;
    const given = granted.get(station);
    const staysOwner = given !== undefined && may(given.role, "own");
    const isTaken = membership.fromGroup && may(role, "own") && !staysOwner;
    if (isTaken && (await countOwners(trx, station)) < 2) {
      last.push(membership);
      await recordAudit(trx, {
        actor: systemActor,
        action: "member.kept",
        station,
        subject: ["user", userId],
        details: { role, reason: "last owner" },
      });
    }
  }
  return last;
}
