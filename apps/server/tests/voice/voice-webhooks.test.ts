import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";

import { uuidV7 } from "../../src/platform/db/uuid.ts";
import { aSid } from "../support/scripted-sids.ts";
import { openDesk } from "../support/telephone-desk.ts";

const desk = await openDesk();

const voice = "/api/twilio/voice";
const names = ["incoming", "phone", "wait", "hold", "requeue", "queue-ended", "connect", "join"];
const known = uuidV7();

describe("[AP11] a webhook without a valid signature is refused", () => {
  test.each([...names, "conference", "status"])("at %s", async (name) => {
    const path = `${voice}/${name}?call=${known}`;
    const params = { CallSid: aSid("CA"), To: desk.line, From: "+61491570006" };

    const bare = await desk.service.deliver(path, params, {});
    const forged = await desk.service.deliver(path, params, { "x-twilio-signature": "AAAA" });
    const own = desk.service.base;
    desk.service.base = "http://elsewhere.example";
    const foreign = await desk.service.post(path, params);
    desk.service.base = own;

    expect([bare.status, forged.status, foreign.status]).toEqual([403, 403, 403]);
  });
});

test("[AP11] a long webhook, or one with many parameters, is refused, and an unsigned one is not read", async () => {
  const path = `${voice}/incoming`;
  const base = { CallSid: aSid("CA"), To: desk.line, From: "+61491570006" };
  const many = Object.fromEntries(Array.from({ length: 501 }, (_, n) => [`k${n}`, ""]));
  const long = { ...base, Words: "x".repeat(64 * 1024) };

  expect((await desk.service.post(path, { ...base, ...many })).status).toBe(403);
  expect((await desk.service.post(path, long)).status).toBe(413);
  expect((await desk.service.deliver(path, long, {})).status).toBe(403);
});

test("[AP40] an address that posts without a valid signature is limited, unless the telephony service posts from it", async () => {
  const path = `${voice}/incoming`;
  const params = { CallSid: aSid("CA"), To: desk.line, From: "+61491570006" };
  const forgery = { "x-twilio-signature": "AAAA" };
  async function flood(headers: Record<string, string>): Promise<number[]> {
    const answers = [];
    for (let post = 0; post < 100; post += 1) {
      answers.push((await desk.service.deliver(path, params, headers)).status);
    }
    return answers;
  }
  onTestFinished(() => void (desk.serviceAddress = "127.0.0.1"));

  desk.serviceAddress = "203.0.113.7";
  const unsigned = await flood({});
  desk.serviceAddress = "203.0.113.8";
  const forged = await flood(forgery);
  desk.serviceAddress = "203.0.113.9";
  const first = (await desk.service.ring(desk.line, "+61491570006")).status;
  const beside = await flood(forgery);
  const then = (await desk.service.ring(desk.line, "+61491570006")).status;

  for (const answers of [unsigned, forged]) {
    expect(answers.slice(0, 60)).toEqual(Array(60).fill(403));
    expect(answers.slice(-20)).toEqual(Array(20).fill(429));
  }
  expect(beside).toEqual(Array(100).fill(403));
  expect([first, then]).toEqual([200, 200]);
});

test("a signed webhook of the wrong shape is refused with 400, and an unknown conference event is ignored", async () => {
  for (const name of names) {
    expect((await desk.service.post(`${voice}/${name}?call=x`, { CallStatus: "?" })).status).toBe(
      400,
    );
  }
  const odd = {
    StatusCallbackEvent: "participant-juggle",
    ConferenceSid: "CF1",
    CallSid: aSid("CA"),
  };
  expect((await desk.service.post(`${voice}/conference`, odd)).status).toBe(204);
});

test("[PL11] an open line stores the call and enqueues the caller in the station's queue", async () => {
  const { sid, body } = await desk.service.ring(desk.line, "+61491570006");
  const id = await desk.idOf(sid);

  expect(body).toContain(`>station:${desk.station}</Enqueue>`);
  expect(body).toContain(`waitUrl="http://127.0.0.1:4999${voice}/wait?call=${id}#`);
  expect((await desk.events()).at(-1)).toMatchObject({ type: "call.arrived", call: { id } });
});

