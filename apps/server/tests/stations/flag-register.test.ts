import { afterEach, expect, test } from "vitest";

import type { Call, FlagDetails, FlagImportResult, LineDetails } from "@linedesk/contract";
import { openDesk } from "../support/telephone-desk.ts";

const desk = await openDesk();
const { admin, producer, screener } = desk.people;
// Without a screener at a seat, Next also takes waiting callers.
desk.present.delete(screener.id);
afterEach(() => desk.endCalls());

function path(rest: string): string {
  return `/admin/${desk.station}${rest}`;
}
function aFlag(over: object = {}) {
  const plain = { name: "VIP", colour: "#237763", icon: null, kind: "label", effect: "mark" };
  return { ...plain, hiddenByDefault: false, ...over };
}
async function addFlag(over: object): Promise<FlagDetails> {
  return (await desk.post(path("/flags"), aFlag(over), admin)).body["flag"] as FlagDetails;
}
function changeFlag({ id, carriers: _carriers, ...flag }: FlagDetails, over: object) {
  return desk.send("PUT", path(`/flags/${id}`), admin, { ...flag, ...over });
}
async function flagDetails(): Promise<FlagDetails[]> {
  return (await desk.get(path("/flags"), admin)).body["items"] as FlagDetails[];
}
async function offered(): Promise<string[]> {
  const { body } = await desk.get(`/station/${desk.station}/flags`, screener);
  return (body as unknown as { name: string }[]).map(({ name }) => name);
}
async function queue(): Promise<string[]> {
  const { body } = await desk.get(`/twilio/calls/call_queue?station=${desk.station}`, screener);
  return (body["calls"] as Call[]).map(({ id }) => id);
}
function carry(call: string, flag: string, carried = true, person = producer) {
  return desk.post("/caller/flag", { call, flag, carried }, person);
}

test("[FL20] a flag is added, changed at every desk, and removed while no caller has it", async () => {
  const flag = await addFlag({ name: " Guest ", icon: "star", hiddenByDefault: true });
  expect(flag).toMatchObject({ name: "Guest", icon: "star", retired: false, carriers: 0 });
  expect((await desk.events()).at(-1)).toMatchObject({ type: "station.stale" });
  const again = await desk.post(path("/flags"), aFlag({ name: "GUEST" }), admin);
  expect(again).toMatchObject({
    status: 409,
    body: { error: { fields: { name: { reason: "is_taken" } } } },
  });

  const { id } = await desk.ring("+61491570401");
  await carry(id, flag.id);
  const changed = await changeFlag(flag, { name: "Studio guest", colour: "#A006D1" });
  expect(changed.body["flag"]).toMatchObject({ name: "Studio guest", colour: "#a006d1" });
  expect((await desk.events()).at(-1)).toMatchObject({ type: "station.stale" });
  expect((await desk.call(id)).caller.flags).toMatchObject([
    { name: "Studio guest", colour: "#a006d1", icon: "star" },
  ]);
  expect((await desk.send("DELETE", path(`/flags/${flag.id}`), admin)).status).toBe(409);

  await carry(id, flag.id, false);
  expect((await desk.send("DELETE", path(`/flags/${flag.id}`), admin)).status).toBe(200);
  expect((await flagDetails()).some((one) => one.id === flag.id)).toBe(false);
  expect((await desk.events()).at(-1)).toMatchObject({ type: "station.stale" });
  expect(await desk.actionsOn(flag.id)).toEqual(["flag.added", "flag.changed", "flag.removed"]);
  expect((await changeFlag(flag, {})).status).toBe(404);
});

test("[FL23] a retired flag is not offered and has no effect, and its callers have it again when it is restored", async () => {
  const flag = await addFlag({ name: "Old hand", effect: "to_back" });
  const { id } = await desk.ring("+61491570402");
  await carry(id, flag.id);
  expect(await desk.call(id)).toMatchObject({ sentBack: true });

  await changeFlag(flag, { retired: true });
  expect(await offered()).not.toContain("Old hand");
  expect((await desk.call(id)).caller.flagIds).toEqual([]);
  expect((await desk.call(id)).sentBack).toBeUndefined();
  expect((await carry(id, flag.id)).status).toBe(404);
  expect((await flagDetails()).find((one) => one.id === flag.id)).toMatchObject({
    retired: true,
    carriers: 1,
  });

  await changeFlag(flag, { retired: false });
  expect(await desk.call(id)).toMatchObject({ sentBack: true, caller: { flagIds: [flag.id] } });
});

