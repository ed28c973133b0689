import { Webhook } from "standardwebhooks";
import { afterAll, beforeEach, expect, onTestFinished, test } from "vitest";

import { type AddressLookup, systemClock, TokenBuckets } from "@linedesk/base";
import type { Integration, IntegrationDelivery, NumbersFrom, PrizeWin } from "@linedesk/contract";
import { sendChatMessage } from "../../src/chat/chat.ts";
import { pruneDeliveryLog } from "../../src/integrations/deliveries.ts";
import { SecretSeal } from "../../src/integrations/secret-seal.ts";
import { WebhookClient } from "../../src/integrations/webhook-client.ts";
import {
  FAILED_AFTER_MS,
  RETRY_DELAYS_MS,
  WebhookSender,
} from "../../src/integrations/webhook-sender.ts";
import { createLogger } from "../../src/platform/logger.ts";
import { aStation } from "../support/people.ts";
import { type Answer, openDesk } from "../support/telephone-desk.ts";
import { usePrizes } from "../support/use-prizes.ts";
import { WebhookReceiver } from "../support/webhook-receiver.ts";

const KEY = "a key of the tests, of 32 characters and more";

const receiver = await WebhookReceiver.start();
afterAll(() => receiver[Symbol.asyncDispose]());
const desk = await openDesk({ INTEGRATION_KEY: KEY, INTEGRATION_HOSTS: "127.0.0.1" });
const { aPrize, record } = usePrizes(desk);
const rate = new TokenBuckets(systemClock, { burst: 9, perSecond: 1 });
/** Sends due webhooks, as a server does each second. */
const sender = new WebhookSender({
  db: desk.db,
  clock: desk.clock,
  log: createLogger({ level: "silent" }),
  client: new WebhookClient({ hosts: ["127.0.0.1"] }),
  seal: new SecretSeal(KEY),
});
beforeEach(async () => {
  await desk.db.deleteFrom("integration").execute();
  receiver.received.length = 0;
  receiver.status = 204;
});

function path(rest = ""): string {
  return `/admin/${desk.station}/integrations${rest}`;
}

interface Added {
  integration: Integration;
  secret: string;
}

async function add(over: object = {}): Promise<Added> {
  const wanted = { kind: "webhook", name: "CRM", url: receiver.url, events: ["chat.sent"] };
  const { body } = await desk.post(path(), { ...wanted, ...over }, desk.people.admin);
  return body as unknown as Added;
}
async function read(id: string): Promise<Integration> {
  const { body } = await desk.get(path(`/${id}`), desk.people.admin);
  return body["integration"] as Integration;
}
async function deliveries(id: string): Promise<IntegrationDelivery[]> {
  const { body } = await desk.get(path(`/${id}/deliveries`), desk.people.admin);
  return body["items"] as IntegrationDelivery[];
}
async function sendTest(id: string): Promise<Answer> {
  return desk.post(path(`/${id}/test`), {}, desk.people.admin);
}
function chat(text: string, call: string | undefined, key: string = crypto.randomUUID()) {
  const { db, clock, station, people } = desk;
  const message = { station, key, text, call, user: people.admin };
  return sendChatMessage({ db, clock, rate, typingRate: rate }, message);
}
async function after(ms: number): Promise<void> {
  desk.clock.push(ms);
  await sender.deliverDue();
}

test("[AD63] [AD166] a secret is returned once, stored encrypted, and renewed, and the list has the promotion system", async () => {
  const { integration, secret } = await add();

  expect(secret).toMatch(/^whsec_[0-9A-Za-z+/]{43}=$/);
  const read = await desk.get(path(`/${integration.id}`), desk.people.admin);
  const listed = await desk.get(path(), desk.people.admin);
  expect(listed.body["promotion"]).toEqual({
    host: null,
    state: { system: "builtin", state: "up", downSince: null, waiting: 0 },
  });
  const audits = await desk.db.selectFrom("audit_entry").select("details").execute();
  expect(JSON.stringify([read, listed, audits])).not.toContain(secret.slice(6));
  const row = await desk.db.selectFrom("integration").selectAll().executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain(secret.slice(6));
  expect(new SecretSeal(KEY).open(row.secret, row.id)).toBe(secret);
  expect(() => new SecretSeal(`${KEY}x`).open(row.secret, row.id)).toThrow("INTEGRATION_KEY");
  expect(() => new SecretSeal(KEY).open(row.secret, desk.station)).toThrow("INTEGRATION_KEY");

  const renewed = await desk.post(path(`/${integration.id}/secret`), {}, desk.people.admin);
  expect(renewed.body["secret"]).not.toBe(secret);
  await sendTest(integration.id);
  await sender.deliverDue();
  const [{ headers, body } = { headers: {}, body: "" }] = receiver.received;
  const signed = headers as Record<string, string>;
  expect(() => new Webhook(secret).verify(body, signed)).toThrow("No matching signature");
  expect(new Webhook(String(renewed.body["secret"])).verify(body, signed)).toMatchObject({
    type: "test",
  });
});

