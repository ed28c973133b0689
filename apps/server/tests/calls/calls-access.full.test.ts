import { afterAll, beforeAll, describe, expect, test } from "vitest";

import * as contract from "@linedesk/contract";
import { type Endpoint, may, roles } from "@linedesk/contract";
import { uuidV7 } from "../../src/platform/db/uuid.ts";
import { TelephoneDesk } from "../support/telephone-desk.ts";

let desk: TelephoneDesk;
let id: string;
let flag: string;

beforeAll(async () => {
  desk = await TelephoneDesk.open();
  ({ id } = await desk.ring());
  flag = await desk.aFlag({ name: "VIP" });
});
afterAll(() => desk.close());

/** Each endpoint of calls, callers and stations, with a body or query that is right. */
function requests(): ["GET" | "POST", string, object][] {
  return [
    ["GET", `/twilio/calls/call_queue?station=${desk.station}`, {}],
    ["GET", `/twilio/calls/call_list?station=${desk.station}`, {}],
    ["POST", "/twilio/calls/call_subscription", { station: desk.station }],
    ["POST", "/twilio/calls/handle_call", { call: id, action: "accept", line: "line1" }],
    ["POST", "/twilio/calls/handle_hold", { call: id, hold: true }],
    ["POST", "/twilio/calls/reject_call", { calls: [id], dryRun: true }],
    ["POST", "/twilio/calls/description", { call: id, description: "x" }],
    ["POST", "/twilio/calls/call_position", { call: id, position: 1 }],
    ["POST", "/twilio/calls/call_pin", { call: id, pinned: false }],
    ["POST", `/twilio/calls/${id}/quality`, { samples: [] }],
    ["GET", `/conference?station=${desk.station}`, {}],
    ["POST", "/conference", { action: "start", calls: [id] }],
    ["GET", `/twilio/calls/${id}/timeline`, {}],
    ["POST", `/twilio/calls/${id}/timeline`, { code: 31005, line: "line1" }],
    ["GET", `/station/${desk.station}/seats`, {}],
    ["POST", `/station/${desk.station}/seats`, { lines: { line1: true, line2: false } }],
    ["POST", "/caller/name", { call: id, name: "Kim" }],
    ["POST", "/caller/location", { call: id, location: "Dubbo" }],
    ["POST", "/caller/flag", { call: id, flag, carried: false }],
    ["GET", `/station/${desk.station}/flags`, {}],
    ["GET", `/station/${desk.station}`, {}],
    ["GET", `/station/phone_line?station=${desk.station}`, {}],
    ["POST", "/station/line_open", { station: desk.station, open: true }],
    ["POST", "/station/line_feed", { station: desk.station, line: "line2", feedsAir: false }],
    ["GET", `/station/${desk.station}/caller/history?number=%2B61491570006`, {}],
  ];
}

function send(
  method: "GET" | "POST",
  path: string,
  body: object,
  person?: { id: string; name: string },
) {
  return method === "GET" ? desk.get(path, person) : desk.post(path, body, person);
}

test("[AP6] none of them answers who is not signed in", async () => {
  for (const [method, path, body] of [
    ...requests(),
    ["GET", "/station", {}] as const,
    ["POST", "/twilio/auth", { identity: "x" }] as const,
  ]) {
    const answer = await send(method, path, body);
    expect([path, answer.status, (answer.body["error"] as { code: string }).code]).toEqual([
      path,
      401,
      "not_signed_in",
    ]);
  }
});

test("[RL21] who is no member is refused, or does not learn that the call exists", async () => {
  for (const [method, path, body] of requests()) {
    const answer = await send(method, path, body, desk.people.outsider);
    const isOfStation = path.includes("station") || "station" in body;
    expect([path, answer.status]).toEqual([path, isOfStation ? 403 : 404]);
  }
});

test("[RL21] opening lines and bulk reject need the desk's permission", async () => {
  const { screener, presenter, producer } = desk.people;
  const other = await desk.ring("+61491570156");
  for (const person of [screener, presenter]) {
    expect(
      (await desk.post("/station/line_open", { station: desk.station, open: true }, person)).status,
    ).toBe(403);
    const calls = [id, other.id];
    expect((await desk.post("/twilio/calls/reject_call", { calls }, person)).status).toBe(403);
  }
  const dry = { calls: [id, other.id], dryRun: true };
  expect((await desk.post("/twilio/calls/reject_call", dry, producer)).body).toEqual({
    rejected: [id, other.id],
    spared: [],
    announced: [
      { words: "All our lines are busy. Please try again later.", sound: "/sounds/lines-busy.wav" },
    ],
  });
});

