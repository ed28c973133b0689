import { describe, expect, test } from "vitest";

import type { OutboundCallRequest } from "../../calls/placing/call-api.ts";
import { toErrorFrame } from "../../edges/signalling/legs/to-error-frame.ts";
import { CoreUnderTest, STATION, aCallInto, ends, answers } from "../../testing/core-under-test.ts";
import { APP } from "../../testing/scripted-web.ts";

const TARGET = "+61491570158";

function aRequest(more: Partial<OutboundCallRequest> = {}): OutboundCallRequest {
  return {
    to: TARGET,
    from: STATION,
    program: { type: "url", url: `${APP}/outbound`, method: "POST" },
    statusCallback: {
      url: `${APP}/leg`,
      method: "POST",
      events: ["initiated", "ringing", "answered", "completed"],
    },
    ...more,
  };
}

describe("calls by REST", () => {
  test("[XW9][XW3] ring, run their document after the answer, and report every state", async () => {
    const it = new CoreUnderTest();
    it.web.respondWith("/outbound", `<Play>${APP}/hello.wav</Play>`);
    const { sid, status } = it.core.calls.create(aRequest());
    expect(status).toBe("queued");
    it.sip.last.sink.onRinging();
    expect(it.status(sid)).toBe("ringing");
    expect(it.web.requestsTo("/outbound")).toEqual([]);

    await answers(it.sip.last);
    expect(it.web.requestsTo("/outbound")[0]).toMatchObject({
      Direction: "outbound-api",
      To: TARGET,
    });
    expect(it.soundOf(it.sip.last)).toBe(`${APP}/hello.wav`);
    await it.clock.advance(61_000);
    await ends(it.sip.last);

    const callbacks = it.web.requestsTo("/leg");
    expect(callbacks.map(({ CallStatus }) => CallStatus)).toEqual([
      "initiated",
      "ringing",
      "in-progress",
      "completed",
    ]);
    expect(callbacks[3]).toMatchObject({
      CallSid: sid,
      CallDuration: "61",
      Duration: "2",
      SequenceNumber: "3",
      CallbackSource: "call-progress-events",
      Timestamp: expect.stringMatching(/\+0000$/),
    });
  });

  test("[XW9] report only completed when no event is named", async () => {
    const it = new CoreUnderTest();
    const statusCallback = { url: `${APP}/leg`, method: "POST" as const, events: [] };
    it.core.calls.create(aRequest({ statusCallback }));

    await ends(it.sip.last, { cause: "busy", sipCode: 486 });

    expect(it.web.requestsTo("/leg")).toMatchObject([
      { CallStatus: "busy", SipResponseCode: "486", SequenceNumber: "0", CallDuration: "0" },
    ]);
  });

  test("end as `no-answer` with 487 when nobody answers before the timeout", async () => {
    const it = new CoreUnderTest();
    const { sid } = it.core.calls.create(aRequest({ timeoutS: 15 }));

    await it.clock.advance(15_100);

    expect(it.sip.last.leg.declined).toMatchObject({ cause: "no-answer" });
    expect(it.status(sid)).toBe("no-answer");
    expect(it.web.requestsTo("/leg").at(-1)).toMatchObject({ SipResponseCode: "487" });
  });

  test("fail when their dialler throws", () => {
    const it = new CoreUnderTest();
    const broken = {
      dial: () => {
        throw new Error("no socket");
      },
    };
    it.core.edges.setDialers({ client: broken, sip: broken });

    const { sid } = it.core.calls.create(aRequest());

    expect(it.status(sid)).toBe("failed");
  });

  test("end at timeLimit, even when it is changed during the call", async () => {
    const it = new CoreUnderTest();
    it.web.respondWith("/outbound", `<Pause length="600"/>`);
    const { sid } = it.core.calls.create(aRequest({ timeLimitS: 300 }));
    it.sip.last.sink.onAnswered();
    await it.clock.advance(60_000);

    it.core.calls.update(sid, { timeLimitS: 90 });
    await it.clock.advance(29_000);
    expect(it.status(sid)).toBe("in-progress");
    await it.clock.advance(1_100);

    expect(it.status(sid)).toBe("completed");
  });

  test("[XR13] are canceled while they ring", async () => {
    const it = new CoreUnderTest();
    const { sid } = it.core.calls.create(aRequest());

    it.core.calls.update(sid, { status: "canceled" });

    expect(it.sip.last.leg.declined).toMatchObject({ cause: "cancelled" });
    expect(it.status(sid)).toBe("canceled");
  });

  test.each([
    [{ program: { type: "twiml", twiml: "<Nope/>" } }, 12100],
    [{ program: { type: "url", url: "http://10.0.0.1/x", method: "GET" } }, 21205],
    [{ to: "client:" }, 21211],
  ] satisfies [Partial<OutboundCallRequest>, number][])(
    "with %o are refused with %d",
    (more, code) => {
      const { calls } = new CoreUnderTest().core;

      expect(() => calls.create(aRequest(more))).toThrow(
        expect.objectContaining({ twilioCode: code }),
      );
    },
  );
});