test("[FL21] a caller with a flag that sends to the back waits behind all others, until pinned", async () => {
  const flag = await addFlag({ name: "Rings daily", effect: "to_back" });
  const first = await desk.ring("+61491570403");
  const second = await desk.ring("+61491570404");
  const vip = await desk.ring("+61491570405", await desk.aLine({ priority: true }));
  await carry(vip.id, flag.id);
  expect(await queue()).toEqual([first.id, second.id, vip.id]);
  await carry(first.id, flag.id);
  expect(await queue()).toEqual([second.id, vip.id, first.id]);

  const move = { call: first.id, position: 1 };
  await desk.post("/twilio/calls/call_position", move, screener);
  expect((await queue()).at(-1)).toBe(first.id);
  await desk.post("/twilio/calls/call_pin", { call: first.id, pinned: true }, producer);
  expect(await queue()).toEqual([first.id, second.id, vip.id]);
  await desk.post("/twilio/calls/call_pin", { call: first.id, pinned: false }, producer);

  const next = await desk.act(producer, {
    station: desk.station,
    action: "take_next",
    line: "line1",
  });
  expect(next).toMatchObject({ status: 200, call: { id: second.id } });
});

test("[FL22] [PL8] a flag that blocks rejects its caller at the next call, with the station's message, and needs the permission desk", async () => {
  const flag = await addFlag({ name: "Threats", kind: "banned", effect: "block" });
  const quiet = await addFlag({ name: "Blocked quietly", effect: "block" });
  const first = await desk.ring("+61491570406");
  expect((await carry(first.id, quiet.id, true, screener)).status).toBe(403);
  expect((await carry(first.id, flag.id)).status).toBe(200);
  await desk.service.drop(first.sid);

  const rejected = await desk.service.ring(desk.line, "+61491570406");
  expect(rejected.body).toContain("<Reject");
  expect((await desk.call(await desk.idOf(rejected.sid))).desk).toMatchObject({
    status: "ended",
    reason: "blocked",
  });
  expect(await queue()).toEqual([]);

  const busy = "https://radio.example.com/busy.mp3";
  await desk.db
    .insertInto("station_telephony")
    .values({ station_id: desk.station, lines_busy_url: busy })
    .onConflict((conflict) => conflict.column("station_id").doUpdateSet({ lines_busy_url: busy }))
    .execute();
  const answer = await desk.service.ring(desk.line, "+61491570406");
  expect(answer.body).toContain(`<Play>${busy}</Play><Hangup/>`);
  await desk.db.updateTable("station_telephony").set({ lines_busy_url: null }).execute();

  await changeFlag(flag, { effect: "mark" });
  expect((await desk.service.ring(desk.line, "+61491570406")).body).toContain("<Enqueue");
});

test("[AD48] a caller is added before the first call, found, and blocked by a flag at that call", async () => {
  const block = await addFlag({ name: "Known menace", effect: "block" });
  const body = { number: "0491 570 421", name: " Mo Menace " };
  const { status, body: answer } = await desk.post(path("/callers"), body, admin);
  expect({ status, ...answer }).toMatchObject({
    status: 200,
    caller: { name: "Mo Menace", numbers: [{ number: "+61491570421" }], calls: 0 },
  });
  const { id } = answer["caller"] as { id: string };
  expect((await desk.post(path("/callers"), body, admin)).status).toBe(409);
  expect((await desk.post(path("/callers"), { ...body, number: "12" }, admin)).status).toBe(400);
  expect((await desk.get(path("/callers?find=menace"), admin)).body).toMatchObject({
    items: [{ id }],
    nextCursor: null,
  });
  expect(await desk.actionsOn(id)).toEqual(["caller.added"]);

  const flag = { station: desk.station, caller: id, flag: block.id, carried: true };
  expect((await desk.post("/caller/flags", flag, producer)).status).toBe(200);
  expect((await desk.service.ring(desk.line, "+61491570421")).body).toContain("<Reject");
});

