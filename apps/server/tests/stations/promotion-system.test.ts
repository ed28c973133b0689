import { afterAll, expect, onTestFinished, test } from "vitest";

import { addDays, findStationDay, type PromotionState } from "@linedesk/contract";
import { createLogger } from "../../src/platform/logger.ts";
import { createPromotionJob } from "../../src/prizes/open-promotion.ts";
import { PromotionServer } from "../support/promotion-server.ts";
import { openDesk } from "../support/telephone-desk.ts";
import { usePrizes } from "../support/use-prizes.ts";

const outside = await PromotionServer.start();
afterAll(() => outside[Symbol.asyncDispose]());
const { url, secret } = outside;
const desk = await openDesk({ PROMO_URL: url, PROMO_SECRET: secret });
const { aNumber, aPrize, record: recordWin } = usePrizes(desk);
const prize = await aPrize(100);
const log = createLogger({ level: "silent" });
const given = { db: desk.db, clock: desk.clock, log };
const [minute, impatient] = [{}, { timeoutMs: 60 }].flatMap((limit) =>
  createPromotionJob({ ...given, ...limit, promotion: { url, secret } }),
);
if (!minute || !impatient || createPromotionJob({ ...given, promotion: null }).length > 0) {
  throw new Error("There must be a job for an outside system, and no job without one");
}

test("[AD166] the admin area shows the outside system's host and state", async () => {
  const path = `/admin/${desk.station}/integrations`;
  const { body } = await desk.get(path, desk.people.admin);

  expect(body["promotion"]).toMatchObject({
    host: new URL(outside.url).host,
    state: { system: "outside", state: "up" },
  });
  // A system in the configuration takes precedence, so no other system can be chosen.
  const change = { url: outside.url, secret: outside.secret, anyway: false };
  const promotion = `/admin/${desk.station}/promotion`;
  expect((await desk.send("PUT", promotion, desk.people.owner, change)).status).toBe(409);
  expect((await desk.send("DELETE", promotion, desk.people.owner)).status).toBe(409);
});

async function aCall(): Promise<{ id: string; number: string }> {
  const number = aNumber();
  return { ...(await desk.ring(number)), number };
}
function record(call: string) {
  return recordWin(call, prize);
}
async function history(call: string) {
  const path = `/promo/prizeHistory?station=${desk.station}&call=${call}`;
  return (await desk.get(path, desk.people.screener)).body as unknown as {
    listener: { mayWin: boolean; hold: object | null };
    items: { id: string; delivery: string }[];
    promotion: PromotionState;
  };
}
async function nextTryOf(win: string): Promise<number> {
  const row = await desk.db
    .selectFrom("prize_delivery")
    .select("next_at")
    .where("win_id", "=", win)
    .executeTakeFirstOrThrow();
  return row.next_at.getTime();
}

test("[PZ31] [PZ1] a win is sent signed, with the system's own id of the listener", async () => {
  outside.listener = { listenerId: "L-1" };
  const { id, number } = await aCall();
  const query = new URLSearchParams({ station: desk.station, number }).toString();
  const answer = await desk.get(`/promo/getListenerId?${query}`, desk.people.screener);
  expect(answer.body).toMatchObject({
    listenerId: "L-1",
    promotion: { system: "outside", state: "up", downSince: null, waiting: 0 },
  });

  const { status } = await record(id);

  expect(status).toBe(200);
  await expect
    .poll(async () => (await history(id)).items)
    .toMatchObject([{ delivery: "delivered" }]);
  const [win] = (await history(id)).items;
  expect(outside.received.at(-1)).toMatchObject({ method: "PUT", path: `/promo/wins/${win?.id}` });
  expect(outside.wins.at(-1)).toMatchObject({
    id: win?.id,
    version: 1,
    listenerId: "L-1",
    number,
    prize: { id: prize.id, name: prize.name, valueCents: 5_000 },
    status: "to_collect",
    recordedBy: "Dan",
  });
  expect(outside.badlySigned).toEqual([]);
  outside.listener = { listenerId: null };

  // Moves the clock, because the server does not query the system for a while after a query or a
  // failure.
  for (const behaviour of ["redirect", "hang"] as const) {
    outside.behaviour = behaviour;
    desk.clock.push(60_000);
    const { body } = await desk.get(`/promo/getListenerId?${query}`, desk.people.screener);
    expect(body).toMatchObject({ listenerId: "L-1", promotion: { state: "down" } });
  }
  expect(outside.received.filter(({ path }) => path.includes("elsewhere"))).toEqual([]);
  outside.behaviour = "answer";
});

