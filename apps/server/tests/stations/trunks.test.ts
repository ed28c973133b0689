import { expect, test } from "vitest";

import { openDesk } from "../support/telephone-desk.ts";

const desk = await openDesk();

const carrier = {
  name: "carrier",
  host: "sip.carrier.example:5070",
  transport: "udp",
  username: "radio",
  password: "s3cret-of-the-carrier",
  registers: true,
  numberFormat: "national",
  anyway: false,
};

test("[AD80] a trunk is tested, saved when it answers or after confirmation, and sent to the exchange", async () => {
  const { owner } = desk.people;
  const at = `/admin/${desk.station}/telephony/trunks`;
  desk.service.trunkTrial = { answers: true, registerStatus: 403 };
  const refused = await desk.post(at, carrier, owner);
  expect(refused.body).toEqual({
    trunk: null,
    trial: { answers: true, registerStatus: 403 },
  });
  expect((await desk.get(at, owner)).body["items"]).toEqual([]);

  desk.service.trunkTrial = { answers: false, registerStatus: 200 };
  const { trunk } = (await desk.post(at, carrier, owner)).body as { trunk: { id: string } };
  expect(trunk).toMatchObject({ name: "carrier", hasPassword: true, registers: true });
  expect(desk.service.givenTrunks).toEqual([
    {
      name: "carrier",
      hosts: ["sip.carrier.example:5070"],
      transport: "udp",
      username: "radio",
      password: "s3cret-of-the-carrier",
      register: true,
      numberFormat: "national",
      keepAliveS: 0,
    },
  ]);

  desk.service.trunkTrial = { answers: false, registerStatus: 0 };
  const change = { ...carrier, name: "other", password: null, version: 1 };
  const put = (body: object) => desk.send("PUT", `${at}/${trunk.id}`, owner, body);
  expect((await put(change)).body["trunk"]).toBeNull();
  expect((await put({ ...change, anyway: true })).body).toMatchObject({
    trunk: { name: "other", version: 2 },
  });
  expect((await put({ ...change, anyway: true })).status).toBe(409);
  expect(desk.service.givenTrunks).toMatchObject([{ name: "other", keepAliveS: 30 }]);
});

test("[AD81] a trunk's password is encrypted, never returned, and required again for another host or user", async () => {
  const { owner, admin } = desk.people;
  const at = `/admin/${desk.station}/telephony/trunks`;
  const answer = JSON.stringify((await desk.get(at, admin)).body);
  const rows = JSON.stringify(await desk.db.selectFrom("trunk").selectAll().execute());
  const audit = JSON.stringify(await desk.db.selectFrom("audit_entry").selectAll().execute());
  expect(audit).toContain("telephony.trunk_added");
  for (const text of [answer, rows, audit]) {
    expect(text).toContain("sip.carrier.example");
    expect(text).not.toContain("s3cret-of-the-carrier");
  }

  const [{ id, version } = { id: "", version: 0 }] = (await desk.get(at, admin)).body["items"] as {
    id: string;
    version: number;
  }[];
  const unchanged = { ...carrier, password: null, anyway: true, version };
  const put = (body: object) => desk.send("PUT", `${at}/${id}`, owner, body);
  for (const moved of [{ host: "198.51.100.7" }, { username: "other" }]) {
    expect(await put({ ...unchanged, ...moved })).toMatchObject({
      status: 400,
      body: { error: { fields: { password: { reason: "trunk_password_needed" } } } },
    });
  }
  const name = { username: null, password: null };
  expect((await put({ ...unchanged, ...name })).body).toMatchObject({
    error: { fields: { username: { reason: "trunk_user_needed" } } },
  });
});

test("[AD82] each reconciliation sends the trunks to the exchange, and no removed one", async () => {
  const { owner } = desk.people;
  const at = `/admin/${desk.station}/telephony/trunks`;
  const [{ id } = { id: "" }] = (await desk.get(at, owner)).body["items"] as { id: string }[];
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
