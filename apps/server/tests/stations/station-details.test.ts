import { afterAll, expect, test } from "vitest";

import type { LineDetails, Role, StationDetails, StationMember } from "@linedesk/contract";
import { People } from "../../src/people/people.ts";
import { LiveRadio } from "../support/live-radio.ts";
import { aPerson, aStation, type Person } from "../support/people.ts";
import { aTone, SoundServer } from "../support/sound-server.ts";
import { type Answer, openDesk } from "../support/telephone-desk.ts";

const ISSUER = "https://id.example.com";

const radio = await LiveRadio.open(new Int16Array(8_000).fill(4_000));
const sounds = await SoundServer.open({ "/hold.wav": aTone(1_000, 0.1) });
afterAll(() => Promise.all([radio.close(), sounds.close()]));
const desk = await openDesk({ WEBHOOK_HOSTS: `${radio.host},${sounds.host}` });
const { admin, owner } = desk.people;

async function join({ id }: Person, role: Role, from_group = false): Promise<void> {
  const membership = { user_id: id, station_id: desk.station, role, from_group };
  await desk.db.insertInto("membership").values(membership).execute();
}
function path(rest: string): string {
  return `/admin/${desk.station}${rest}`;
}
function people(): People {
  const named = { ownerEmail: "first@example.com", groupRoles: null };
  return new People(desk.db, named as ConstructorParameters<typeof People>[1]);
}
function aLine(over: Partial<LineDetails> = {}) {
  const none = { holdMusicUrl: null, lineClosedUrl: null, forwardTo: null };
  return { name: "Talkback", number: "02 5550 0177", priority: false, ...none, ...over };
}
async function lineDetails(): Promise<LineDetails[]> {
  return (await desk.get(path("/phoneLines"), admin)).body["items"] as LineDetails[];
}

test("[AD20] the person named by OWNER_EMAIL creates the first station and becomes its owner", async () => {
  const identity = {
    issuer: ISSUER,
    name: "Fay",
    email: "first@example.com",
    groups: [],
    groupsGap: null,
  };
  const user = await people().findOrCreateUser({ ...identity, sub: "fay" });
  const fay = { id: user?.id ?? "", name: "Fay" };
  const line = { name: "Main", number: "02 5550 0190" };
  const wanted = { callSign: "9fay", name: " Fay FM ", line };

  expect((await desk.get("/admin/rights", fay)).body).toEqual({ mayAddStation: true });
  const made = await desk.post("/admin/stations", wanted, fay);

  expect(made).toMatchObject({
    status: 200,
    body: { station: { callSign: "9FAY", name: "Fay FM", role: "owner" } },
  });
  const { id } = made.body["station"] as { id: string };
  expect(await desk.actionsOn(id)).toEqual(["station.added"]);
  expect((await desk.get(`/station/phone_line?station=${id}`, fay)).body).toMatchObject({
    items: [{ number: "+61255500190", name: "Main", open: true }],
  });
  expect(await desk.post("/admin/stations", wanted, fay)).toMatchObject({ status: 409 });
  const sameNumber = { ...wanted, callSign: "8FAY" };
  expect(await desk.post("/admin/stations", sameNumber, fay)).toMatchObject({ status: 409 });
});

test.each([
  "X",
  "phone",
  "Admin",
  "signal",
  "assets",
  "sounds",
  "ingest",
  "de",
  "en-AU",
  "A".repeat(17),
  "2 ZZ",
  "2/Z",
])("[AD20] a station cannot be called %s", async (callSign) => {
  const line = { name: "Main", number: "02 5550 0191" };
  const { status } = await desk.post("/admin/stations", { callSign, name: "No", line }, owner);
  expect(status).toBe(400);
});

test("[AD20] a person who owns no station cannot create one", async () => {
  const line = { name: "Main", number: "02 5550 0192" };
  const wanted = { callSign: "7NO", name: "No", line };
  expect((await desk.get("/admin/rights", admin)).body).toEqual({ mayAddStation: false });
  expect((await desk.post("/admin/stations", wanted, admin)).status).toBe(403);
  expect((await desk.post("/admin/stations", wanted, owner)).status).toBe(200);
});

