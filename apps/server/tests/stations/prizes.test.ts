import { expect, test } from "vitest";

import { addDays, findStationDay, type Prize, type PrizeWin } from "@linedesk/contract";
import { openDesk } from "../support/telephone-desk.ts";
import { useContest } from "../support/use-contest.ts";
import { usePrizes } from "../support/use-prizes.ts";

const desk = await openDesk();

const { aNumber, aPrize, stockOf, record, history, auditOf } = usePrizes(desk);
function today(): string {
  return findStationDay(new Date(desk.clock.now()));
}
const DAY_MS = 86_400_000;

test("[PZ1] [PZ13] [PZ18] a win is recorded for a call, marks it at every seat, and excludes its winner", async () => {
  const prize = await aPrize(3);
  const from = aNumber();
  const { id } = await desk.ring(from);
  expect((await history({ call: id })).listener).toMatchObject({ mayWin: true, hold: null });
  expect((await desk.call(id)).win).toBeUndefined();

  const wonOn = today();
  const address = "14 Queen Street, Penrith";
  const { status, body } = await record(id, prize, { address: ` ${address} ` });

  expect(status).toBe(200);
  const win = body["win"] as PrizeWin;
  expect(win).toMatchObject({
    call: id,
    prize: { id: prize.id, name: prize.name },
    valueCents: 5_000,
    wonOn,
    by: "Dan",
    address,
    status: "to_collect",
    exception: null,
    contest: null,
    delivery: "none",
  });
  const mark = { prize: prize.name, wonOn, mayWinOn: addDays(wonOn, 31) };
  const shown = (await desk.events()).findLast((event) => event.type === "call.changed");
  expect(shown).toMatchObject({ type: "call.changed", call: { id, win: mark } });
  expect((await desk.events()).at(-1)).toMatchObject({ type: "prize.changed" });
  expect(await stockOf(prize)).toBe(2);
  expect(await auditOf("prize_win.recorded")).toMatchObject([
    { user_id: desk.people.producer.id, subject_id: win.id },
  ]);

  const again = await desk.ring(from);
  expect((await desk.call(again.id)).win).toEqual(mark);
  const refused = await record(again.id, prize);
  expect(refused.status).toBe(409);
  expect(refused.body["error"]).toMatchObject({
    code: "not_eligible",
    params: { mayWinOn: mark.mayWinOn },
  });
  expect(await stockOf(prize)).toBe(2);

  const seen = await history({ number: from });
  expect(seen.listener).toMatchObject({ mayWin: false, hold: mark });
  expect(seen.items).toEqual([{ ...win, address: null }]);
  expect((await history({ call: id }, desk.people.producer)).items).toEqual([win]);
  const other = await history({ number: aNumber() });
  expect(other).toMatchObject({ listener: { mayWin: true, hold: null }, items: [] });
});

