import { describe, expect, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { CoreUnderTest } from "../../testing/core-under-test.ts";
import { APP } from "../../testing/scripted-web.ts";

const ENQUEUE = `<Enqueue action="/left" waitUrl="/wait">station</Enqueue>`;
const LONG = "q".repeat(65);

function aCore(): CoreUnderTest {
  const it = new CoreUnderTest();
  it.web.respondWith("/wait", `<Play loop="0">${APP}/music.mp3</Play>`);
  it.web.respondWith("/left", `<Play>${APP}/bye.wav</Play>`);
  return it;
}

function resultsOf(it: CoreUnderTest) {
  return it.web.requestsTo("/left").map(({ QueueResult }) => QueueResult);
}

describe("[XT44] Enqueue's action learns the result", () => {
  test("redirected, at once, when REST sends the caller elsewhere", async () => {
    const it = aCore();
    it.web.respondWith("/elsewhere", `<Play>${APP}/elsewhere.wav</Play>`);
    const call = await it.ringInto(ENQUEUE);
    await it.clock.advance(3_000);

    it.core.calls.update(call.sid, {
      program: { type: "url", url: `${APP}/elsewhere`, method: "POST" },
    });
    await settled();

    expect(it.web.requestsTo("/left")[0]).toMatchObject({
      QueueResult: "redirected",
      QueueTime: "3",
    });
    expect(it.soundOf(call)).toBe(`${APP}/elsewhere.wav`);
  });

  test("redirected-from-bridged when REST takes them out of the talk", async () => {
    const it = aCore();
    it.web.respondWith("/elsewhere", `<Play>${APP}/elsewhere.wav</Play>`);
    const call = await it.ringInto(ENQUEUE);
    await it.ringInto(`<Dial><Queue>station</Queue></Dial>`, "client");
    expect(it.soundOf(call)).toBe("room");
    expect(resultsOf(it)).toEqual([]);

    it.core.calls.update(call.sid, {
      program: { type: "url", url: `${APP}/elsewhere`, method: "POST" },
    });
    await settled();

    expect(resultsOf(it)).toEqual(["redirected-from-bridged"]);
    expect(it.soundOf(call)).toBe(`${APP}/elsewhere.wav`);
  });

  test("bridged, after the parties have parted, also when it was the caller who hung up", async () => {
    const it = aCore();
    const call = await it.ringInto(ENQUEUE);
    await it.ringInto(`<Dial><Queue>station</Queue></Dial>`, "client");

    call.sink.onEnded({ cause: "hangup" });
    await settled();

    expect(resultsOf(it)).toEqual(["bridged"]);
  });

  test("hangup when the wait document hangs up", async () => {
    const it = aCore();
    it.web.respondWith("/wait", "<Hangup/>");

    const call = await it.ringInto(ENQUEUE);

    expect(resultsOf(it)).toEqual(["hangup"]);
    expect(call.leg.hungUp).not.toBeNull();
  });

  test("queue-full by its own maxQueueSize, though the queue itself has room", async () => {
    const it = aCore();
    await it.ringInto(ENQUEUE);

    await it.ringInto(`<Enqueue maxQueueSize="1" action="/left">station</Enqueue>`);

    expect(resultsOf(it)).toEqual(["queue-full"]);
  });

  test.each([
    ["", 14204],
    [LONG, 14205],
  ])("[XT10] error when the name is %j, with %d", async (name, code) => {
    const it = aCore();

    const call = await it.ringInto(`<Enqueue action="/left">${name}</Enqueue>`);

    expect(it.errorsOf(call.sid)).toEqual([code]);
    expect(resultsOf(it)).toEqual(["error"]);
  });

  test("system-error when there are too many queues", async () => {
    const it = aCore();
    for (let n = 0; n < 1_000; n += 1) {
      it.core.queues.create({ friendlyName: `queue ${n}` });
    }

    await it.ringInto(ENQUEUE);

    expect(resultsOf(it)).toEqual(["system-error"]);
  });

  test("and its empty answer hangs up", async () => {
    const it = aCore();
    it.web.respondWith("/wait", "<Leave/>").respondWith("/left", "");

    const call = await it.ringInto(`${ENQUEUE}<Play>${APP}/unreachable.wav</Play>`);

    expect(call.leg.hungUp).not.toBeNull();
    expect(it.status(call.sid)).toBe("completed");
  });

  test("the wait document is asked by its own method, with the queue's state", async () => {
    const it = aCore();

    await it.ringInto(`<Enqueue waitUrl="/wait" waitUrlMethod="GET">station</Enqueue>`);

    const [request] = it.web.requests.filter(({ path }) => path === "/wait");
    expect(request?.method).toBe("GET");
    expect(request?.params).toMatchObject({
      QueuePosition: "1",
      QueueTime: "0",
      AvgQueueTime: "0",
      CurrentQueueSize: "1",
      MaxQueueSize: "1000",
    });
  });

  test("a Gather in the wait document keeps them in the queue", async () => {
    const it = aCore();
    it.web.respondWith(
      "/wait",
      `<Gather numDigits="1" action="/key"><Play>${APP}/m.mp3</Play></Gather>`,
    );
    it.web.respondWith("/key", "<Leave/>");
    const call = await it.ringInto(ENQUEUE);

    call.sink.onDigit("1");
    await settled();

    expect(it.web.requestsTo("/key")[0]).toMatchObject({ Digits: "1" });
    expect(resultsOf(it)).toEqual(["leave"]);
  });
});

describe("[XT44][XT15] bridging-in-process, and a Dial that is not bridged", () => {
  async function whispered() {
    const it = aCore();
    it.web.respondWith("/about", `<Play>${APP}/you-are-next.wav</Play>`);
    it.web.respondWith("/done", "<Pause length='60'/>");
    const call = await it.ringInto(ENQUEUE);
    const dial = `<Dial action="/done"><Queue url="/about">station</Queue></Dial>`;
    const agent = await it.ringInto(dial, "client");
    return { it, call, agent };
  }

  test("when the queued caller hangs up before the two talk", async () => {
    const { it, call } = await whispered();

    call.sink.onEnded({ cause: "hangup" });
    await settled();

    expect(resultsOf(it)).toEqual(["bridging-in-process"]);
    expect(it.web.requestsTo("/done")).toMatchObject([{ DialBridged: "false" }]);
  });

  test("when the agent hangs up before the two talk", async () => {
    const { it, agent } = await whispered();

    agent.sink.onEnded({ cause: "hangup" });
    await settled();

    expect(resultsOf(it)).toEqual(["bridging-in-process"]);
    expect(it.web.requestsTo("/done")).toMatchObject([{ DialBridged: "false" }]);
  });

  test("but redirected when REST takes the caller elsewhere meanwhile", async () => {
    const { it, call } = await whispered();

    const twiml = "<Response><Pause length='60'/></Response>";
    it.core.calls.update(call.sid, { program: { type: "twiml", twiml } });
    await settled();

    expect(resultsOf(it)).toEqual(["redirected"]);
    expect(it.status(call.sid)).toBe("in-progress");
  });
});

describe("[XT13] the url of a Dial's Queue", () => {
  test("is heard by the queued side, before the two talk", async () => {
    const it = aCore();
    it.web.respondWith("/about", `<Play>${APP}/you-are-next.wav</Play><Hangup/>`);
    const call = await it.ringInto(ENQUEUE);
    await it.clock.advance(4_000);
    const agent = await it.ringInto(
      `<Dial><Queue url="/about" method="GET">station</Queue></Dial>`,
      "client",
    );

    const [request] = it.web.requests.filter(({ path }) => path === "/about");
    expect(request).toMatchObject({
      method: "GET",
      params: { CallSid: call.sid, QueueTime: "4", DequeingCallSid: agent.sid },
    });
    expect(request?.params["QueueSid"]).toMatch(/^QU/);
    expect(it.soundOf(call)).toBe(`${APP}/you-are-next.wav`);
    expect(it.soundOf(agent)).toBe("silence");
    await it.finish(call);

    // Hangup may not stand in it: Play, Say, Pause and Redirect alone.
    expect(it.errorsOf(call.sid)).toEqual([12200]);
    expect(it.soundOf(call)).toBe("room");
    expect(it.soundOf(agent)).toBe("room");
  });

  test.each([
    ["", 14212],
    [LONG, 14213],
    ["nowhere", 20404],
  ])("[XT10][XT20] a Queue named %j is %d, and the Dial fails", async (name, code) => {
    const it = aCore();
    it.web.respondWith("/done", "<Hangup/>");

    const call = await it.ringInto(`<Dial action="/done"><Queue>${name}</Queue></Dial>`);

    expect(it.errorsOf(call.sid)).toEqual([code]);
    expect(it.web.requestsTo("/done")[0]).toMatchObject({ DialCallStatus: "failed" });
  });
});
