import { describe, expect, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { CoreUnderTest, STATION } from "../testing/core-under-test.ts";
import { APP } from "../testing/scripted-web.ts";

const HOURS = 6 * 3_600_000;

describe.each([
  ["forward", HOURS],
  ["back", -HOURS],
])("[XR225] after a step of the machine's clock %s", (_way, ms) => {
  test("a connected call continues to its time limit, with its real duration", async () => {
    const it = new CoreUnderTest();
    it.web.respondWith("/outbound", `<Pause length="600"/>`);
    const { sid } = it.core.calls.create({
      to: "+61491570158",
      from: STATION,
      program: { type: "url", url: `${APP}/outbound`, method: "POST" },
      timeLimitS: 120,
    });
    it.sip.last.sink.onAnswered();
    await it.clock.advance(30_000);

    it.clock.setBy(ms);
    it.core.calls.update(sid, { timeLimitS: 90 });
    await it.clock.advance(59_000);
    expect(it.status(sid)).toBe("in-progress");
    await it.clock.advance(1_000);

    const { status, durationS, startedAt, endedAt } = it.core.calls.find(sid) ?? {};
    expect([status, durationS]).toEqual(["completed", 90]);
    expect((endedAt?.getTime() ?? 0) - (startedAt?.getTime() ?? 0)).toBe(90_000);
  });

  test("waiting callers keep their waits and their order", async () => {
    const it = new CoreUnderTest();
    it.web.respondWith("/wait", `<Play loop="0">${APP}/music.mp3</Play>`);
    const first = await it.ringInto(`<Enqueue waitUrl="/wait">station</Enqueue>`);
    await it.clock.advance(10_000);

    it.clock.setBy(ms);
    await it.ringInto(`<Enqueue waitUrl="/wait">station</Enqueue>`);
    await it.clock.advance(5_000);

    const [queue] = it.core.queues.list();
    const members = it.core.queues.members(queue?.sid ?? "") ?? [];
    expect(members.map(({ waitS }) => waitS)).toEqual([15, 5]);
    expect(members[0]?.callSid).toBe(first.sid);
  });

  test("a Dial keeps its time limit", async () => {
    const it = new CoreUnderTest();
    it.web.respondWith("/after", `<Hangup/>`);
    const dial = `<Dial timeLimit="60" action="/after"><Number>+61491570158</Number></Dial>`;
    const caller = await it.ringInto(dial);
    it.sip.last.sink.onAnswered();
    await it.clock.advance(20_000);

    it.clock.setBy(ms);
    await it.clock.advance(39_000);
    expect(it.status(caller.sid)).toBe("in-progress");
    await it.clock.advance(1_000);
    await settled();

    expect(it.web.requestsTo("/after")[0]).toMatchObject({ DialCallDuration: "60" });
  });
});
