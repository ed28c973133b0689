import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { FakeClock, settled } from "@linedesk/base/testing";
import { answers, LISTENER, STATION } from "../../testing/core-under-test.ts";
import { FakeDialer, FakeLeg } from "../../testing/fake-edges.ts";
import { FakeMedia } from "../../testing/fake-media.ts";
import { APP, ScriptedWeb, twiml } from "../../testing/scripted-web.ts";
import { answeredLeg, arrived, source } from "../../testing/stored-legs.ts";
import { createExchangeControl } from "../create-exchange-control.ts";

const FRIEND = "+61491570156";
let folder = "";
let clock: FakeClock;
let web: ScriptedWeb;
const opened: Exchange[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "linedesk-resumption-"));
  clock = new FakeClock();
  web = new ScriptedWeb().on("/status", "").on("/room", "");
});
afterEach(async () => {
  for (const exchange of opened.splice(0)) {
    const closed = exchange.core.close();
    await clock.advance(3_000);
    await closed;
  }
  await rm(folder, { recursive: true, force: true });
});

class Exchange {
  readonly media = new FakeMedia();
  readonly client = new FakeDialer("client");
  readonly sip = new FakeDialer("sip");
  readonly core = createExchangeControl({
    media: this.media,
    dialers: { client: this.client, sip: this.sip },
    webhooks: { allowedHosts: ["app.test"], sender: web.send },
    account: { sid: "AC1", authToken: "t" },
    clock,
    logger: pino({ level: "silent" }),
    defaults: { dataFolder: folder, speech: false },
  });

  constructor() {
    opened.push(this);
  }

  /** A telephone calls the station's number, whose voice URL returns this document. */
  async ring(verbs: string | (() => Promise<string>), fallback: string | null = null) {
    web.on("/incoming", typeof verbs === "string" ? twiml(verbs) : verbs);
    if (this.core.directory.numbers.findByNumber(STATION) === null) {
      this.core.directory.numbers.create({
        phoneNumber: STATION,
        voiceUrl: `${APP}/incoming`,
        statusCallback: `${APP}/status`,
        ...(fallback === null ? {} : { voiceFallbackUrl: APP + fallback }),
      });
    }
    const leg = new FakeLeg("sip");
    leg.stored = answeredLeg;
    const { callSid: sid, sink } = this.core.edges.intake.receive(leg, {
      from: LISTENER,
      to: STATION,
      callerName: null,
      params: [],
      applicationSid: null,
      stirStatus: null,
    });
    await settled();
    sink.onStoredChange?.();
    return { sid, leg, sink };
  }

  legOf(sid: string): FakeLeg {
    const found = this.sip.resumed.find(({ request }) => request.callSid === sid);
    if (found === undefined) {
      throw new Error(`the call ${sid} did not continue`);
    }
    return found.leg;
  }
}

/** The next exchange finds the state that a crash leaves, because the first is not closed. */
async function restart(prepare: (next: Exchange) => void = () => undefined): Promise<Exchange> {
  await opened.at(-1)?.core.directory.changes.persisted();
  web.requests.length = 0;
  const next = new Exchange();
  prepare(next);
  await next.core.edges.resume();
  next.core.edges.start("http://127.0.0.1:3001");
  await settled();
  await clock.advance(1_001);
  await settled();
  return next;
}