test("[PZ16] [PZ1] [PZ30] a win needs the permission and a number, and the registry's listener id of a number is the id of its caller", async () => {
  const prize = await aPrize(5);
  const from = aNumber();
  const { id } = await desk.ring(from);
  const { presenter, outsider } = desk.people;
  expect((await record(id, prize, {}, outsider)).status).toBe(404);
  expect((await record(desk.station, prize)).status).toBe(404);
  expect((await record(id, { ...prize, id: desk.station })).status).toBe(404);
  expect((await desk.post("/promo/prizeHistory", { call: id }, presenter)).status).toBe(400);

  const withheld = await desk.ring("anonymous");
  expect((await record(withheld.id, prize)).body["error"]).toMatchObject({ code: "conflict" });
  expect((await history({ call: withheld.id })).listener).toMatchObject({ mayWin: false });
  const given = aNumber();
  const corrected = { call: withheld.id, number: given };
  expect((await desk.post("/caller/number", corrected, desk.people.screener)).status).toBe(200);
  expect((await record(withheld.id, prize)).status).toBe(200);
  expect((await history({ number: given })).items).toHaveLength(1);

  // A win can also be recorded for an ended call.
  const over = await desk.ring(aNumber());
  await desk.service.drop(over.sid);
  expect((await desk.call(over.id)).desk.status).toBe("ended");
  expect((await record(over.id, prize)).status).toBe(200);

  const { caller } = await desk.call(id);
  const query = new URLSearchParams({ station: desk.station, number: from }).toString();
  const path = `/promo/getListenerId?${query}`;
  expect((await desk.get(path, desk.people.screener)).body).toMatchObject({
    listenerId: caller.id,
    promotion: { system: "builtin", state: "up", waiting: 0 },
  });
  const nobody = path.replace(encodeURIComponent(from), encodeURIComponent(aNumber()));
  expect((await desk.get(nobody, desk.people.screener)).body).toMatchObject({ listenerId: null });
  const broken = `/promo/getListenerId?station=${desk.station}&number=x`;
  expect((await desk.get(broken, desk.people.screener)).status).toBe(400);
  const cursor = `/promo/prizeHistory?station=${desk.station}&cursor=x`;
  expect((await desk.get(cursor, desk.people.screener)).status).toBe(400);
});

