import { describe, expect, test } from "vitest";

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

describe("[XT44] the result in Enqueue's action", () => {
  test("is `redirected`, and is sent at once, when REST redirects the caller", async () => {
    const it = aCore();
    it.web.respondWith("/elsewhere", `<Play>${APP}/elsewhere.wav</Play>`);
    const call = await it.ringInto(ENQUEUE);
    await it.clock.advance(3_000);

    await it.redirect(call.sid, "/elsewhere");

    expect(it.web.requestsTo("/left")[0]).toMatchObject({
      QueueResult: "redirected",
      QueueTime: "3",
    });
    expect(it.soundOf(call)).toBe(`${APP}/elsewhere.wav`);
  });

  test("is `hangup` when the wait document hangs up", async () => {
    const it = aCore();
    it.web.respondWith("/wait", "<Hangup/>");

    const call = await it.ringInto(ENQUEUE);

    expect(resultsOf(it)).toEqual(["hangup"]);
    expect(call.leg.hungUp).not.toBeNull();
  });

  test("is `queue-full` at the verb's own maxQueueSize, even if the queue has space", async () => {
    const it = aCore();
    await it.ringInto(ENQUEUE);

    await it.ringInto(`<Enqueue maxQueueSize="1" action="/left">station</Enqueue>`);

    expect(resultsOf(it)).toEqual(["queue-full"]);
  });

  test.each([
    ["", 14204],
    [LONG, 14205],
  ])("[XT10] is `error` for the name %j, and the call gets notification %d", async (name, code) => {
    const it = aCore();

    const call = await it.ringInto(`<Enqueue action="/left">${name}</Enqueue>`);

    expect(it.errorsOf(call.sid)).toEqual([code]);
    expect(resultsOf(it)).toEqual(["error"]);
  });

  test("is `system-error` when there are too many queues", async () => {
    const it = aCore();
    for (let n = 0; n < 1_000; n += 1) {
      it.core.queues.create({ friendlyName: `queue ${n}` });
    }

    await it.ringInto(ENQUEUE);

    expect(resultsOf(it)).toEqual(["system-error"]);
  });

  test("is `leave` after Leave, and an empty document from the action hangs up", async () => {
    const it = aCore();
    it.web.respondWith("/wait", "<Leave/>").respondWith("/left", "");

    const call = await it.ringInto(`${ENQUEUE}<Play>${APP}/unreachable.wav</Play>`);

    expect(resultsOf(it)).toEqual(["leave"]);
    expect(call.leg.hungUp).not.toBeNull();
    expect(it.status(call.sid)).toBe("completed");
  });
});
