import { expect, test } from "vitest";

import type { TrunkSetup } from "@linedesk/contract";
import { sampleTrunk as carrier } from "../support/sample-trunk.ts";
import { openDesk } from "../support/telephone-desk.ts";

const desk = await openDesk();
const at = `/admin/${desk.station}/telephony/trunks`;
const { owner } = desk.people;

async function readTrunk(): Promise<TrunkSetup> {
  const [first] = (await desk.get(at, owner)).body["items"] as TrunkSetup[];
  if (first === undefined) {
    throw new Error("There is no trunk.");
  }
  return first;
}

function put({ id }: Pick<TrunkSetup, "id">, body: object) {
  return desk.send("PUT", `${at}/${id}`, owner, body);
}

test("[AD80] a trunk is tested, saved when it answers or after confirmation, and sent to the exchange", async () => {
  desk.service.trunkTrial = { options: 200, register: 403 };
  const refused = await desk.post(at, carrier, owner);
  expect(refused.body).toMatchObject({
    trunk: null,
    trial: {
      works: false,
      hosts: [
        {
          host: "sip.carrier.example",
          options: { isGood: true, reason: "trunk_answers" },
          register: { isGood: false, reason: "trunk_registration_forbidden" },
        },
      ],
    },
  });
  expect((await desk.get(at, owner)).body["items"]).toEqual([]);

  desk.service.trunkTrial = { options: null, register: 200 };
  const { trunk } = (await desk.post(at, carrier, owner)).body as { trunk: { id: string } };
  expect(trunk).toMatchObject({ name: "carrier", hasPassword: true, registers: true });
  expect(desk.service.givenTrunks).toMatchObject([
    {
      name: "carrier",
      hosts: ["sip.carrier.example:5070"],
      username: "radio",
      password: "s3cret-of-the-carrier",
      register: true,
      numberFormat: "national",
      keepAliveS: 0,
    },
  ]);
  expect(desk.service.givenTrunks[0]).not.toHaveProperty("maxCalls");

  desk.service.trunkTrial = { options: null, register: 408 };
  const change = { ...carrier, name: "other", password: null, version: 1 };
  expect((await put(trunk, change)).body["trunk"]).toBeNull();
  expect((await put(trunk, { ...change, anyway: true })).body).toMatchObject({
    trunk: { name: "other", version: 2 },
  });
  expect((await put(trunk, { ...change, anyway: true })).status).toBe(409);
  expect(desk.service.givenTrunks).toMatchObject([{ name: "other", keepAliveS: 30 }]);
});

test("[AD81] a trunk's password is encrypted, never returned, and required again for another host or user", async () => {
  const answer = JSON.stringify((await desk.get(at, desk.people.admin)).body);
  const rows = JSON.stringify(await desk.db.selectFrom("trunk").selectAll().execute());
  const audit = JSON.stringify(await desk.db.selectFrom("audit_entry").selectAll().execute());
  expect(audit).toContain("telephony.trunk_added");
  for (const text of [answer, rows, audit]) {
    expect(text).toContain("sip.carrier.example");
    expect(text).not.toContain("s3cret-of-the-carrier");
  }

  const trunk = await readTrunk();
  const unchanged = { ...carrier, password: null, anyway: true, version: trunk.version };
  const moves = [
    { hosts: ["198.51.100.7"] },
    { hosts: [...carrier.hosts, "198.51.100.7"] },
    { registrar: "198.51.100.7" },
    { username: "other" },
  ];
  for (const moved of moves) {
    expect(await put(trunk, { ...unchanged, ...moved })).toMatchObject({
      status: 400,
      body: { error: { fields: { password: { reason: "trunk_password_needed" } } } },
    });
  }
  const name = { username: null, password: null };
  expect((await put(trunk, { ...unchanged, ...name })).body).toMatchObject({
    error: { fields: { username: { reason: "trunk_user_needed" } } },
  });
});