test("[AD64] [AD65] calls, wins and chat are sent signed by Standard Webhooks, each once", async () => {
  const { producer, screener } = desk.people;
  const events = ["call.arrived", "call.answered", "call.ended", "win.recorded", "win.changed"];
  const { secret } = await add({ events: [...events, "chat.sent"] });
  const chatOnly = await add({ name: "Chat" });
  const prize = await aPrize(9);

  const { id, sid } = await desk.converse(screener, "line1", "+61491570110");
  const win = (await record(id, prize)).body["win"] as PrizeWin;
  const change = { station: desk.station, seen: "to_collect", status: "sent" };
  await desk.post(`/promo/wins/${win.id}/status`, change, producer);
  const key = crypto.randomUUID();
  for (let times = 0; times < 2; times += 1) {
    await chat("Line 2", undefined, key);
  }
  await desk.service.drop(sid);
  await Promise.all([sender.deliverDue(), sender.deliverDue()]);

  const seen = receiver.events.map(({ type }) => type);
  expect(seen.toSorted()).toEqual([...events, "chat.sent", "chat.sent"].toSorted());
  const all = receiver.received.map(({ headers, body }) => {
    const signed = headers as Record<string, string>;
    try {
      return new Webhook(secret).verify(body, signed) as { type: string };
    } catch {
      return new Webhook(chatOnly.secret).verify(body, signed) as { type: string };
    }
  });
  expect(all).toHaveLength(7);
  const ended = receiver.events.find(({ type }) => type === "call.ended");
  expect(ended?.data).toMatchObject({
    station: desk.station,
    call: { id, direction: "inbound", caller: { number: "+61491570110" } },
  });
  const recorded = receiver.events.find(({ type }) => type === "win.recorded");
  expect(recorded?.data).toMatchObject({ win: { id: win.id, prize: { name: prize.name } } });
});

test("[AD65] an undelivered event is retried with growing intervals, and finally fails", async () => {
  desk.clock.stop();
  onTestFinished(() => desk.clock.go());
  const { integration } = await add();
  receiver.status = 307;
  await sendTest(integration.id);
  await sender.deliverDue();
  expect(await deliveries(integration.id)).toMatchObject([
    { state: "waiting", attempts: 1, status: 307, error: "The receiver answered 307" },
  ]);
  receiver.status = 500;
  for (const [index, delayMs] of RETRY_DELAYS_MS.entries()) {
    await after(delayMs - 1);
    expect(receiver.received).toHaveLength(index + 1);
    await after(1);
    expect(receiver.received).toHaveLength(index + 2);
  }

  expect(await deliveries(integration.id)).toMatchObject([
    { state: "given_up", attempts: 10, status: 500, nextAt: null },
  ]);
  const ids = new Set(receiver.received.map(({ headers }) => headers["webhook-id"]));
  expect(ids.size).toBe(1);
});

test("[AD67] the log keeps each delivery for 30 days, and any can be resent as the same message", async () => {
  const { integration } = await add();
  const { body } = await sendTest(integration.id);
  const { id } = body["delivery"] as IntegrationDelivery;
  await sender.deliverDue();
  expect(await deliveries(integration.id)).toMatchObject([
    { id, event: "test", state: "delivered", attempts: 1, status: 204, error: null },
  ]);

  const again = path(`/${integration.id}/deliveries/${id}/resend`);
  expect((await desk.post(again, {}, desk.people.admin)).body["delivery"]).toMatchObject({
    state: "waiting",
  });
  await sender.deliverDue();
  expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toEqual([id, id]);
  await sendTest(integration.id);
  const first = await desk.get(path(`/${integration.id}/deliveries?limit=1`), desk.people.admin);
  const cursor = String(first.body["nextCursor"]);
  const second = await desk.get(
    path(`/${integration.id}/deliveries?limit=1&cursor=${cursor}`),
    desk.people.admin,
  );
  expect(second.body).toMatchObject({ items: [{ id }], nextCursor: null });

  await pruneDeliveryLog(desk.db, new Date(desk.clock.now() + 31 * 86_400_000));
  expect(await deliveries(integration.id)).toEqual([]);
});