test("[AD3] [AD25] the station's details are read and changed, with an audit entry", async () => {
  const before = (await desk.get(path("/station"), admin)).body as unknown as StationDetails;
  const { callSign, ...rest } = before;
  const wanted = {
    ...rest,
    name: "Test FM Sydney",
    liveProgrammeUrl: radio.url,
    holdMusicUrl: sounds.url("/hold.wav"),
    maxDialS: 86_400,
    lineClosedWords: "We are back at six.",
    openingHours: {
      timeZone: "Australia/Perth",
      week: [{ day: 1, from: "06:00", to: "24:00" }],
      holidays: [{ day: "2026-12-25", name: "Christmas Day" }],
    },
    forwardTo: "+61270101999",
    priorityLine: (await lineDetails())[0]?.id ?? null,
    logo: "data:image/png;base64,iVBORw0KGgo=",
    colour: "#a006d1",
  };

  expect((await desk.send("PUT", path("/station"), admin, wanted)).body).toEqual({
    callSign,
    ...wanted,
  });
  const [entry] = await desk.audited("station.changed", "details");
  const { logo: _none, ...was } = before;
  const { logo: _logo, ...is } = wanted;
  expect(entry?.details).toEqual({
    before: { ...was, hasLogo: false },
    after: { callSign, ...is, hasLogo: true },
  });
  expect((await lineDetails())[0]?.priority).toBe(true);
  expect((await desk.events()).at(-1)).toMatchObject({ type: "station.stale" });
  await desk.send("PUT", path("/station"), admin, rest);
  expect((await lineDetails())[0]?.priority).toBe(false);
});

test.each([
  ["holdMusicUrl", "ftp://radio.example.com/a"],
  ["lineClosedUrl", "javascript:alert(1)"],
  ["linesBusyUrl", "https://user:secret@radio.example.com/"],
  ["liveProgrammeUrl", "radio"],
  ["maxDialS", 59],
  ["maxDialS", 86_401],
  ["name", " "],
  ["logo", "data:image/svg+xml;base64,PHN2Zz4="],
  ["colour", "red"],
  ["forwardTo", "12"],
  ["priorityLine", "00000000-0000-7000-8000-000000000000"],
])("[AD3] %s cannot be %s", async (field, value) => {
  const { callSign: _sign, ...rest } = (await desk.get(path("/station"), admin))
    .body as unknown as StationDetails;
  const answer = await desk.send("PUT", path("/station"), admin, { ...rest, [field]: value });
  expect(answer).toMatchObject({
    status: 400,
    body: { error: { fields: { [field]: expect.anything() } } },
  });
});

test("[AD22] [AD25] a line is added closed, changed at every seat, and removed", async () => {
  const { status, body } = await desk.post(path("/phoneLines"), aLine(), admin);
  const line = body["line"] as LineDetails;
  expect({ status, line }).toMatchObject({
    status: 200,
    line: { name: "Talkback", number: "+61255500177", open: false },
  });
  expect((await desk.events()).at(-1)).toMatchObject({ type: "line.changed" });

  const changed = aLine({ name: "Drive", priority: true, forwardTo: "0491 570 006" });
  const after = await desk.send("PUT", path(`/phoneLines/${line.id}`), admin, changed);
  expect(after.body["line"]).toMatchObject({ name: "Drive", forwardTo: "+61491570006" });
  expect((await lineDetails()).find(({ id }) => id === line.id)).toMatchObject({ priority: true });

  expect((await desk.send("DELETE", path(`/phoneLines/${line.id}`), admin)).status).toBe(200);
  expect((await lineDetails()).some(({ id }) => id === line.id)).toBe(false);
  expect(await desk.actionsOn(line.id)).toEqual(["line.added", "line.changed", "line.removed"]);
});

test("[AD22] a number belongs to one line, and a line with a call is not removed", async () => {
  const [main] = await lineDetails();
  const taken = aLine({ number: main?.number ?? "" });
  expect((await desk.post(path("/phoneLines"), taken, admin)).status).toBe(409);
  const added = await desk.post(path("/phoneLines"), aLine({ number: "02 5550 0178" }), admin);
  const { id } = added.body["line"] as LineDetails;
  expect((await desk.send("PUT", path(`/phoneLines/${id}`), admin, taken)).status).toBe(409);

  await desk.service.ring(desk.line, "+61491570007");
  expect((await desk.send("DELETE", path(`/phoneLines/${main?.id}`), admin)).status).toBe(409);
  const foreign = await aStation(desk.db, [[admin, "admin"]]);
  const elsewhere = await desk.send("DELETE", `/admin/${foreign}/phoneLines/${id}`, admin);
  expect(elsewhere.status).toBe(404);
});

async function eventsOf({ id }: Person): Promise<string[]> {
  const rows = await desk.db
    .selectFrom("outbox")
    .select("event")
    .where("channel", "=", `private-user-${id}`)
    .orderBy("id")
    .execute();
  return rows.map(({ event }) => event);
}
async function members(): Promise<StationMember[]> {
  return (await desk.get(path("/users"), admin)).body["items"] as StationMember[];
}
function invite(email: string, role: Role, person = admin): Promise<Answer> {
  return desk.post(path("/users"), { email, role }, person);
}