test("[PZ32] [PZ33] while the system fails wins are stored, the state shows this, and all are sent when it is back", async () => {
  outside.behaviour = 500;
  desk.clock.stop();
  const [first, second] = [await aCall(), await aCall()];
  const before = outside.wins.length;
  expect((await record(first.id)).status).toBe(200);
  expect((await record(second.id)).status).toBe(200);
  const down = await history(first.id);
  expect(down.promotion).toMatchObject({ state: "down", waiting: 2 });
  expect(down.promotion.downSince).not.toBeNull();
  expect(down.items).toMatchObject([{ delivery: "waiting" }]);
  expect(down.listener.mayWin).toBe(false);

  await expect.poll(tries).toEqual([1, 1]);

  // Each further failure, or missing answer, doubles the back-off, up to an hour.
  const win = down.items[0]?.id ?? "";
  const otherWin = (await winOf(second.id)) ?? "";
  const waits: number[] = [];
  outside.behaviour = "hang";
  for (let n = 0; n < 18; n += 1) {
    desk.clock.push(3_700_000);
    await impatient.run();
    const [due, other] = [await nextTryOf(win), await nextTryOf(otherWin)];
    waits.push(Math.max(due, other) - desk.clock.now());
  }
  expect(Math.max(...waits)).toBe(3_600_000);
  expect(outside.wins).toHaveLength(before);

  outside.behaviour = "answer";
  desk.clock.push(3_700_000);
  await minute.run();
  expect((await history(first.id)).promotion).toMatchObject({ state: "up", waiting: 0 });
  const sent = outside.wins.slice(before).map(({ number }) => number);
  expect(new Set(sent)).toEqual(new Set([first.number, second.number]));
  expect(sent).toHaveLength(2);
  expect(outside.badlySigned).toEqual([]);
  desk.clock.go();
});

/** Returns the number of attempts of each waiting delivery. */
async function tries(): Promise<number[]> {
  const rows = await desk.db
    .selectFrom("prize_delivery")
    .select("attempts")
    .where("delivered_at", "is", null)
    .execute();
  return rows.map(({ attempts }) => attempts);
}

async function winOf(call: string): Promise<string | undefined> {
  return (await history(call)).items[0]?.id;
}

test("[PZ32] a win that the system refuses is sent again after 30 s and then 60 s, with its latest state, and does not block other wins", async () => {
  desk.clock.stop();
  onTestFinished(() => desk.clock.go());
  desk.clock.push(60_000);
  outside.behaviour = 422;
  const refused = await aCall();
  await record(refused.id);
  await minute.run();
  const win = (await winOf(refused.id)) ?? "";
  await expect.poll(() => nextTryOf(win)).toBe(desk.clock.now() + 30_000);
  expect((await history(refused.id)).promotion).toMatchObject({ state: "up", waiting: 1 });
  desk.clock.push(30_000);
  await minute.run();
  expect(await nextTryOf(win)).toBe(desk.clock.now() + 60_000);

  outside.behaviour = "answer";
  const other = await aCall();
  await record(other.id);
  await expect.poll(() => outside.wins.at(-1)?.["number"]).toBe(other.number);
  // The state of the system is stored after its answer.
  const promotion = async () => (await history(other.id)).promotion;
  await expect.poll(promotion).toMatchObject({ state: "up", waiting: 1 });

  const change = { station: desk.station, seen: "to_collect", status: "sent" };
  await desk.post(`/promo/wins/${win}/status`, change, desk.people.producer);
  await expect
    .poll(() => outside.wins.findLast(({ id }) => id === win))
    .toMatchObject({ version: 2, status: "sent" });
  await expect.poll(promotion).toMatchObject({ waiting: 0 });
});

test("[PZ40] the system is queried about each caller immediately, and every seat sees a win from outside", async () => {
  desk.clock.push(60_000);
  const wonOn = findStationDay(new Date(desk.clock.now()));
  const hold = { prize: "Cruise", wonOn, mayWinOn: addDays(wonOn, 90) };
  outside.listener = { listenerId: "L-9", hold };
  const { id } = await aCall();
  expect((await desk.call(id)).win).toBeUndefined();

  await desk.feature.monitor.tick();

  const event = { type: "call.changed", call: { id, win: hold } };
  await expect.poll(async () => (await desk.events()).at(-1)).toMatchObject(event);
  expect((await desk.call(id)).win).toEqual(hold);
  outside.listener = { listenerId: "L-9", hold: null };
});

test("[PZ40] [PZ33] a win from outside excludes its winner, even while the system is down", async () => {
  desk.clock.push(60_000);
  const wonOn = findStationDay(new Date(desk.clock.now()));
  const hold = { prize: "Trip", wonOn, mayWinOn: addDays(wonOn, 181) };
  outside.listener = { listenerId: "L-2", hold };
  const { id } = await aCall();
  expect((await history(id)).listener).toMatchObject({ mayWin: false, hold });

  outside.behaviour = 503;
  desk.clock.push(120_000);
  expect((await history(id)).listener).toMatchObject({ mayWin: false, hold });
  const { status, body } = await record(id);

  expect(status).toBe(409);
  expect(body["error"]).toMatchObject({
    code: "not_eligible",
    params: { mayWinOn: hold.mayWinOn },
  });
  const { promotion } = await history(id);
  expect(promotion).toMatchObject({ system: "outside", state: "down" });
});
