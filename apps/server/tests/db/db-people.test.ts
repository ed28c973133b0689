import { beforeEach, describe, expect, test } from "vitest";

import { type Role, userChannel } from "@linedesk/contract";
import { makeConfig, readSettings, type Config } from "../../src/config/config.ts";
import type { Secrets } from "../../src/config/secrets.ts";
import { findOrInvite, findStationMember, isNamedOwner } from "../../src/people/member-store.ts";
import { setMemberActive } from "../../src/people/members.ts";
import { People, type OidcIdentity } from "../../src/people/people.ts";
import { findRole } from "../../src/people/role-store.ts";
import { grantRole } from "../../src/people/user-store.ts";
import { systemActor } from "../../src/platform/db/audit-store.ts";
import { uuidV7 } from "../../src/platform/db/uuid.ts";
import { openTestDatabase } from "../support/database.ts";
import { aPerson, aStation } from "../support/people.ts";

const database = await openTestDatabase();
const { db } = database;

let sub: string;
beforeEach(() => {
  sub = uuidV7();
});

function authOf(env: Record<string, string> = {}): Config["auth"] {
  return makeConfig(readSettings(env), {} as Secrets).auth;
}

function people(env?: Record<string, string>): People {
  return new People(db, authOf(env));
}

async function callSignOf(station: string): Promise<string> {
  const row = db.selectFrom("station").select("call_sign").where("id", "=", station);
  return (await row.executeTakeFirstOrThrow()).call_sign;
}

function anIdentity(changes: Partial<OidcIdentity> = {}): OidcIdentity {
  return {
    issuer: "https://issuer.example.com",
    sub,
    name: "Fay",
    email: `fay-${sub}@example.com`,
    groups: [],
    groupsGap: null,
    ...changes,
  };
}

test("[AU37] a person whom an admin entered is found by the verified address", async () => {
  const known = await aPerson(db, "Gus");
  const email = `gus-${known.id}@example.com`;

  const user = await people().findOrCreateUser(anIdentity({ email: email.toUpperCase() }));

  expect(user?.id).toBe(known.id);
});

test("[AU37] a new sub with the address of a person who has signed in is a new person", async () => {
  const email = `fay-${sub}@example.com`;
  const station = await aStation(db);
  const owner = { OWNER_EMAIL: email };
  const fay = await people(owner).findOrCreateUser(anIdentity());

  const other = await people(owner).findOrCreateUser(anIdentity({ sub: uuidV7() }));
  const fayAgain = await people(owner).findOrCreateUser(anIdentity());

  expect(other?.id).not.toBe(fay?.id);
  expect(other?.email).toBeNull();
  expect(fayAgain).toEqual(fay);
  expect((await findRole(db, fay?.id ?? "", station))?.role).toBe("owner");
  expect(await findRole(db, other?.id ?? "", station)).toBeNull();
});

test("[AU37] simultaneous sign-ins with one address and different subs are different people, and only one of them is the invited person", async () => {
  const invited = await aPerson(db, "Hal");
  const email = `hal-${invited.id}@example.com`;

  const users = await Promise.all(
    Array.from({ length: 4 }, () =>
      people().findOrCreateUser(anIdentity({ sub: uuidV7(), email })),
    ),
  );

  expect(new Set(users.map((user) => user?.id)).size).toBe(4);
  expect(users.filter((user) => user?.id === invited.id)).toHaveLength(1);
});

test("[AU37] a person who now signs in with another issuer is the same person", async () => {
  const before = await people().findOrCreateUser(anIdentity());

  const after = await people().findOrCreateUser(
    anIdentity({ issuer: "https://new.example.com", sub: uuidV7() }),
  );

  expect(after?.id).toBe(before?.id);
});

test("several sign-ins with one sub at the same moment create one person", async () => {
  const users = await Promise.all(
    Array.from({ length: 4 }, () => people().findOrCreateUser(anIdentity())),
  );

  expect(new Set(users.map((user) => user?.id)).size).toBe(1);
});

test("[AU33] the first owner comes from the configuration, by the verified address", async () => {
  const station = await aStation(db);
  const owner = { OWNER_EMAIL: `boss-${sub}@example.com` };
  const email = `Boss-${sub}@example.com`;

  const unproven = await people(owner).findOrCreateUser(anIdentity({ sub: uuidV7(), email: null }));
  const boss = await people(owner).findOrCreateUser(anIdentity({ email }));

  expect(await findRole(db, unproven?.id ?? "", station)).toBeNull();
  expect((await findRole(db, boss?.id ?? "", station))?.role).toBe("owner");
});