describe("[XR273] after a crash", () => {
  test("a call keeps its sid and start, has music first, and requests its document once with 20500", async () => {
    const first = new Exchange();
    const { sid } = await first.ring("<Enqueue waitUrl='/wait'>station</Enqueue>");
    const before = first.core.calls.find(sid);
    web.respondWith("/wait", "<Play loop='0'>music.wav</Play>");
    await first.core.directory.changes.persisted();
    const next = new Exchange();
    await next.core.edges.resume();
    const early = next.media.soundOf(next.legOf(sid).id);
    web.requests.length = 0;

    next.core.edges.start("http://127.0.0.1:3001");
    await settled();
    await clock.advance(1_001);
    await settled();

    expect(early).toBe("hold-music");
    expect(next.core.calls.find(sid)).toMatchObject({
      status: "in-progress",
      startedAt: before?.startedAt,
      answeredAt: before?.answeredAt,
    });
    expect(web.requestsTo("/incoming")).toEqual([
      expect.objectContaining({ CallSid: sid, ErrorCode: "20500", ErrorUrl: `${APP}/incoming` }),
    ]);
    expect(next.core.queues.list()[0]?.currentSize).toBe(1);
    expect(next.core.reports.notifications.list(sid)[0]).toMatchObject({
      level: "warning",
      errorCode: 20500,
    });
  });

  test("the fallback URL is requested, if there is one", async () => {
    const first = new Exchange();
    await first.ring("<Pause length='60'/>", "/fallback");
    web.respondWith("/fallback", "<Pause length='60'/>");

    await restart();

    expect(web.requestsTo("/incoming")).toEqual([]);
    expect(web.requestsTo("/fallback")).toMatchObject([
      { ErrorCode: "20500", ErrorUrl: `${APP}/incoming` },
    ]);
  });

  test("a participant whom REST added joins the conference again with the same options and callback, and is not dialled again", async () => {
    const first = new Exchange();
    const callback = `statusCallback='${APP}/room?a=1&amp;b=2' statusCallbackEvent='join'`;
    await first.ring(`<Dial><Conference ${callback}>talk</Conference></Dial>`);
    const added = first.core.conferences.addParticipant("talk", {
      to: FRIEND,
      from: STATION,
      join: { label: "Kim & Sam", muted: true, endOnExit: true, waitUrl: "" },
    });
    first.sip.last.leg.stored = answeredLeg;
    await answers(first.sip.last);
    first.sip.last.sink.onStoredChange?.();
    web.respondWith("/incoming", "<Hangup/>");

    const next = await restart();

    expect(next.core.calls.find(added.callSid)?.status).toBe("in-progress");
    expect(next.core.conferences.participant("talk", "Kim & Sam")).toMatchObject({
      callSid: added.callSid,
      status: "connected",
      muted: true,
      endOnExit: true,
    });
    expect(web.requestsTo("/room").map((one) => one["StatusCallbackEvent"])).toEqual([
      "participant-join",
    ]);
    expect(next.sip.dialled).toEqual([]);
  });

  test("the TwiML of a REST request runs again, and the number's document does not", async () => {
    const first = new Exchange();
    const { sid } = await first.ring("<Pause length='60'/>");
    const room = twiml("<Dial><Conference>talk</Conference></Dial>");
    first.core.calls.update(sid, { program: { type: "twiml", twiml: room } });
    await settled();

    const next = await restart();

    expect(web.requestsTo("/incoming")).toEqual([]);
    expect(next.media.memberships.has(next.legOf(sid).id)).toBe(true);
    expect(next.core.conferences.list()).toMatchObject([
      expect.objectContaining({ friendlyName: "talk" }),
      expect.objectContaining({ friendlyName: "talk" }),
    ]);
  });

  test("a call that hangs up after a restart sends `completed` with the next SequenceNumber and no ErrorCode", async () => {
    const first = new Exchange();
    const { sid } = await first.ring("<Pause length='60'/>");

    const next = await restart();
    next.sip.resumed[0]?.request.sink.onEnded({ cause: "hangup" });
    await settled();

    const [status] = web.requestsTo("/status");
    expect(status).toMatchObject({ CallSid: sid, CallStatus: "completed", SequenceNumber: "0" });
    expect(status).not.toHaveProperty("ErrorCode");
  });

  test("a REST update that arrives before the document request replaces this request", async () => {
    const first = new Exchange();
    const { sid } = await first.ring("<Pause length='60'/>");
    await first.core.directory.changes.persisted();
    const next = new Exchange();
    await next.core.edges.resume();
    web.requests.length = 0;
    web.respondWith("/room", "<Dial><Conference>talk</Conference></Dial>");

    next.core.edges.start("http://127.0.0.1:3001");
    next.core.calls.update(sid, {
      program: { type: "url", url: `${APP}/room`, method: "POST" },
    });
    await settled();
    await clock.advance(1_001);
    await settled();

    expect(web.requestsTo("/incoming")).toEqual([]);
    expect(next.media.memberships.has(next.legOf(sid).id)).toBe(true);
  });

  test("a call that ended before the crash does not continue", async () => {
    const first = new Exchange();
    const { sid, sink } = await first.ring("<Pause length='60'/>");
    sink.onEnded({ cause: "hangup" });

    const next = await restart();

    expect(next.sip.resumed).toEqual([]);
    expect(next.core.calls.find(sid)?.status).toBe("completed");
  });

  test("a call whose leg cannot continue ends at the far end, and its end is reported with 20500", async () => {
    const first = new Exchange();
    const { sid } = await first.ring("<Pause length='60'/>");

    const next = await restart(({ sip }) => (sip.canResume = false));

    expect(next.core.calls.find(sid)).toMatchObject({ status: "completed" });
    expect(next.sip.orphans).toMatchObject([{ leg: { status: "talking" } }]);
    expect(web.requestsTo("/status")).toMatchObject([{ CallSid: sid, ErrorCode: "20500" }]);
  });

  test("an unanswered caller keeps ringing, and the document is requested again", async () => {
    const first = new Exchange();
    const never = new Promise<string>(() => undefined);
    const { sid, leg, sink } = await first.ring(() => never);
    leg.stored = arrived;
    sink.onStoredChange?.();

    const next = await restart();

    expect(web.requestsTo("/incoming")).toMatchObject([{ ErrorCode: "20500" }]);
    expect(next.core.calls.find(sid)?.status).toBe("ringing");
    expect(next.legOf(sid).rings).toBe(1);
  });

  test("the time limit counts from the answer", async () => {
    const first = new Exchange();
    const { sid } = await first.ring("<Pause length='3600'/>");
    first.core.calls.update(sid, { timeLimitS: 30 });
    const pause = twiml("<Pause length='600'/>");
    first.core.calls.update(sid, { program: { type: "twiml", twiml: pause } });
    await clock.advance(20_000);

    const next = await restart();
    await clock.advance(8_000);
    const before = next.core.calls.find(sid)?.status;
    await clock.advance(2_000);

    expect(before).toBe("in-progress");
    expect(next.core.calls.find(sid)?.status).toBe("completed");
  });
});