test("[PZ15] simultaneous wins of two seats cannot give the last prize twice, nor two prizes to one household", async () => {
  const last = await aPrize(1);
  const callers = await Promise.all(Array.from({ length: 8 }, () => desk.ring(aNumber())));
  const answers = await Promise.all(callers.map(({ id }) => record(id, last)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
  expect(await stockOf(last)).toBe(0);

  const plenty = await aPrize(10);
  const { id } = await desk.ring(aNumber());
  const twice = await Promise.all(Array.from({ length: 6 }, () => record(id, plenty)));
  expect(twice.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await stockOf(plenty)).toBe(9);
  await expect(
    desk.db.updateTable("prize").set({ stock: -1 }).where("id", "=", last.id).execute(),
  ).rejects.toThrow("stock");
});

test("[PZ10] [PZ21] a household counts as one listener by number, shared number and address, unless the rules count persons", async () => {
  const prize = await aPrize(20);
  const [home, mobile] = [aNumber(), aNumber()];
  const ann = await desk.ring(home);
  const { caller } = await desk.call(ann.id);
  await desk.db
    .insertInto("caller_number")
    .values({ station_id: desk.station, number: mobile, caller_id: caller.id ?? "" })
    .execute();
  expect((await record(ann.id, prize, { address: "2/7 High Street, Bowral" })).status).toBe(200);

  const onMobile = await desk.ring(mobile);
  expect((await record(onMobile.id, prize)).status).toBe(409);
  const elsewhere = await desk.ring(aNumber());
  const same = { address: "2 / 7 HIGH ST. bowral" };
  expect((await record(elsewhere.id, prize, same)).status).toBe(409);
  expect((await record(elsewhere.id, prize, { address: "Bowral" })).status).toBe(200);

  const rules = { household: false, tiers: [{ fromCents: 0, days: 30 }], collectDays: null };
  const change = { station: desk.station, rules };
  const doubled = { ...rules, tiers: [...rules.tiers, ...rules.tiers] };
  const bad = { station: desk.station, rules: doubled };
  expect((await desk.post("/promo/rules", bad, desk.people.admin)).status).toBe(400);
  expect((await desk.post("/promo/rules", change, desk.people.admin)).body).toEqual({ rules });
  expect(await auditOf("prize_rules.changed")).toMatchObject([{ details: { rules } }]);
  const listener = await desk.ring(aNumber());
  expect((await record(listener.id, prize, same)).status).toBe(200);
  expect((await record(ann.id, prize)).status).toBe(409);

  const household = { ...change, rules: { ...rules, household: true } };
  await desk.post("/promo/rules", household, desk.people.admin);
  const { body } = await desk.get(`/promo/prizes?station=${desk.station}`, desk.people.screener);
  expect(body["rules"]).toEqual(household.rules);
});

test("[PZ4] [PZ11] a winner of day 0 is refused on day 30 and may win on day 31, and a dearer prize excludes longer", async () => {
  const [cheap, dear] = [await aPrize(9, 9_999), await aPrize(9, 10_000)];
  const tiers = [
    { fromCents: 0, days: 30 },
    { fromCents: 10_000, days: 180 },
  ];
  const rules = { household: true, tiers };
  await desk.post("/promo/rules", { station: desk.station, rules }, desk.people.admin);
  const [one, two] = [await desk.ring(aNumber()), await desk.ring(aNumber())];
  const day0 = today();
  expect((await record(one.id, cheap)).status).toBe(200);
  expect((await record(two.id, dear)).status).toBe(200);
  expect((await desk.call(two.id)).win?.mayWinOn).toBe(addDays(day0, 181));

  // Moves the wins back in time. Calls and sessions do not change.
  async function putBack(days: number): Promise<void> {
    const at = new Date(desk.clock.now() - days * DAY_MS);
    await desk.db
      .updateTable("prize_win")
      .set({ won_on: addDays(day0, -days), won_at: at })
      .where("call_id", "in", [one.id, two.id])
      .execute();
  }
  await putBack(30);
  expect((await record(one.id, cheap)).status).toBe(409);
  await putBack(31);
  expect((await history({ call: one.id })).listener).toMatchObject({ mayWin: true });
  expect((await record(two.id, cheap)).status).toBe(409);
  expect((await record(one.id, cheap)).status).toBe(200);
});

test("[PZ13] an admin records an exception with its reason, in the win and in the audit", async () => {
  const prize = await aPrize(5);
  const { id } = await desk.ring(aNumber());
  expect((await record(id, prize)).status).toBe(200);
  const exception = "The first prize was broken";
  expect((await record(id, prize, { exception })).status).toBe(403);
  const { admin } = desk.people;
  expect((await record(id, prize, { exception: " " }, admin)).status).toBe(400);

  const { status, body } = await record(id, prize, { exception }, admin);

  expect(status).toBe(200);
  const win = body["win"] as PrizeWin;
  expect(win).toMatchObject({ exception, by: "Erin" });
  expect(await auditOf("prize_win.recorded_by_exception")).toMatchObject([
    { user_id: admin.id, subject_id: win.id, details: { exception } },
  ]);
});

test("[PZ16] the win of a contest's caller refers to the caller's row in the contest's log", async () => {
  const prize = await aPrize(5);
  const { line, path, start } = await useContest(desk);
  await start(2);
  await desk.ring(aNumber());
  const { id } = await desk.ring(aNumber());
  const { body: log } = await desk.get(path("/log"), desk.people.screener);
  const [row] = log["items"] as { id: string; at: string }[];

  const { body } = await record(id, prize);

  expect((body["win"] as PrizeWin).contest).toMatchObject({
    entry: row?.id,
    place: 2,
    callerCount: 2,
    outcome: "winner",
    at: row?.at,
    lineName: line.name,
    startedBy: "Dan",
  });
});

test("[PZ19] a win's status is changed only from the present one, with who and when", async () => {
  const prize = await aPrize(5);
  const { id } = await desk.ring(aNumber());
  const win = (await record(id, prize)).body["win"] as PrizeWin;
  const path = `/promo/wins/${win.id}/status`;
  function set(status: string, person = desk.people.owner, seen = "to_collect") {
    return desk.post(path, { station: desk.station, seen, status }, person);
  }
  expect((await set("lost")).status).toBe(400);
  const other = `/promo/wins/${id}/status`;
  const missing = { station: desk.station, seen: "to_collect", status: "sent" };
  expect((await desk.post(other, missing, desk.people.owner)).status).toBe(404);

  const answers = await Promise.all([set("collected"), set("sent", desk.people.producer)]);

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const done = answers.find(({ status }) => status === 200)?.body["win"] as PrizeWin;
  const refused = answers.find(({ status }) => status === 409)?.body["error"];
  expect(JSON.stringify(refused)).toContain(done.statusBy);
  expect(Date.parse(done.statusAt)).toBeGreaterThanOrEqual(Date.parse(win.wonAt));
  expect((await history({ call: id })).items).toMatchObject([{ status: done.status }]);
  expect((await set("expired", desk.people.owner, done.status)).status).toBe(200);
  expect(await auditOf("prize_win.status_changed")).toHaveLength(2);
});

test("[PZ20] prizes have unique names, are changed only by a person who saw the present version, and keep their wins", async () => {
  const { producer } = desk.people;
  const added = { station: desk.station, name: " Festival tickets ", valueCents: 0, stock: 2 };
  const { body } = await desk.post("/promo/prizes", added, producer);
  const prize = body["prize"] as Prize;
  expect(prize).toMatchObject({ name: "Festival tickets", stock: 2, retired: false, version: 1 });
  const twin = { ...added, name: "FESTIVAL TICKETS" };
  expect((await desk.post("/promo/prizes", twin, producer)).status).toBe(409);
  expect((await desk.post("/promo/prizes", { ...added, stock: -1 }, producer)).status).toBe(400);
  function change(version: number, more: object, person = producer) {
    const seen = { station: desk.station, version, ...more };
    return desk.send("PUT", `/promo/prizes/${prize.id}`, person, seen);
  }

  const { id } = await desk.ring(aNumber());
  await record(id, prize);
  const stale = await change(1, { stock: 5 });
  expect(stale.body["error"]).toMatchObject({ code: "conflict" });
  expect(JSON.stringify(stale.body)).toContain("1 left");
  const changed = await change(2, { stock: 5, valueCents: 100 });
  expect(changed.body["prize"]).toMatchObject({ stock: 5, valueCents: 100, version: 3 });
  expect((await desk.events()).at(-1)).toMatchObject({ type: "prize.changed" });
  expect((await change(3, { retired: true })).status).toBe(200);
  expect((await record((await desk.ring(aNumber())).id, prize)).status).toBe(409);
  expect((await desk.post("/promo/prizes", twin, producer)).status).toBe(200);
  expect((await change(4, { retired: false })).status).toBe(409);
  expect((await history({ call: id })).items).toMatchObject([{ prize: { id: prize.id } }]);
  const audited = await auditOf("prize.changed");
  expect(audited.map(({ subject_id: subject }) => subject)).toEqual([prize.id, prize.id]);
});

test("[PZ21] an admin exports every win, without formulas, and audited", async () => {
  const prize = await aPrize(5);
  const from = aNumber();
  const { id } = await desk.ring(from);
  await desk.post("/caller/name", { call: id, name: "=1+2" }, desk.people.screener);
  await record(id, prize, { address: '@SUM "1"' });
  const body = { station: desk.station };

  const answer = await desk.post("/promo/export", body, desk.people.admin);

  expect(answer.body["fileName"]).toBe(`wins-${today()}.csv`);
  const lines = String(answer.body["csv"]).trim().split("\r\n");
  expect(lines[0]).toMatch(/^"won on","won at","prize","value","name","number","address","status"/);
  expect(lines.at(-1)).toContain(
    `"${prize.name}","50.00","'=1+2","'${from}","'@SUM ""1""","to_collect","Dan"`,
  );
  const { count } = await desk.db
    .selectFrom("prize_win")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  expect(lines).toHaveLength(count + 1);
  const audited = await auditOf("prize_wins.exported");
  expect(audited).toContainEqual(expect.objectContaining({ user_id: desk.people.admin.id }));
  expect(audited.filter(({ user_id: user }) => user === desk.people.producer.id)).toEqual([]);
  const page = await history({ limit: "2" });
  const rest = await history({ limit: "100", cursor: page.nextCursor ?? "" });
  expect(page).toMatchObject({ listener: null });
  expect(page.items).toHaveLength(2);
  expect(page.items.length + rest.items.length).toBe(count);
});