test("[AD67] a webhook without success for three days, or with the answer 410, is disabled", async () => {
  const { integration } = await add();
  receiver.status = 503;
  await sendTest(integration.id);
  await sender.deliverDue();
  expect(await read(integration.id)).toMatchObject({ state: "failing", waiting: 1 });
  await sendTest(integration.id);
  await after(FAILED_AFTER_MS);
  const failed = await read(integration.id);
  expect(failed).toMatchObject({ state: "failed", waiting: 2 });
  expect((await sendTest(integration.id)).status).toBe(409);
  expect((await desk.actionsOn(integration.id)).at(-1)).toBe("integration.failed");

  receiver.status = 200;
  const { name, url, events, version } = failed;
  const on = { name, url, events, version, enabled: true };
  await desk.send("PUT", path(`/${integration.id}`), desk.people.admin, on);
  await after(RETRY_DELAYS_MS[1] ?? 0);
  expect(await read(integration.id)).toMatchObject({ state: "on", waiting: 0 });

  receiver.status = 410;
  await sendTest(integration.id);
  await sender.deliverDue();
  expect(await read(integration.id)).toMatchObject({ state: "failed" });
});

test.each([
  ["no address", "crm"],
  ["another protocol", "ftp://crm.example.com/"],
  ["plain http", "http://crm.example.com/"],
  ["a password", "https://user:secret@crm.example.com/"],
  ["this machine", "https://localhost/"],
  ["an address of the network", "https://10.1.2.3/"],
  ["the cloud's own metadata", "https://169.254.169.254/latest"],
  ["this machine by IPv6", "https://[::1]/"],
])("[AD66] a webhook to %s is refused", async (_what, url) => {
  const wanted = { kind: "webhook", name: "CRM", url, events: ["chat.sent"] };
  const answer = await desk.post(path(), wanted, desk.people.admin);

  expect(answer).toMatchObject({
    status: 400,
    body: { error: { fields: { url: expect.any(Object) } } },
  });
});

test("[AD66] a name that resolves to a private address is not connected to", async () => {
  const dns: AddressLookup = (_name, _options, callback) =>
    callback(null, [{ address: "10.0.0.7", family: 4 }]);
  const client = new WebhookClient({ hosts: [], dns });
  const url = "https://crm.example.com/";

  expect(await client.send({ url, headers: {}, body: "{}" })).toEqual({
    status: null,
    error: "The address must use https, contain no password and be outside private networks",
  });
});

test("[AD76] a playout system posts with its key what is playing", async () => {
  const { integration, secret } = await add({ kind: "now_playing", url: null, events: [] });
  const input = `/now_playing/${integration.id}`;
  const song = { title: "Solid Rock", artist: "Goanna" };
  const say = (key: string, body: object = song) => desk.postWithKey(input, body, key);

  expect((await say("wrong")).status).toBe(401);
  expect((await say(secret)).body["nowPlaying"]).toMatchObject(song);
  expect((await desk.events()).at(-1)).toMatchObject({ type: "now_playing.changed" });
  const eventCount = (await desk.events()).length;
  await say(secret);
  expect((await desk.events()).length).toBe(eventCount);
  const shown = `/station/${desk.station}/now_playing`;
  expect((await desk.get(shown, desk.people.screener)).body["nowPlaying"]).toMatchObject(song);
  expect((await desk.get(shown, desk.people.outsider)).status).toBe(403);

  expect((await say(secret, {})).body).toEqual({ nowPlaying: null });
  await say(secret);
  desk.clock.push(3_600_001);
  expect((await desk.get(shown, desk.people.screener)).body).toEqual({ nowPlaying: null });
  const { name, version } = integration;
  const off = { name, version, url: null, events: [], enabled: false };
  await desk.send("PUT", path(`/${integration.id}`), desk.people.admin, off);
  expect((await say(secret)).status).toBe(401);
});

