import { afterAll, expect, test } from "vitest";

import { createLogger } from "../../src/platform/logger.ts";
import { createPromotionJob } from "../../src/prizes/open-promotion.ts";
import { aStation } from "../support/people.ts";
import { PromotionServer } from "../support/promotion-server.ts";
import { openDesk } from "../support/telephone-desk.ts";
import { usePrizes } from "../support/use-prizes.ts";

const KEY = "a key of the tests, of 32 characters and more";
const integrations = { key: KEY, hosts: ["127.0.0.1"] };

const outside = await PromotionServer.start();
afterAll(() => outside[Symbol.asyncDispose]());
const desk = await openDesk({ INTEGRATION_KEY: KEY, INTEGRATION_HOSTS: "127.0.0.1" });
const { aPrize, record } = usePrizes(desk);

function choose(body: object, person = desk.people.owner) {
  const change = { url: outside.url, secret: outside.secret, anyway: false, ...body };
  return desk.send("PUT", `/admin/${desk.station}/promotion`, person, change);
}
async function shown() {
  return (await desk.get(`/admin/${desk.station}/integrations`, desk.people.admin)).body[
    "promotion"
  ];
}
async function sendWin(number: string): Promise<number> {
  const { id } = await desk.ring(number);
  const before = outside.wins.length;
  expect((await record(id, await aPrize(1))).status).toBe(200);
  const { db, clock } = desk;
  const log = createLogger({ level: "silent" });
  const [job] = createPromotionJob({ db, clock, log, promotion: null, integrations });
  await job?.run();
  return before;
}

test("[AD166] owners set the promotion system, which is tested before it is saved and then gets the wins immediately", async () => {
  const first = await sendWin("+61491570101");
  expect(outside.wins).toHaveLength(first);
  expect((await choose({ url: "https://10.0.0.8/promo" })).body).toMatchObject({
    error: { fields: { url: { reason: "address_inside_network" } } },
  });
  expect((await choose({ secret: null })).body).toMatchObject({
    error: { fields: { secret: { reason: "is_needed" } } },
  });
  outside.behaviour = 401;
  expect((await choose({})).body).toEqual({ saved: false, trial: "refuses" });
  outside.behaviour = "answer";
  expect((await choose({ url: "http://127.0.0.1:9/promo" })).body).toEqual({
    saved: false,
    trial: "silent",
  });
  expect(await shown()).toMatchObject({ host: null });

  expect((await choose({})).body).toEqual({ saved: true, trial: "answers" });
  const { host } = new URL(outside.url);
  expect(await shown()).toMatchObject({
    host,
    chosen: { url: outside.url },
    state: { system: "outside", state: "up" },
  });
  const row = await desk.db.selectFrom("promotion_system").selectAll().executeTakeFirstOrThrow();
  expect(row.secret).not.toContain(outside.secret);
  const sent = await sendWin("+61491570102");
  await expect.poll(() => outside.wins.length).toBe(sent + 1);
  expect(outside.badlySigned).toEqual([]);
});

test("[AD166] the secret is kept only for the same origin, and appears in no answer and no audit entry", async () => {
  await choose({});
  expect((await choose({ secret: null })).body).toMatchObject({ saved: true });
  const elsewhere = { url: "http://127.0.0.1:9/promo", secret: null };
  expect((await choose(elsewhere)).status).toBe(400);
  expect((await choose({ ...elsewhere, secret: outside.secret, anyway: true })).body).toEqual({
    saved: true,
    trial: "silent",
  });
  expect(outside.badlySigned).toEqual([]);

  const entries = await desk.db
    .selectFrom("audit_entry")
    .select(["action", "details"])
    .where("action", "like", "promotion.%")
    .execute();
  expect(entries.length).toBeGreaterThan(2);
  // The system gets callers of other stations too, and their owners see that in the audit.
  const neighbour = await aStation(desk.db, []);
  await choose({});
  const theirs = await desk.db
    .selectFrom("audit_entry")
    .select(["subject_id"])
    .where("station_id", "=", neighbour)
    .where("action", "=", "promotion.changed")
    .execute();
  expect(theirs).toEqual([{ subject_id: desk.station }]);
  expect(JSON.stringify([entries, await shown()])).not.toContain(outside.secret);
});

test("[AD166] without a promotion system the built-in registry keeps the wins", async () => {
  await choose({});
  const path = `/admin/${desk.station}/promotion`;
  expect((await desk.send("DELETE", path, desk.people.owner)).status).toBe(200);
  expect((await desk.send("DELETE", path, desk.people.owner)).status).toBe(404);
  expect(await shown()).toMatchObject({ host: null, state: { system: "builtin" } });
  const last = await sendWin("+61491570103");
  expect(outside.wins).toHaveLength(last);
});