test("[AU33] [AU37] an address from a later sign-in does not make a person an owner", async () => {
  const station = await aStation(db);
  const email = `chief-${sub}@example.com`;
  const mallory = anIdentity({ sub: uuidV7(), email: `mallory-${sub}@example.com` });
  const known = await people({ OWNER_EMAIL: email }).findOrCreateUser(mallory);

  const later = await people({ OWNER_EMAIL: email }).findOrCreateUser({ ...mallory, email });

  expect(later?.id).toBe(known?.id);
  expect(await findRole(db, known?.id ?? "", station)).toBeNull();
});

describe("[AU76] another verified address of the issuer", () => {
  const named = (name: string) => `${name}-${sub}@example.com`;

  test("is the address of the person from then on", async () => {
    const before = await people().findOrCreateUser(anIdentity({ email: named("smith") }));

    const after = await people().findOrCreateUser(anIdentity({ email: named("ng"), name: "Anna" }));

    expect(after).toEqual({ id: before?.id, name: "Anna", email: named("ng") });
  });

  test("gives the roles that were given to it, and the higher one at each station", async () => {
    const [one, two, three] = [await aStation(db), await aStation(db), await aStation(db)];
    const anna = await people().findOrCreateUser(anIdentity({ email: named("smith") }));
    const invited = await db.transaction().execute((trx) => findOrInvite(trx, named("NG")));
    await grant(anna?.id ?? "", { [two]: "screener", [three]: "admin" });
    await grant(invited, { [one]: "producer", [two]: "owner", [three]: "presenter" });

    await people().findOrCreateUser(anIdentity({ email: named("ng") }));

    const held = [one, two, three].map((station) => findRole(db, anna?.id ?? "", station));
    const given = (await Promise.all(held)).map((one) => one?.role);
    expect(given).toEqual(["producer", "owner", "admin"]);
    expect(await findStationMember(db, one, invited)).toBeNull();
  });

  test("stays with the person who has it", async () => {
    await people().findOrCreateUser(anIdentity({ sub: uuidV7(), email: named("taken") }));
    await people().findOrCreateUser(anIdentity({ email: named("smith") }));

    const after = await people().findOrCreateUser(anIdentity({ email: named("taken") }));

    expect(after?.email).toBe(named("smith"));
  });

  test("does not replace the address of the person of `OWNER_EMAIL`, nor does a missing address", async () => {
    const owner = { OWNER_EMAIL: named("boss") };
    const boss = anIdentity({ email: named("boss") });
    await people(owner).findOrCreateUser(boss);

    const after = await people(owner).findOrCreateUser({ ...boss, email: named("other") });
    const unproven = await people(owner).findOrCreateUser({ ...boss, email: null });

    expect([after?.email, unproven?.email]).toEqual([named("boss"), named("boss")]);
    expect(await db.transaction().execute((trx) => isNamedOwner(trx, after?.id ?? ""))).toBe(true);
  });

  async function grant(userId: string, given: Record<string, Role>): Promise<void> {
    for (const [stationId, role] of Object.entries(given)) {
      await grantRole(db, { userId, stationId, role, fromGroup: false });
    }
  }
});

test("[AU33] a person without an address becomes the owner at the first sign-in with a verified one", async () => {
  const station = await aStation(db);
  const email = `late-${sub}@example.com`;
  const person = anIdentity({ sub: uuidV7(), email: null });
  const first = await people({ OWNER_EMAIL: email }).findOrCreateUser(person);
  expect(await findRole(db, first?.id ?? "", station)).toBeNull();

  const later = await people({ OWNER_EMAIL: email }).findOrCreateUser({ ...person, email });

  expect(later?.id).toBe(first?.id);
  expect((await findRole(db, first?.id ?? "", station))?.role).toBe("owner");
});

test("[AU37] an address that another person has is not given to a second one", async () => {
  const email = `taken-${sub}@example.com`;
  await people().findOrCreateUser(anIdentity({ sub: uuidV7(), email }));
  const second = anIdentity({ sub: uuidV7(), email: null });
  await people().findOrCreateUser(second);

  const later = await people().findOrCreateUser({ ...second, email: email.toUpperCase() });

  expect(later?.email).toBeNull();
});