describe("[XR276] after a crash, a Dial", () => {
  async function aBridge(first: Exchange) {
    const caller = await first.ring(`<Dial action='/done'>${FRIEND}</Dial><Play>after.wav</Play>`);
    const friend = first.sip.last;
    friend.leg.stored = answeredLeg;
    await answers(friend);
    return { caller, friend };
  }

  test("joins its two calls again and dials nobody", async () => {
    const { caller } = await aBridge(new Exchange());

    const next = await restart();

    const rooms = next.sip.resumed.map(({ leg }) => next.media.memberships.get(leg.id)?.room);
    expect(rooms).toEqual([`bridge-${caller.sid}`, `bridge-${caller.sid}`]);
    expect(next.sip.dialled).toEqual([]);
    expect(web.requests).toEqual([]);
  });

  test("requests its action at its end, as without the crash", async () => {
    await aBridge(new Exchange());
    web.respondWith("/done", "<Hangup/>");
    const next = await restart();

    next.sip.resumed
      .find(({ request }) => !request.isInbound)
      ?.request.sink.onEnded({ cause: "hangup" });
    await settled();

    expect(web.requestsTo("/done")).toMatchObject([
      { DialCallStatus: "completed", DialBridged: "true" },
    ]);
  });

  test("ends if it was still ringing: its action gets the DialCallStatus, and the ringing leg is cancelled", async () => {
    const first = new Exchange();
    await first.ring(`<Dial action='/done'>${FRIEND}</Dial>`);
    const calling = { uri: "sip:a@b.c", headers: [], branch: "z9", sentBy: "d.e" };
    first.sip.last.leg.stored = { status: "calling", ...calling, target: source };
    first.sip.last.sink.onStoredChange?.();
    web.respondWith("/done", "<Pause length='60'/>");

    const next = await restart();

    expect(next.sip.orphans).toMatchObject([{ leg: { status: "calling" } }]);
    expect(next.sip.dialled).toEqual([]);
    expect(web.requestsTo("/incoming")).toEqual([]);
    expect(web.requestsTo("/done")).toMatchObject([
      { DialCallStatus: "failed", DialBridged: "false", ErrorCode: "20500" },
    ]);
  });

  test("ends when its called browser is lost, and the caller continues with its action", async () => {
    const first = new Exchange();
    const { sid } = await first.ring("<Dial action='/done'><Client>bob</Client></Dial>");
    await answers(first.client.last);
    web.respondWith("/done", "<Pause length='60'/>");

    const next = await restart();

    expect(web.requestsTo("/done")).toMatchObject([
      { DialCallStatus: "completed", DialBridged: "true", ErrorCode: "20500" },
    ]);
    expect(next.core.calls.find(sid)?.status).toBe("in-progress");
  });

  test("ends the call of the called party when its caller is lost", async () => {
    const first = new Exchange();
    const { caller, friend } = await aBridge(first);
    caller.leg.stored = null;
    caller.sink.onStoredChange?.();
    friend.sink.onStoredChange?.();

    const next = await restart();

    expect(next.sip.resumed).toHaveLength(1);
    expect(next.sip.resumed[0]?.leg.isOver || next.sip.orphans.length > 0).toBe(true);
  });

  test("keeps no password of a SIP host on the disk", async () => {
    const first = new Exchange();
    await first.ring("<Dial><Sip username='u' password='s3cret'>sip:a@b.example</Sip></Dial>");
    await first.core.calls.persisted();

    expect(await readFile(join(folder, "calls.jsonl"), "utf8")).not.toContain("s3cret");
  });
});

test("[XR100] an exchange that does not start does not end the calls", async () => {
  const first = new Exchange();
  const { sid } = await first.ring("<Pause length='60'/>");
  await first.core.directory.changes.persisted();
  const failing = new Exchange();
  await failing.core.edges.resume();
  const closed = failing.core.close();
  await clock.advance(3_000);
  await closed;

  const next = await restart();

  expect(failing.sip.resumed[0]?.leg.isOver).toBe(false);
  expect(next.core.calls.find(sid)?.status).toBe("in-progress");
});