test("[PL4] [PL9] [CA4] a closed line plays its audio and hangs up, even with a forwarding number", async () => {
  const closed = await desk.aLine({ open: false, forward_to: "+61270101999" });
  const { sid, body } = await desk.service.ring(closed, "+61491570006");

  expect(body).toContain("<Play>http://127.0.0.1:4999/sounds/line-closed.wav</Play><Hangup/>");
  expect((await desk.call(await desk.idOf(sid))).desk).toMatchObject({ reason: "line_closed" });
});

test("[PL6] [OB10] [CA4] a line with a forwarding number dials it, for at most the maximum dial time", async () => {
  const line = await desk.aLine({ forward_to: "+61270101999" });
  const { sid, body } = await desk.service.ring(line, "+61491570006");
  await desk.db.updateTable("station_telephony").set({ max_dial_s: 600 }).execute();
  const short = await desk.service.ring(line, "+61491570007");
  await desk.db.updateTable("station_telephony").set({ max_dial_s: 14_400 }).execute();

  expect(body).toContain('<Dial timeLimit="14400"');
  expect(short.body).toContain('<Dial timeLimit="600"');
  expect(body).toContain("<Number>+61270101999</Number>");
  expect((await desk.call(await desk.idOf(sid))).desk).toMatchObject({ reason: "forwarded" });
});

test("[PL8] [PL9] [CA4] a blocked caller is rejected on a closed line too", async () => {
  await desk.ring("+61491570313");
  await desk.db.updateTable("caller").set({ blocked: true }).execute();
  const { sid, body } = await desk.service.ring(await desk.aLine({ open: false }), "+61491570313");
  await desk.db.updateTable("caller").set({ blocked: false }).execute();

  expect(body).toContain('<Reject reason="rejected"/>');
  expect((await desk.call(await desk.idOf(sid))).desk).toMatchObject({ reason: "blocked" });
});

test("[PL10] a call to a number without a line is rejected and not stored", async () => {
  const { sid, body } = await desk.service.ring("+61299999999", "+61491570006");

  expect(body).toContain("<Reject");
  await expect(desk.idOf(sid)).rejects.toThrow("no result");
});