const rows = [
  { name: "Sponsor", colour: "#A006D1", icon: "Note" },
  { name: "Prank", kind: "warning", effect: "to_back", hidden: "yes" },
  { name: "sponsor", hidden: "no" },
  { name: "" },
  { name: "Red", colour: "red" },
  { name: "Boat", icon: "boat" },
  { name: "Kind", kind: "nice" },
  { name: "Gone", effect: "eject" },
  { name: "Maybe", hidden: "maybe" },
  { name: "x".repeat(51) },
].map((row, index) => {
  const empty = { colour: "", icon: "", kind: "", effect: "", hidden: "" };
  return { line: index + 2, ...empty, ...row };
});

test("[FL12] flags are imported: a dry run names bad rows, the import adds the good flags, and a repeated import adds no flag", async () => {
  async function send(dryRun: boolean): Promise<FlagImportResult> {
    const { body } = await desk.post(path("/flags/import"), { dryRun, rows }, admin);
    return body as unknown as FlagImportResult;
  }
  const before = (await flagDetails()).length;

  const trial = await send(true);

  expect(trial).toMatchObject({ added: 2, known: [{ line: 4, name: "sponsor" }] });
  expect(trial.bad).toMatchObject([
    { line: 5, reason: "row_without_name" },
    { line: 6, message: '"red" is not a colour such as #955f04' },
    { line: 7, reason: "row_icon_wrong" },
    { line: 8, reason: "row_kind_wrong" },
    { line: 9, reason: "row_effect_wrong" },
    { line: 10, message: '"maybe" is neither yes nor no' },
    { line: 11, message: "the name is longer than 50 characters" },
  ]);
  expect((await flagDetails()).length).toBe(before);
  expect(await send(false)).toEqual(trial);
  const after = await flagDetails();
  expect(after.length).toBe(before + 2);
  expect(after.find(({ name }) => name === "Sponsor")).toMatchObject({
    colour: "#a006d1",
    icon: "note",
    kind: "label",
    effect: "mark",
  });
  expect(after.find(({ name }) => name === "Prank")).toMatchObject({
    kind: "warning",
    effect: "to_back",
    hiddenByDefault: true,
  });
  expect(await send(false)).toMatchObject({ added: 0, known: { length: 3 } });
  expect((await flagDetails()).length).toBe(before + 2);
});

async function lineWith(withheld: string, withheldWords: string | null = null): Promise<string> {
  const number = await desk.aLine({});
  const { body } = await desk.get(path("/phoneLines"), admin);
  const line = (body["items"] as LineDetails[]).find((one) => one.number === number);
  const { id, name, priority, holdMusicUrl, lineClosedUrl, forwardTo } = line as LineDetails;
  const wanted = { name, number, priority, holdMusicUrl, lineClosedUrl, forwardTo };
  const change = { ...wanted, withheld, withheldWords };
  const saved = await desk.send("PUT", path(`/phoneLines/${id}`), admin, change);
  expect(saved.body["line"]).toMatchObject({ withheld, withheldWords });
  // A request without the two fields keeps their values.
  const unchanged = await desk.send("PUT", path(`/phoneLines/${id}`), admin, wanted);
  expect(unchanged.body["line"]).toMatchObject({ withheld, withheldWords });
  return number;
}

test("[AD45] a line sends callers who withhold their number to the back until they give it", async () => {
  const line = await lineWith("to_back");
  const hidden = await desk.ring("anonymous", line);
  const known = await desk.ring("+61491570411", line);
  const elsewhere = await desk.ring("anonymous");

  expect(await queue()).toEqual([known.id, elsewhere.id, hidden.id]);
  expect(
    (await desk.events()).some((event) => "call" in event && event.call.sentBack === true),
  ).toBe(true);
  await desk.post("/caller/number", { call: hidden.id, number: "0491 570 412" }, screener);
  expect(await queue()).toEqual([hidden.id, known.id, elsewhere.id]);
});

test("[AD45] a line rejects callers who withhold their number, with its message or the built-in one, and each call ends with the reason `blocked`", async () => {
  const plain = await desk.service.ring(await lineWith("reject"), "anonymous");
  expect(plain.body).toContain("takes no calls from withheld numbers");
  expect(plain.body).toContain("<Hangup/>");
  const own = await lineWith("reject", "Show your number & ring again.");
  const answer = await desk.service.ring(own, "Restricted");
  expect(answer.body).toContain("Show your number &amp; ring again.");
  expect((await desk.call(await desk.idOf(answer.sid))).desk).toMatchObject({ reason: "blocked" });
  expect(await queue()).toEqual([]);
  expect((await desk.service.ring(own, "+61491570413")).body).toContain("<Enqueue");
});
