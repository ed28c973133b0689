import { expect, test } from "vitest";

import type { PrizeWin } from "@linedesk/contract";
import { expireWins } from "../../src/prizes/open-promotion.ts";
import { openDesk } from "../support/telephone-desk.ts";
import { usePrizes } from "../support/use-prizes.ts";

const desk = await openDesk();

/** The built-in registry without an outside system, so that no win is sent. */
const promotion = { queueWin: () => Promise.resolve() };

const { aNumber, aPrize, stockOf, record, history, auditOf } = usePrizes(desk);
const DAY_MS = 86_400_000;

test("[PZ35] an admin withdraws a win with a reason: it does not count any more, and the prize is in stock again", async () => {
  const prize = await aPrize(3);
  const { id } = await desk.ring(aNumber());
  const won = (await record(id, prize)).body["win"] as PrizeWin;
  const { admin, producer } = desk.people;
  function withdraw(win: PrizeWin, { seen = "to_collect", reason = "Wrong caller" } = {}) {
    const body = { station: desk.station, seen, reason };
    return desk.post(`/promo/wins/${win.id}/withdraw`, body, admin);
  }
  const body = { station: desk.station, seen: "to_collect", reason: "x" };
  expect((await withdraw(won, { reason: " " })).status).toBe(400);
  expect((await withdraw(won, { seen: "sent" })).status).toBe(409);
  expect(await stockOf(prize)).toBe(2);

  const [one, two] = await Promise.all([withdraw(won), withdraw(won)]);

  expect([one.status, two.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
  const words = { status: "withdrawn", statusBy: "Erin", withdrawn: "Wrong caller" };
  expect((await history({ call: id })).items).toMatchObject([{ id: won.id, ...words }]);
  expect(await stockOf(prize)).toBe(3);
  expect((await desk.call(id)).win).toBeUndefined();
  const shown = (await desk.events()).findLast((event) => event.type === "call.changed");
  expect(shown).toMatchObject({ call: { id } });
  expect(JSON.stringify(shown)).not.toContain("mayWinOn");
  expect((await desk.events()).at(-1)).toMatchObject({ type: "prize.changed" });
  expect((await history({ call: id })).listener).toMatchObject({ mayWin: true, hold: null });
  expect(await auditOf("prize_win.withdrawn")).toMatchObject([
    { user_id: admin.id, subject_id: won.id, details: { reason: "Wrong caller", restocked: true } },
  ]);
  const status = { station: desk.station, seen: "withdrawn", status: "collected" };
  expect((await desk.post(`/promo/wins/${won.id}/status`, status, producer)).status).toBe(409);

  // A prize that was handed out does not return to the stock.
  const again = (await record(id, prize)).body["win"] as PrizeWin;
  const sent = { station: desk.station, seen: "to_collect", status: "sent" };
  await desk.post(`/promo/wins/${again.id}/status`, sent, producer);
  expect((await withdraw(again, { seen: "sent" })).status).toBe(200);
  expect(await stockOf(prize)).toBe(2);
  const csv = String((await desk.post("/promo/export", body, admin)).body["csv"]);
  expect(csv).toContain('"withdrawn","Erin"');
  expect(csv).toContain('"Wrong caller"');
});

test("[PZ38] a win that is not collected within the station's term expires on the day after the last day of the term", async () => {
  const [early, late] = [await aPrize(1), await aPrize(1)];
  const [one, two] = [await desk.ring(aNumber()), await desk.ring(aNumber())];
  const win = (await record(one.id, early)).body["win"] as PrizeWin;
  const fetched = (await record(two.id, late)).body["win"] as PrizeWin;
  const collected = { station: desk.station, seen: "to_collect", status: "collected" };
  await desk.post(`/promo/wins/${fetched.id}/status`, collected, desk.people.producer);
  let now = desk.clock.now();
  const deps = { calls: { db: desk.db, clock: { now: () => now } }, promotion };
  async function statusAfter(days: number): Promise<string | undefined> {
    now = desk.clock.now() + days * DAY_MS;
    await expireWins(deps);
    return (await history({ call: one.id })).items[0]?.status;
  }
  const tiers = [{ fromCents: 0, days: 30 }];
  async function setTerm(collectDays: number | null): Promise<void> {
    const rules = { household: true, tiers, collectDays };
    await desk.post("/promo/rules", { station: desk.station, rules }, desk.people.admin);
  }
  await setTerm(null);
  expect(await statusAfter(700)).toBe("to_collect");
  await setTerm(60);
  expect(await statusAfter(60)).toBe("to_collect");

  expect(await statusAfter(61)).toBe("expired");

  const items = (await history({ call: one.id })).items;
  expect(items).toMatchObject([{ id: win.id, statusBy: "Linedesk", withdrawn: null }]);
  expect(await stockOf(early)).toBe(0);
  expect((await history({ call: two.id })).items).toMatchObject([{ status: "collected" }]);
  expect((await desk.events()).at(-1)).toMatchObject({ type: "prize.changed" });
  const audited = await auditOf("prize_win.status_changed");
  expect(audited).toContainEqual({
    user_id: null,
    subject_id: win.id,
    details: { before: "to_collect", status: "expired" },
  });
});