test("[RL21] each route refuses every role that lacks its right, and no other", async () => {
  const endpoints = (Object.values(contract) as unknown[]).filter(
    (value): value is Endpoint =>
      typeof value === "object" && value !== null && "path" in value && "access" in value,
  );
  for (const [method, path, body] of requests()) {
    const [plain = ""] = path.split("?");
    const endpoint = endpoints.find(
      (one) =>
        one.method === method &&
        new RegExp(`^${one.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(plain),
    );
    const access = endpoint?.access;
    for (const role of roles) {
      const right = access !== undefined && "permission" in access ? access.permission : "screen";
      const { status } = await send(method, path, body, desk.people[role]);
      expect([path, role, status === 403]).toEqual([path, role, !may(role, right)]);
    }
  }
});

describe("[AP5] input of the wrong shape answers 400 and names the fields", () => {
  const wrong: [string, object, string][] = [
    ["/twilio/calls/handle_call", { call: "x", action: "accept", line: "line1" }, "call"],
    ["/twilio/calls/handle_call", { call: uuidV7(), action: "explode" }, "action"],
    ["/twilio/calls/handle_call", { call: uuidV7(), action: "accept", line: "line3" }, "line"],
    ["/twilio/calls/handle_call", { call: uuidV7(), action: "move", to: "Bob" }, "to"],
    ["/twilio/calls/handle_call", { call: uuidV7(), action: "accept", device: 7 }, "device"],
    ["/station/line_feed", { station: uuidV7(), line: "line3", feedsAir: true }, "line"],
    ["/twilio/calls/handle_hold", { call: uuidV7() }, "hold"],
    ["/twilio/calls/reject_call", { calls: [] }, "calls"],
    ["/twilio/calls/description", { call: uuidV7(), description: "x".repeat(501) }, "description"],
    ["/twilio/calls/call_position", { call: uuidV7(), position: 0 }, "position"],
    ["/twilio/calls/call_position", { call: uuidV7(), position: 1.5 }, "position"],
    ["/twilio/calls/call_pin", { call: uuidV7() }, "pinned"],
    ["/caller/flag", { call: uuidV7(), flag: "VIP", carried: true }, "flag"],
    ["/caller/name", { call: uuidV7(), name: "x".repeat(101) }, "name"],
    ["/caller/location", { call: uuidV7() }, "location"],
    [`/twilio/calls/${uuidV7()}/timeline`, { code: 1e6, line: "line1" }, "code"],
    [`/twilio/calls/${uuidV7()}/timeline`, { code: 31005, line: "line3" }, "line"],
    [`/station/${uuidV7()}/seats`, { lines: { line1: true } }, "lines.line2"],
    ["/twilio/auth", { identity: 7 }, "identity"],
  ];

  test.each(wrong)("%s %j", async (path, body, field) => {
    const answer = await desk.post(path, body, desk.people.owner);

    expect(answer.status).toBe(400);
    expect(answer.body["error"]).toMatchObject({ code: "bad_request" });
    expect(Object.keys((answer.body["error"] as { fields: object }).fields)).toContain(field);
  });

  test("accept without a line", async () => {
    const body = { call: id, action: "accept" };
    const answer = await desk.post("/twilio/calls/handle_call", body, desk.people.owner);
    expect(answer.body["error"]).toMatchObject({
      code: "bad_request",
      fields: { line: "is needed" },
    });
  });
});

test("a call that is not there answers 404 at each endpoint that names one", async () => {
  const call = uuidV7();
  for (const [path, body] of [
    ["/twilio/calls/handle_call", { call, action: "hang_up" }],
    ["/twilio/calls/handle_hold", { call, hold: true }],
    ["/twilio/calls/reject_call", { calls: [call] }],
    ["/twilio/calls/description", { call, description: "" }],
    ["/twilio/calls/call_position", { call, position: 1 }],
    ["/twilio/calls/call_pin", { call, pinned: true }],
    ["/caller/name", { call, name: "" }],
    ["/caller/flag", { call, flag, carried: true }],
  ] as const) {
    expect((await desk.post(path, body, desk.people.owner)).status).toBe(404);
  }
  const lastUuid = "ffffffff-ffff-ffff-ffff-ffffffffffff";
  const far = await desk.post(
    `/twilio/calls/${lastUuid}/quality`,
    { samples: [] },
    desk.people.owner,
  );
  expect([400, 404]).toContain(far.status);
});

test("[DS2] of two who accept at once one wins and the other is told who, 100 times", async () => {
  const { owner, screener } = desk.people;
  for (let round = 0; round < 100; round += 1) {
    const { sid, id: call } = await desk.ring("+61491570157");
    const [one, two] = await Promise.all([
      desk.handle(owner, call, "accept"),
      desk.handle(screener, call, "accept"),
    ]);
    const [winner, loser] = one.status === 200 ? [one, two] : [two, one];
    expect(winner.claim).not.toBeNull();
    expect([winner.status, loser.status]).toEqual([200, 409]);
    expect(loser.error).toMatchObject({
      code: "call_taken",
      message: `${winner.call.claimedBy?.name} has this call.`,
    });
    await desk.service.drop(sid);
  }
});

test("[DS5] a claim of somebody else, used, unknown or malformed connects nobody", async () => {
  const { owner, screener } = desk.people;
  const { id: call } = await desk.ring("+61491570158");
  const { claim } = await desk.handle(owner, call, "accept");
  const right = claim?.id ?? "";

  for (const [user, wrong] of [
    [screener.id, right],
    [owner.id, uuidV7()],
    [owner.id, "'; drop table claim"],
    [owner.id, ""],
  ] as const) {
    expect((await desk.service.connect(user, wrong)).isIn).toBe(false);
  }

  expect((await desk.service.connect(owner.id, right)).isIn).toBe(true);
  expect((await desk.service.connect(owner.id, right)).isIn).toBe(false);
});

test("[DS35] a softphone that set out before its claim was made is waited for, and let in", async () => {
  const { owner } = desk.people;
  const { sid, id: call } = await desk.ring("+61491570160");
  const wanted = uuidV7();

  const connecting = desk.service.connect(owner.id, wanted);
  const accepted = await desk.handle(owner, call, "accept", "line1", wanted);

  expect(accepted).toMatchObject({ status: 200, claim: { id: wanted } });
  expect((await connecting).isIn).toBe(true);
  await desk.service.drop(sid);
});

test("[DS35] a connect is answered while its call is locked, and written down afterwards", async () => {
  const { owner } = desk.people;
  const { sid, id: call } = await desk.ring("+61491570163");
  const { claim } = await desk.handle(owner, call, "accept");
  const leg = `CA${"39".repeat(16)}`;
  const params = { CallSid: leg, From: `client:${owner.id}`, claim: claim?.id ?? "" };
  function findLegs() {
    return desk.db.selectFrom("call_leg").select("call_id").where("sid", "=", leg).execute();
  }

  const answer = await desk.db.transaction().execute(async (trx) => {
    await trx.selectFrom("call").select("id").where("id", "=", call).forUpdate().execute();
    const { body } = await desk.service.post("/api/twilio/voice/connect", params);
    return { body, legs: await findLegs() };
  });

  expect(answer.body).toContain("<Conference");
  expect(answer.legs).toEqual([]);
  await expect.poll(findLegs).toEqual([{ call_id: call }]);
  await desk.service.drop(sid);
});

test("[DS35] who was let in with a claim that was none any more is taken out again", async () => {
  const { owner } = desk.people;
  const { sid, id: call } = await desk.ring("+61491570164");
  const { claim } = await desk.handle(owner, call, "accept");
  const id = claim?.id ?? "";
  await desk.db.updateTable("claim").set({ lapsed_at: new Date() }).where("id", "=", id).execute();

  const leg = await desk.service.connect(owner.id, id);

  await expect.poll(() => desk.service.commands).toContainEqual({ type: "end", sid: leg.sid });
  await desk.service.settle();
  expect((await desk.call(call)).desk).toMatchObject({ status: "waiting" });
  expect((await desk.service.connect(owner.id, id)).isIn).toBe(false);
  await desk.service.drop(sid);
});

test("[DS35] a claim's id that was used before, by anybody, is refused by name", async () => {
  const { owner, screener } = desk.people;
  const [one, other] = [await desk.ring("+61491570161"), await desk.ring("+61491570162")];
  const used = uuidV7();
  await desk.handle(owner, one.id, "accept", "line1", used);

  const again = await desk.handle(screener, other.id, "accept", "line1", used);

  expect(again.status).toBe(400);
  expect(again.error).toMatchObject({ code: "bad_request", fields: { claim: expect.any(String) } });
  expect(await desk.call(other.id)).toMatchObject({ claimedBy: null });
  for (const { sid } of [one, other]) {
    await desk.service.drop(sid);
  }
});

test("[LN9] [RL21] a screener may not take a call on a line that feeds the air, a presenter may", async () => {
  const feed = { station_id: desk.station, line: "line2", feeds_air: true } as const;
  await desk.db
    .insertInto("station_line_feed")
    .values(feed)
    .onConflict((conflict) => conflict.columns(["station_id", "line"]).doUpdateSet(feed))
    .execute();
  const { sid, id: call } = await desk.ring("+61491570159");

  expect(await desk.handle(desk.people.screener, call, "accept", "line2")).toMatchObject({
    status: 403,
  });
  await desk.take(desk.people.presenter, call, "line2");
  expect((await desk.call(call)).desk.status).toBe("on_air");
  expect((await desk.handle(desk.people.screener, call, "hang_up")).status).toBe(403);

  const rejected = await desk.post(
    "/twilio/calls/reject_call",
    { calls: [call] },
    desk.people.owner,
  );
  expect(rejected.body).toEqual({ rejected: [], spared: [{ call, reason: "on air" }] });
  await desk.service.drop(sid);
});

test("[CA26] actions in the wrong state say why and change nothing", async () => {
  const { owner, screener } = desk.people;
  const waiting = await desk.ring("+61491570110");
  expect((await desk.handle(owner, waiting.id, "hang_up")).error?.code).toBe("call_state");
  expect((await desk.handle(owner, waiting.id, "take_over")).error?.code).toBe("call_state");
  expect((await desk.hold(owner, waiting.id, true)).error?.code).toBe("call_state");

  const screened = await desk.converse(owner, "line1", "+61491570313");
  expect((await desk.handle(owner, screened.id, "accept")).error?.code).toBe("call_state");
  expect((await desk.handle(screener, screened.id, "take_over")).error).toMatchObject({
    code: "call_taken",
    message: "Alice has this call.",
  });
  for (const action of ["hang_up", "verify", "unverify"]) {
    expect((await desk.handle(screener, screened.id, action)).error?.code).toBe("call_taken");
  }
  for (const action of ["mark_next", "swap", "undo"]) {
    expect((await desk.handle(owner, screened.id, action)).error?.code).toBe("call_state");
  }
  expect((await desk.hold(screener, screened.id, true)).error?.code).toBe("call_taken");

  await desk.service.drop(screened.sid);
  await desk.service.settle();
  for (const action of ["accept", "move", "verify", "lock", "mark_next", "undo", "hang_up"]) {
    expect((await desk.handle(owner, screened.id, action)).error?.code).toBe("call_gone");
  }
  expect((await desk.hold(owner, screened.id, true)).error?.code).toBe("call_gone");
});

test("[DS11] a hold that the service does not confirm fails in words, and nothing claims it happened", async () => {
  const screened = await desk.converse(desk.people.admin, "line1", "+61491570737");
  desk.service.isSilent = true;
  const silent = await desk.hold(desk.people.admin, screened.id, true);
  await desk.service.settle();
  desk.service.isSilent = false;

  expect(silent).toMatchObject({ status: 502, error: { code: "telephony_failed" } });
  expect((await desk.call(screened.id)).desk.status).toBe("screening");
});

test("[AP19] each change leaves who, what, when and from where", async () => {
  const { owner } = desk.people;
  const { id: call, leg } = await desk.converse(owner, "line2", "+61491570165");
  const { id: other } = await desk.ring("+61491570166");
  const { id: third } = await desk.ring("+61491570167");
  const changes: [string, object, string][] = [
    ["/caller/name", { call, name: "Ana" }, "caller"],
    ["/caller/location", { call, location: "Ryde" }, "caller"],
    ["/twilio/calls/description", { call, description: "Rain" }, "call"],
    ["/twilio/calls/handle_call", { call, action: "hang_up" }, "call"],
    ["/twilio/calls/handle_call", { call: other, action: "accept", line: "line1" }, "call"],
    ["/twilio/calls/reject_call", { calls: [third] }, "call"],
    ["/station/line_open", { station: desk.station, open: false }, "phone_line"],
    ["/station/line_open", { station: desk.station, open: true }, "phone_line"],
  ];
  function entries() {
    return desk.db
      .selectFrom("audit_entry")
      .select(["action", "user_id", "address", "at", "subject_type"])
      .where("user_id", "=", owner.id)
      .orderBy("id")
      .execute();
  }

  for (const [path, body, subject] of changes) {
    const before = (await entries()).length;
    expect([path, (await desk.post(path, body, owner)).status]).toEqual([path, 200]);
    await desk.service.settle();
    const [entry] = (await entries()).slice(before);
    expect({ path, ...entry }).toEqual({
      path,
      action: expect.stringMatching(/^\w+\.\w+$/),
      user_id: owner.id,
      address: "127.0.0.1",
      at: expect.any(Date),
      subject_type: subject,
    });
  }
  expect(desk.service.calls.has(leg)).toBe(false);
});