async function ringByPhone(params: Record<string, string>, packets?: number): Promise<string[]> {
  const sid = aSid("CA");
  const documents: string[] = [];
  let path: string | undefined = `${voice}/phone`;
  if (packets !== undefined) {
    desk.service.packets.set(sid, packets);
  }
  while (path !== undefined && documents.length < 20) {
    const more: Record<string, string> = documents.length === 0 ? params : {};
    const answer = await desk.service.post(path, {
      CallSid: sid,
      From: "client:phone-1",
      ...more,
    });
    documents.push(answer.body);
    path = /<Redirect method="POST">http:\/\/[^/]+([^<#]+)[<#]/
      .exec(answer.body)?.[1]
      ?.replaceAll("&amp;", "&");
  }
  return documents;
}

test("[CA55] the fallback URL of a number answers the arrival of a call like its voice URL, and stores the call once", async () => {
  const { sid, body } = await desk.service.ring(desk.line, "+61491570006");
  const again = { CallSid: sid, To: desk.line, From: "+61491570006" };
  const errors = { ErrorCode: "11205", ErrorUrl: `http://127.0.0.1:9${voice}/incoming` };
  const answer = await desk.service.post(`${voice}/incoming-again`, { ...again, ...errors });

  expect(answer.body).toBe(body);
  expect(await desk.db.selectFrom("call").where("call_sid", "=", sid).execute()).toHaveLength(1);
});

test("[CA55] the fallback URL of a number redirects a call whose next document failed to this document at this server, once", async () => {
  const { sid } = await desk.service.ring(desk.line, "+61491570006");
  const id = await desk.idOf(sid);
  async function fallBack(ErrorUrl: string) {
    const params = { CallSid: sid, To: desk.line, From: "+61491570006", ErrorCode: "11205" };
    return (await desk.service.post(`${voice}/incoming-again`, { ...params, ErrorUrl })).body;
  }

  const retry = `http://127.0.0.1:4999${voice}/join?call=${id}&amp;again=1#`;
  expect(await fallBack(`http://127.0.0.1:9${voice}/join?call=${id}`)).toContain(retry);
  expect(await fallBack(`http://127.0.0.1:4999${voice}/join?call=${id}&again=1`)).toContain(
    "<Enqueue",
  );
  expect(await fallBack("https://elsewhere.example.com/join")).toContain("<Enqueue");
});

test("[CA53] after a restart of the exchange a waiting caller waits again, and a caller in a room joins it again", async () => {
  const { sid } = await desk.service.ring(desk.line, "+61491570006");
  const id = await desk.idOf(sid);
  async function resume(ErrorUrl?: string) {
    const params = { CallSid: sid, To: desk.line, From: "+61491570006", ErrorCode: "20500" };
    const path = `${voice}/incoming-again`;
    return (await desk.service.post(path, { ...params, ...(ErrorUrl ? { ErrorUrl } : {}) })).body;
  }
  expect(await resume(`http://127.0.0.1:4999${voice}/incoming`)).toContain("<Enqueue");

  await desk.take(desk.people.owner, id);
  // The document of an accepted call has no URL.
  expect(await resume()).toContain(`>call:${id}</Conference>`);
  expect(await resume(`http://127.0.0.1:4999${voice}/wait?call=${id}`)).toContain(`>call:${id}<`);
});

test("[SR20] the demonstration telephone calls the station's lines only from fictitious numbers", async () => {
  const from = "+61491570006";
  async function last(params: Record<string, string>) {
    return (await ringByPhone(params, 50)).at(-1);
  }

  expect(await last({ To: desk.line, CallerNumber: from })).toContain("<Enqueue");
  expect(await last({ To: desk.line, CallerNumber: "+61412345678" })).toContain("<Reject");
  expect(await last({ To: desk.line })).toContain("<Reject");
  expect(await last({ To: "+61299999999", CallerNumber: from })).toContain("<Reject");
});

test("[SR34] a call of the demonstration telephone waits at most 8 s for sound, and is then not stored", async () => {
  const ring = { To: desk.line, CallerNumber: "+61491570006" };

  const answered = await ringByPhone(ring, 1);
  const silent = await ringByPhone(ring, 0);
  const unknown = await ringByPhone(ring);

  expect(answered).toHaveLength(2);
  expect(answered[0]).toContain('<Pause length="1"/><Redirect');
  expect(answered[1]).toContain("<Enqueue");
  for (const documents of [silent, unknown]) {
    expect(documents).toHaveLength(9);
    expect(documents.at(-1)).toContain("<Hangup");
  }
});

test("[PL12] a waiting caller hears the hold music, and with a live programme a waiting or held caller hears this programme", async () => {
  const { id, sid } = await desk.ring();
  async function music(name: string) {
    return (await desk.service.post(`${voice}/${name}?call=${id}`, { CallSid: sid })).body;
  }
  expect(await music("wait")).toContain(
    '<Play loop="0">http://127.0.0.1:4999/sounds/hold-music.wav<',
  );

  await desk.db
    .updateTable("station_telephony")
    .set({ live_programme_url: "https://radio.example/live" })
    .execute();
  expect(await music("wait")).toContain(">https://radio.example/live<");
  expect(await music("hold")).toContain(">https://radio.example/live<");
  await desk.db.updateTable("station_telephony").set({ live_programme_url: null }).execute();
});

test("[AP12] an arrival that is delivered twice, even at the same time, is one call", async () => {
  const params = { CallSid: aSid("CA"), To: desk.line, From: "+61491570110" };
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => desk.service.post(`${voice}/incoming`, params, "token-a")),
  );

  expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
  const id = await desk.idOf(params.CallSid);
  const arrivals = (await desk.events()).filter(
    (event) => event.type === "call.arrived" && event.call.id === id,
  );
  expect(arrivals).toHaveLength(1);
});

