import { describe, expect, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { CoreUnderTest } from "../../testing/core-under-test.ts";
import { APP } from "../../testing/scripted-web.ts";

describe("Dial Queue", () => {
  test("[XT13][XT44] talks to the first who waits; both learn it afterwards", async () => {
    const it = new CoreUnderTest();
    it.web.respondWith("/left", `<Play>${APP}/bye.wav</Play>`).respondWith("/done", "<Hangup/>");
    const caller = await it.ringInto(`<Enqueue action="/left">station</Enqueue>`);
    await it.clock.advance(5_000);
    const agent = await it.ringInto(`<Dial action="/done"><Queue>station</Queue></Dial>`, "client");
    expect(it.soundOf(caller)).toBe("room");
    expect(it.soundOf(agent)).toBe("room");

    agent.sink.onEnded({ cause: "hangup" });
    await settled();

    expect(it.web.requestsTo("/left")[0]).toMatchObject({ QueueResult: "bridged", QueueTime: "5" });
    expect(it.web.requestsTo("/done")).toHaveLength(1);
    expect(it.soundOf(caller)).toBe(`${APP}/bye.wav`);
  });

  test("waits for a caller when the queue is empty, at most its timeout", async () => {
    const it = new CoreUnderTest();
    it.core.queues.create({ friendlyName: "station" });
    it.web.respondWith("/done", "<Hangup/>");
    const agent = await it.ringInto(`<Dial timeout="20"><Queue>station</Queue></Dial>`, "client");
    await it.clock.advance(10_000);
    const caller = await it.ringInto("<Enqueue>station</Enqueue>");
    expect(it.soundOf(agent)).toBe("room");
    expect(it.soundOf(caller)).toBe("room");

    await it.ringInto(`<Dial timeout="20" action="/done"><Queue>station</Queue></Dial>`, "client");
    await it.clock.advance(20_100);

    expect(it.web.requestsTo("/done")[0]).toMatchObject({ DialCallStatus: "no-answer" });
  });

  test("a queue that does not exist is an error status", async () => {
    const it = new CoreUnderTest();
    it.web.respondWith("/done", "<Hangup/>");

    await it.ringInto(`<Dial action="/done"><Queue>nowhere</Queue></Dial>`);

    expect(it.web.requestsTo("/done")[0]).toMatchObject({ DialCallStatus: "failed" });
  });

  test("[XT15] a caller who hangs up while they talk tells the action whom they talked to", async () => {
    const it = new CoreUnderTest();
    it.web.on("/done", "");
    const waiting = await it.ringInto('<Enqueue waitUrl="">q</Enqueue>');
    const agent = await it.ringInto('<Dial action="/done"><Queue>q</Queue></Dial>');
    await it.clock.advance(7_000);

    agent.sink.onEnded({ cause: "hangup" });
    await settled();

    expect(it.web.requestsTo("/done")).toMatchObject([
      {
        CallSid: agent.sid,
        DialCallStatus: "completed",
        DialCallSid: waiting.sid,
        DialCallDuration: "7",
        DialBridged: "true",
      },
    ]);
  });

  test("[XT15] a caller who hangs up while nobody waits has canceled", async () => {
    const it = new CoreUnderTest();
    it.web.on("/done", "");
    it.core.queues.create({ friendlyName: "q" });
    const agent = await it.ringInto('<Dial action="/done"><Queue>q</Queue></Dial>');

    agent.sink.onEnded({ cause: "hangup" });
    await settled();

    const [callback] = it.web.requestsTo("/done");
    expect(callback).toMatchObject({ DialCallStatus: "canceled" });
    expect(callback).not.toHaveProperty("DialCallSid");
  });
});