describe("the list of calls", () => {
  test("[XR12] is newest first, and filtered by status, to, from, parent and start", async () => {
    const it = new CoreUnderTest();
    const first = await it.ringInto("<Pause length='60'/>");
    await it.clock.advance(1_000);
    const second = await it.ring();
    second.sink.onEnded({ cause: "hangup" });

    function sids(filter: Parameters<typeof it.core.calls.list>[0]) {
      return it.core.calls.list(filter).map(({ sid }) => sid);
    }
    expect(sids({})).toEqual([second.sid, first.sid]);
    expect(sids({ status: "in-progress" })).toEqual([first.sid]);
    expect(sids({ to: STATION })).toEqual([second.sid, first.sid]);
    expect(sids({ from: "+61400000000" })).toEqual([]);
    expect(sids({ parentCallSid: first.sid })).toEqual([]);
    const [{ startedAt } = { startedAt: null }] = it.core.calls.list({ status: "completed" });
    expect(sids({ startedBefore: startedAt ?? new Date(0) })).toEqual([first.sid]);
    const parent = await it.ringInto("<Dial><Client>bob</Client></Dial>");
    const [child] = it.core.calls.list({ parentCallSid: parent.sid });
    expect(child?.parentCallSid).toBe(parent.sid);
  });

  test("keeps the last ended calls and drops older ones", async () => {
    const it = new CoreUnderTest({ endedCallLimit: 3 });
    for (let count = 0; count < 5; count += 1) {
      const call = await it.ringInto("<Pause/>");
      call.sink.onEnded({ cause: "hangup" });
    }

    expect(it.core.calls.list()).toHaveLength(3);
  });

  test("loses an ended call that is removed, and a live call cannot be removed", async () => {
    const { it, call } = await aCallInto("<Pause/>");

    expect(() => it.core.calls.remove(call.sid)).toThrow("live");
    call.sink.onEnded({ cause: "hangup" });
    expect(it.core.calls.remove(call.sid)).toBe(true);
    expect(it.core.calls.find(call.sid)).toBeNull();
  });
});

test("[XR13] the fallback URL replaces a failed document to which Twiml redirects", async () => {
  const it = new CoreUnderTest();
  it.web.on("/gone", { status: 404 }).respondWith("/other", "<Pause length='60'/>");
  const twiml = `<Response><Redirect>${APP}/gone</Redirect></Response>`;
  const fallback = { url: `${APP}/other`, method: "GET" as const };
  const { sid } = it.core.calls.create(aRequest({ program: { type: "twiml", twiml }, fallback }));
  await answers(it.sip.last);

  expect(it.web.requestsTo("/other")).toMatchObject([{ ErrorCode: "11200" }]);
  expect(it.status(sid)).toBe("in-progress");
});

test("[XS70] [XI133] calls beyond the limit are declined as busy and counted, and a browser gets the code 31002", async () => {
  const it = new CoreUnderTest({ liveCallLimit: 2 });
  await it.ringInto("<Pause length='60'/>");

  const second = await it.ring();
  const third = await it.ring();

  expect(it.status(second.sid)).toBe("in-progress");
  expect(it.core.reports.load).toMatchObject({ turnedAway: 1, turnedAwayAt: expect.any(Date) });
  expect(third.leg.declined).toMatchObject({ cause: "busy", sipCode: 486, voiceCode: 31002 });
  expect(toErrorFrame(third.leg.declined ?? { cause: "hangup" })).toMatchObject({ code: 31002 });
});

test("a leg whose media has failed ends the call", async () => {
  const { it, call } = await aCallInto("<Pause length='60'/>");

  it.media.emit({ type: "leg.failed", leg: call.leg.id, message: "dtls" });

  expect(call.leg.hungUp).toMatchObject({ cause: "media-lost" });
  expect(it.core.calls.find(call.sid)?.end?.cause).toBe("media-lost");
});

test("the close of the exchange ends every call", async () => {
  const { it, call } = await aCallInto("<Enqueue>station</Enqueue>");

  const closed = it.core.close();
  await it.clock.advance(3_000);
  await closed;

  expect(call.leg.hungUp).not.toBeNull();
  expect(it.web.requestsTo("/status")).toMatchObject([{ CallStatus: "completed" }]);
});