test("[AP12] an event that is delivered twice takes effect once, by its token and its number", async () => {
  const { sid, id } = await desk.ring("+61491570156");
  const end = { CallSid: sid, CallStatus: "completed", SequenceNumber: "3" };
  await desk.service.post(`${voice}/status`, end, "token-b");
  const before = (await desk.events()).length;

  await desk.service.post(`${voice}/status`, end, "token-b");
  await desk.service.post(`${voice}/status`, end, "token-c");
  await desk.service.post(`${voice}/status`, { ...end, SequenceNumber: "4" }, "token-d");

  expect((await desk.events()).length).toBe(before);
  expect((await desk.call(id)).desk).toMatchObject({ reason: "caller_hung_up" });
});

test("[XT44] a wait that fails ends the call with the reason `failed`", async () => {
  const { sid, id } = await desk.ring("+61491570157");
  const params = { CallSid: sid, QueueResult: "queue-full" };

  const { body } = await desk.service.post(`${voice}/queue-ended?call=${id}`, params);

  expect(body).toContain("<Hangup/>");
  expect((await desk.call(id)).desk).toMatchObject({ reason: "failed" });
});

test("[CA12] a call's webhooks in random orders, each twice, lead to the same state", async () => {
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(fc.nat({ max: 1_000_000 })), async (random) => {
      const { sid, id, leg } = await desk.converse(desk.people.owner, "line2", "+61491570158");
      const room = desk.service.rooms.get(`call:${id}`);
      function event(name: string, sequence: number, params: Record<string, string>) {
        return {
          path: `${voice}/conference?call=${id}`,
          params: {
            StatusCallbackEvent: name,
            ConferenceSid: room?.sid ?? "",
            SequenceNumber: String(sequence),
            ...params,
          },
        };
      }
      const story = [
        event("participant-join", 1, { CallSid: leg }),
        event("participant-join", 2, { CallSid: sid }),
        event("participant-hold", 3, { CallSid: sid }),
        event("participant-unhold", 4, { CallSid: sid }),
        event("participant-hold", 5, { CallSid: sid }),
        event("participant-leave", 6, { CallSid: leg, ParticipantCallStatus: "completed" }),
        { path: `${voice}/status`, params: { CallSid: leg, CallStatus: "completed" } },
      ];
      const shuffled = [...story, ...story]
        .map((report) => ({ report, key: random.next().value ?? 0 }))
        .toSorted((a, b) => a.key - b.key);
      for (const { report } of shuffled) {
        await desk.service.post(report.path, report.params);
      }
      await desk.service.settle();
      expect((await desk.call(id)).desk).toMatchObject({ status: "held", unattended: true });

      const end = { CallSid: sid, CallStatus: "completed" };
      await desk.service.post(`${voice}/status`, end);
      for (const { report } of shuffled.toReversed()) {
        await desk.service.post(report.path, report.params);
      }
      expect((await desk.call(id)).desk).toMatchObject({ reason: "caller_hung_up" });
      desk.service.calls.delete(sid);
      desk.service.rooms.delete(`call:${id}`);
    }),
    { numRuns: 15 },
  );
});

test("[CL10] only a new or nameless caller gets the network's name", async () => {
  async function nameOf(from: string, name: string | undefined) {
    const more = name === undefined ? {} : { CallerName: name };
    const { sid } = await desk.service.ring(desk.line, from, more);
    const id = await desk.idOf(sid);
    return { id, name: (await desk.call(id)).caller?.name };
  }

  expect((await nameOf("+61491570311", undefined)).name).toBeNull();
  const nameless = await nameOf("+61491570311", "\u0007 Jo\tSmith \u202e");
  expect(nameless.name).toBe("Jo Smith");
  expect((await nameOf("+61491570311", "Somebody Else")).name).toBe("Jo Smith");
  expect((await nameOf("+61491570312", "0491 570 312")).name).toBeNull();
  expect((await nameOf("anonymous", "Kim")).name ?? null).toBeNull();

  const edit = { call: nameless.id, name: "Josephine" };
  await desk.post("/caller/name", edit, desk.people.screener);
  expect((await nameOf("+61491570311", "Jo Smith")).name).toBe("Josephine");
  expect((await nameOf("+61491570314", "y".repeat(5000))).name).toBe("y".repeat(100));
});