test("[AD63] a change from an outdated view changes nothing, and another station's webhooks are not readable", async () => {
  const { integration } = await add();
  const { name, url, events } = integration;
  const change = { name: "Helpdesk", url, events, enabled: true, version: 1 };
  const one = path(`/${integration.id}`);
  expect((await desk.send("PUT", one, desk.people.admin, change)).body).toMatchObject({
    integration: { name: "Helpdesk", version: 2 },
  });
  expect((await desk.send("PUT", one, desk.people.admin, { ...change, name })).status).toBe(409);

  const foreign = await aStation(desk.db, [[desk.people.admin, "admin"]]);
  const elsewhere = `/admin/${foreign}/integrations/${integration.id}`;
  expect((await desk.get(elsewhere, desk.people.admin)).status).toBe(404);
  expect((await desk.send("DELETE", elsewhere, desk.people.admin)).status).toBe(404);
  expect((await desk.send("DELETE", one, desk.people.admin)).status).toBe(200);
  expect((await desk.get(one, desk.people.admin)).status).toBe(404);
});

async function showFrom(numbersFrom: NumbersFrom): Promise<void> {
  const at = `/admin/${desk.station}/privacy`;
  const { body } = await desk.get(at, desk.people.owner);
  await desk.send("PUT", at, desk.people.owner, { ...body, numbersFrom });
}

test("[AD170] a masking station's webhooks have masked numbers, unless a person who sees full numbers allows full numbers", async () => {
  const { admin, owner, screener } = desk.people;
  const number = "+61491570158";
  const events = ["call.arrived", "call.ended", "win.recorded", "chat.sent"];
  await showFrom("owner");
  const { integration: masked } = await add({ events });
  expect(masked.wholeNumbers).toBe(false);
  const whole = { kind: "webhook", name: "CRM", url: receiver.url, events, wholeNumbers: true };
  expect(await desk.post(path(), whole, admin)).toMatchObject({
    status: 403,
    body: { error: { code: "forbidden" } },
  });

  const { id, sid } = await desk.converse(screener, "line1", number);
  await record(id, await aPrize(2));
  await chat("look", id);
  await desk.service.drop(sid);
  await sender.deliverDue();
  await sender.deliverDue();
  function digits(): string[] {
    return receiver.received.map(({ body }) =>
      body.replaceAll(/"(?:id|key|call|user)":"[^"]*"/g, "").replaceAll(/[^\d•+]/g, ""),
    );
  }
  expect(receiver.events.map(({ type }) => type).toSorted()).toEqual(events.toSorted());
  expect(digits().filter((sent) => sent.includes("491570158"))).toEqual([]);
  expect(digits().filter((sent) => sent.includes("•158"))).toHaveLength(events.length);

  // A delivery that is sent again is masked too, and goes to the current address.
  receiver.received.length = 0;
  const [last] = await deliveries(masked.id);
  await desk.post(path(`/${masked.id}/deliveries/${last?.id}/resend`), {}, admin);
  await sender.deliverDue();
  expect([receiver.received.length, JSON.stringify(receiver.received)]).toEqual([
    1,
    expect.not.stringContaining("491570158"),
  ]);

  // A person who sees full numbers allows the webhook to get them. Only such a person may then
  // change its address.
  const { version, url, name } = await read(masked.id);
  const change = { version, name, url, events, enabled: true };
  const at = path(`/${masked.id}`);
  expect((await desk.send("PUT", at, admin, { ...change, wholeNumbers: true })).status).toBe(403);
  const given = await desk.send("PUT", at, owner, { ...change, wholeNumbers: true });
  expect(given.body["integration"]).toMatchObject({ wholeNumbers: true });
  const entries = await desk.audited("integration.changed", "user_id", "details");
  expect(entries.at(-1)).toMatchObject({
    user_id: owner.id,
    details: { before: { wholeNumbers: false }, after: { wholeNumbers: true } },
  });
  const moved = { ...change, version: version + 1, url: `${url}/elsewhere` };
  expect((await desk.send("PUT", at, admin, moved)).status).toBe(403);
  receiver.received.length = 0;
  const renamed = { ...change, version: version + 1, name: "CRM 2" };
  expect((await desk.send("PUT", at, admin, renamed)).status).toBe(200);
  await desk.post(path(`/${masked.id}/deliveries/${last?.id}/resend`), {}, admin);
  await sender.deliverDue();
  expect(JSON.stringify(receiver.received)).toContain("491570158");
  await showFrom(null);
});