test("[AD23] an invited person has the role from the first sign-in with that verified address", async () => {
  const invited = await invite("new@example.com", "presenter");
  const { user } = invited.body["member"] as StationMember;
  expect(invited.body["member"]).toMatchObject({ invited: true, role: "presenter" });
  expect((await invite("NEW@example.com", "screener")).status).toBe(409);

  const identity = { issuer: ISSUER, sub: "new", name: "Nell", email: "new@example.com" };
  const identityWithoutEmail = {
    ...identity,
    sub: "stranger",
    email: null,
    groups: [],
    groupsGap: null,
  };
  expect((await people().findOrCreateUser(identityWithoutEmail))?.id).not.toBe(user);
  const signedIn = await people().findOrCreateUser({ ...identity, groups: [], groupsGap: null });

  expect(signedIn?.id).toBe(user);
  expect((await members()).find((one) => one.user === user)).toMatchObject({
    name: "Nell",
    role: "presenter",
    invited: false,
  });
});

test("[AD23] [AD25] a role is changed and removed, and the person's consoles get an event for each change", async () => {
  const { screener } = desk.people;
  const before = await eventsOf(screener);
  const change = await desk.send("PUT", path(`/users/${screener.id}`), admin, { role: "producer" });
  expect(change.body["member"]).toMatchObject({ role: "producer" });
  expect((await desk.send("DELETE", path(`/users/${screener.id}`), admin)).status).toBe(200);
  expect((await desk.get(path("/users"), screener)).status).toBe(403);
  expect(await desk.actionsOn(screener.id)).toEqual(["member.changed", "member.removed"]);
  const events = await eventsOf(screener);
  expect(events.slice(before.length)).toEqual(["rights.changed", "rights.changed"]);
});

test("[AD23] an admin cannot change an owner, the last owner stays, and a role from a group cannot be changed", async () => {
  const other = await aPerson(desk.db, "Otto");
  await join(other, "owner");
  const asAdmin = (user: string) =>
    desk.send("PUT", path(`/users/${user}`), admin, { role: "admin" });
  expect((await asAdmin(owner.id)).status).toBe(403);
  expect((await desk.send("DELETE", path(`/users/${owner.id}`), admin)).status).toBe(403);
  expect((await invite("boss@example.com", "owner")).status).toBe(403);
  const own = await desk.send("PUT", path(`/users/${admin.id}`), admin, { role: "owner" });
  expect(own.status).toBe(403);

  expect((await desk.send("DELETE", path(`/users/${other.id}`), owner)).status).toBe(200);
  const owners = (await members()).filter(
    ({ role, user }) => role === "owner" && user !== owner.id,
  );
  for (const { user } of owners) {
    await desk.send("DELETE", path(`/users/${user}`), owner);
  }
  const self = path(`/users/${owner.id}`);
  expect((await desk.send("DELETE", self, owner)).status).toBe(409);
  expect((await desk.send("PUT", self, owner, { role: "admin" })).status).toBe(409);

  const group = await aPerson(desk.db, "Gus");
  await join(group, "screener", true);
  expect((await asAdmin(group.id)).status).toBe(409);
});

test("[AD160] an owner disables a person, who cannot sign in until enabled again and keeps the role", async () => {
  const name = `dis-${crypto.randomUUID()}`;
  const identity = { issuer: ISSUER, sub: name, name, email: `${name}@example.com` };
  const invited = await invite(identity.email, "producer");
  const { user } = invited.body["member"] as StationMember;
  const signIn = () => people().findOrCreateUser({ ...identity, groups: [], groupsGap: null });
  const setActive = (whom: string, active: boolean, by = owner) =>
    desk.send("PUT", path(`/users/${whom}/active`), by, { active });
  expect((await signIn())?.id).toBe(user);
  expect((await setActive(user, false, admin)).status).toBe(403);

  expect((await setActive(user, false)).body["member"]).toMatchObject({ disabled: true });
  expect((await setActive(user, false)).status).toBe(200);
  expect(await signIn()).toBeNull();
  expect((await members()).find((one) => one.user === user)).toMatchObject({
    role: "producer",
    disabled: true,
  });
  expect((await setActive(user, true)).body["member"]).toMatchObject({ disabled: false });
  expect((await signIn())?.id).toBe(user);
  const entries = [
    "member.invited",
    "user.signed_in",
    "member.disabled",
    "user.sign_in_refused",
    "member.enabled",
    "user.signed_in",
  ];
  expect(await desk.actionsOn(user)).toEqual(entries);

  expect((await setActive(owner.id, false)).status).toBe(409);
  expect((await setActive(desk.station, false)).status).toBe(404);
  await aStation(desk.db, [[{ id: user, name: "Dis" }, "screener"]]);
  expect((await setActive(user, false)).status).toBe(409);
  const named = {
    ...identity,
    sub: "fay",
    email: "first@example.com",
    groups: [],
    groupsGap: null,
  };
  const first = (await people().findOrCreateUser(named))?.id ?? "";
  expect((await setActive(first, false)).body).toMatchObject({
    error: { message: "The configuration names this person as owner. Change it there." },
  });
});