/** Every setting of a trunk, with another value than its default. */
const everything = {
  hosts: ["sip.carrier.example:5070", "[2001:db8::7]:5071"],
  transport: "tls",
  domain: "radio.example",
  keepAliveS: 60,
  sources: ["203.0.113.0/24", "2001:db8::/32", "192.0.2.1"],
  challenges: true,
  registrar: "registrar.carrier.example",
  registersAs: "+61255500100",
  expiresS: 300,
  channels: 130,
  priority: 7,
  codecs: ["opus", "PCMA"],
  encryption: "required",
  keysInClear: true,
  digits: "info",
  carries: ["+61*", "+64211234567"],
  callerId: "+61255500101",
  numberFormat: "digits",
  country: "64",
  nationalPrefix: "",
  internationalPrefix: "00",
  emergency: true,
  assertsIdentity: false,
};

test("[TR80] each setting of the file of trunks is set in the admin area, returned and sent to the exchange", async () => {
  const trunk = await readTrunk();
  const { version } = trunk;
  const change = { ...carrier, ...everything, name: "other", anyway: true, version };
  desk.service.trunkTrial = { options: 200, register: 200 };

  expect((await put(trunk, change)).body).toMatchObject({ trunk: everything });

  expect(await readTrunk()).toMatchObject(everything);
  expect(desk.service.givenTrunks).toEqual([
    {
      name: "other",
      hosts: everything.hosts,
      transport: "tls",
      domain: "radio.example",
      keepAliveS: 60,
      sources: everything.sources,
      challenge: true,
      username: "radio",
      password: "s3cret-of-the-carrier",
      register: true,
      registrar: "registrar.carrier.example",
      registerAs: "+61255500100",
      registerExpiresS: 300,
      maxCalls: 130,
      priority: 7,
      codecs: ["opus", "PCMA"],
      srtp: "required",
      keysInClear: true,
      digits: "info",
      numbers: everything.carries,
      callerId: "+61255500101",
      numberFormat: "digits",
      country: "64",
      nationalPrefix: "",
      internationalPrefix: "00",
      emergency: true,
      assertIdentity: false,
    },
  ]);
});

test("[TR80] a setting that does not fit is refused at its field", async () => {
  const trunk = await readTrunk();
  const { version } = trunk;
  const change = { ...carrier, name: "other", anyway: true, version };
  const refusals: [object, string, string][] = [
    [{ encryption: "required", transport: "tcp" }, "encryption", "trunk_keys_need_tls"],
    [{ authority: "no PEM" }, "authority", "is_no_certificate"],
    [{ challenges: true, registers: false, username: null }, "username", "trunk_user_needed"],
  ];
  for (const [wrong, field, reason] of refusals) {
    expect(await put(trunk, { ...change, ...wrong })).toMatchObject({
      status: 400,
      body: { error: { fields: { [field]: { reason } } } },
    });
  }
  const unreadable = [
    { hosts: [] },
    { hosts: ["a b"] },
    { sources: ["203.0.113.0/40"] },
    { carries: ["02 5550"] },
    { callerId: "0255500101" },
    { channels: 0 },
    { codecs: [] },
    { expiresS: 5 },
  ];
  for (const wrong of unreadable) {
    expect([wrong, (await put(trunk, { ...change, ...wrong })).status]).toEqual([wrong, 400]);
  }
});

test("[AD82] each reconciliation sends the trunks to the exchange, and no removed one", async () => {
  const { id } = await readTrunk();
  desk.service.givenTrunks = [];
  desk.clock.push(31_000);
  await desk.feature.monitor.tick();
  expect(desk.service.givenTrunks).toMatchObject([{ name: "other" }]);
  desk.service.trunks = [
    { sid: `TK${"1".repeat(32)}`, name: "configured", registered: true, answers: true },
  ];
  expect(await desk.post(at, { ...carrier, name: "configured" }, owner)).toMatchObject({
    status: 409,
    body: { error: { fields: { name: { reason: "is_taken" } } } },
  });

  expect((await desk.send("DELETE", `${at}/${id}`, owner)).body).toEqual({ id });
  expect(desk.service.givenTrunks).toEqual([]);
  expect((await desk.send("DELETE", `${at}/${id}`, owner)).status).toBe(404);
});