test("[AU34] [RL6] groups give roles, the highest wins, a person who leaves a group loses its role, and open consoles get an event for each change", async () => {
  const station = await aStation(db);
  const callSign = await callSignOf(station);
  const roles = { OIDC_ROLES: `news=${callSign}:screener,bosses=${callSign}:admin` };
  async function roleAfter(groups: string[]) {
    const user = await people(roles).findOrCreateUser(anIdentity({ groups }));
    return (await findRole(db, user?.id ?? "", station))?.role ?? null;
  }

  async function changes() {
    const user = await people().findOrCreateUser(anIdentity());
    const mine = db.selectFrom("outbox").select("event").orderBy("id");
    const events = await mine.where("channel", "=", userChannel(user?.id ?? "")).execute();
    return events.map(({ event }) => event);
  }

  expect(await roleAfter(["news"])).toBe("screener");
  expect(await roleAfter(["news"])).toBe("screener");
  expect(await roleAfter(["bosses", "news"])).toBe("admin");
  expect(await roleAfter([])).toBeNull();
  expect(await changes()).toEqual(["rights.changed", "rights.changed"]);
});

test("[AD23] a role shows the group that gives it, and the last owner stays owner without a group", async () => {
  const station = await aStation(db);
  const roles = { OIDC_ROLES: "desk=*:screener,news=*:owner,bosses=*:owner" };
  async function memberAfter(groups: string[]) {
    const user = await people(roles).findOrCreateUser(anIdentity({ groups }));
    const member = await findStationMember(db, station, user?.id ?? "");
    return [member?.role, member?.fromGroup, member?.group];
  }

  expect(await memberAfter(["desk"])).toEqual(["screener", true, "desk"]);
  expect(await memberAfter(["bosses", "desk", "news"])).toEqual(["owner", true, "news"]);
  expect(await memberAfter(["bosses"])).toEqual(["owner", true, "bosses"]);
  expect(await memberAfter([])).toEqual(["owner", true, null]);

  const hand = await aPerson(db, "Ada");
  const other = await aStation(db, [[hand, "producer"]]);
  const member = await findStationMember(db, other, hand.id);
  expect([member?.fromGroup, member?.group]).toEqual([false, null]);
});

test("[AU34] a group neither changes nor removes a role that a person gave", async () => {
  const user = await people().findOrCreateUser(anIdentity());
  const station = await aStation(db, [[{ id: user?.id ?? "", name: "Fay" }, "producer"]]);
  const roles = { OIDC_ROLES: "news=*:screener,bosses=*:owner" };

  for (const groups of [[], ["news"], ["bosses"], []]) {
    await people(roles).findOrCreateUser(anIdentity({ groups }));
    expect((await findRole(db, user?.id ?? "", station))?.role).toBe("producer");
  }
});

test("[AU34] [AD160] groups never remove the last owner of a station, even at simultaneous changes", async () => {
  for (let round = 0; round < 6; round += 1) {
    const names = ["Ann", "Ben"];
    const station = await aStation(db);
    const callSign = await callSignOf(station);
    const roles = { OIDC_ROLES: `bosses=${callSign}:owner,news=${callSign}:screener` };
    const signIn = (name: string, groups: string[]) =>
      people(roles).findOrCreateUser(anIdentity({ sub: `${name} ${station}`, name, groups }));
    const owners = await Promise.all(names.map((name) => signIn(name, ["bosses"])));
    const [ann = "", ben = ""] = owners.map((owner) => owner?.id ?? "");

    const disabling = { station, asker: ann, actor: { ...systemActor, userId: ann }, user: ben };
    const others: (() => Promise<unknown>)[] = [
      () => signIn("Ben", ["news"]),
      () => signIn("Ben", []),
      () => setMemberActive(db, { ...disabling, active: false, at: new Date() }),
    ];
    const leave = () => signIn("Ann", round % 2 === 0 ? [] : ["news"]);
    const changes = [leave, ...others.slice(round % 3, (round % 3) + 1)];
    const inTurn = round < 3 ? changes : changes.toReversed();
    await Promise.allSettled(inTurn.map(async (change) => change()));

    const left = await db
      .selectFrom("membership as m")
      .innerJoin("user as u", "u.id", "m.user_id")
      .select("u.id")
      .where("m.station_id", "=", station)
      .where("m.role", "=", "owner")
      .where("u.disabled_at", "is", null)
      .execute();
    expect([round, left.length]).toEqual([round, 1]);
    const entries = await db
      .selectFrom("audit_entry")
      .select(["subject_id", "details"])
      .where("station_id", "=", station)
      .where("action", "=", "member.kept")
      .execute();
    if (entries.length > 0) {
      const details = { role: "owner", reason: "last owner" };
      expect(entries).toEqual([{ subject_id: left[0]?.id, details }]);
    }
    // With another owner, the groups revoke the roles that they gave.
    const cyd = await signIn("Cyd", ["bosses"]);
    expect((await findRole(db, cyd?.id ?? "", station))?.role).toBe("owner");
    await signIn(left[0]?.id === ann ? "Ann" : "Ben", []);
    expect(await findRole(db, left[0]?.id ?? "", station)).toBeNull();
  }
});
