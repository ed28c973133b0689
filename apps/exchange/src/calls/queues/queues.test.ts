import { describe, expect, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { CoreUnderTest, ends } from "../../testing/core-under-test.ts";
import { APP } from "../../testing/scripted-web.ts";

const MUSIC = `<Play>${APP}/music.mp3</Play>`;
const LOOPED = `<Play loop="0">${APP}/music.mp3</Play>`;
const ENQUEUE = `<Enqueue waitUrl="/wait" action="/left">station</Enqueue><Play>${APP}/after.wav</Play>`;

async function waiting(waitVerbs: string, it = new CoreUnderTest()) {
  it.web.respondWith("/left", "<Hangup/>").respondWith("/wait", waitVerbs);
  const call = await it.ringInto(ENQUEUE);
  const [queue] = it.core.queues.list();
  if (!queue) {
    throw new Error("there is no queue");
  }
  return { it, call, queue };
}

describe("Enqueue", () => {
  test("[XT10][XW3] creates the queue, and requests waitUrl again when its document has ended", async () => {
    const { it, call, queue } = await waiting(MUSIC);
    expect(call.leg.answers).toBe(1);
    expect(it.soundOf(call)).toBe(`${APP}/music.mp3`);

    await it.clock.advance(30_000);
    await it.finish(call);

    expect(it.web.requestsTo("/wait")).toHaveLength(2);
    expect(it.web.requestsTo("/wait")[1]).toMatchObject({
      QueueSid: queue.sid,
      QueuePosition: "1",
      QueueTime: "30",
      AvgQueueTime: "30",
      CurrentQueueSize: "1",
      MaxQueueSize: "1000",
    });
    expect(it.soundOf(call)).toBe(`${APP}/music.mp3`);
  });

  test("[XR20] adds members in the order of their arrival, and REST lists them with their wait", async () => {
    const { it, ...first } = await waiting(LOOPED);
    await it.clock.advance(10_000);
    const second = await it.ring();

    const members = it.core.queues.members(first.queue.sid);

    expect(members).toMatchObject([
      { callSid: first.call.sid, position: 1, waitS: 10 },
      { callSid: second.sid, position: 2, waitS: 0 },
    ]);
    expect(it.core.queues.find(first.queue.sid)).toMatchObject({ currentSize: 2, averageWaitS: 5 });
  });

  test("[XR291] creates a queue that can be deleted only when nobody waits in it", async () => {
    const { it, call, queue } = await waiting(LOOPED);
    expect(() => it.core.queues.remove(queue.sid)).toThrow(
      expect.objectContaining({ twilioCode: 22001 }),
    );

    await ends(call);

    expect(it.core.queues.remove(queue.sid)).toBe(true);
    expect(it.core.queues.find(queue.sid)).toBeNull();
    expect(it.core.queues.remove(queue.sid)).toBe(false);
  });

  test.each(["Front", "sid"])(
    "[XR20] ends for a member dequeued by %s, and the document of the Url runs",
    async (by) => {
      const { it, call, queue } = await waiting(LOOPED);
      it.web.respondWith("/room", `<Play>${APP}/room.wav</Play>`);

      const member = it.core.queues.dequeue(queue.sid, by === "sid" ? call.sid : by, {
        url: `${APP}/room`,
        method: "POST",
      });
      await settled();

      expect(member).toMatchObject({ callSid: call.sid, position: 1 });
      expect(it.soundOf(call)).toBe(`${APP}/room.wav`);
      expect(it.core.queues.members(queue.sid)).toEqual([]);
      expect(it.web.requestsTo("/left")[0]).toMatchObject({ QueueResult: "redirected" });
    },
  );

  test("[XT44] ends for a caller who hangs up, and the action gets the result", async () => {
    const { it, call, queue } = await waiting(LOOPED);
    await it.clock.advance(7_000);

    await ends(call);

    expect(it.core.queues.members(queue.sid)).toEqual([]);
    expect(it.web.requestsTo("/left")[0]).toMatchObject({
      QueueResult: "hangup",
      QueueSid: queue.sid,
      QueueTime: "7",
      CallStatus: "completed",
    });
  });

  test("[XT10] ends at Leave in the wait document, and the action's document runs", async () => {
    const it = new CoreUnderTest();
    it.web.respondWith("/wait", "<Leave/>").respondWith("/left", `<Play>${APP}/bye.wav</Play>`);

    const call = await it.ringInto(ENQUEUE);

    expect(it.web.requestsTo("/left")[0]).toMatchObject({ QueueResult: "leave" });
    expect(it.soundOf(call)).toBe(`${APP}/bye.wav`);
  });
});

describe("while the application is unavailable", () => {
  test("[XW17] a waiting caller hears the last document again, then the new one", async () => {
    const { it, call } = await waiting(MUSIC);

    it.web.isUnreachable = true;
    await it.clock.advance(20_000);
    await it.finish(call);
    expect(it.soundOf(call)).toBe(`${APP}/music.mp3`);
    await it.clock.advance(20_000);
    it.web.isUnreachable = false;
    it.web.respondWith("/wait", `<Play>${APP}/new.mp3</Play>`);
    await it.finish(call);

    expect(it.soundOf(call)).toBe(`${APP}/new.mp3`);
    expect(it.status(call.sid)).toBe("in-progress");
  });

  test("[XW17] without a known document, the built-in music plays until one is fetched", async () => {
    const it = new CoreUnderTest();
    it.web.on("/wait", { status: 503 });
    const call = await it.ringInto(ENQUEUE);
    expect(it.soundOf(call)).toBe("hold-music");

    await it.clock.advance(300_000);
    expect(it.soundOf(call)).toBe("hold-music");
    const requestCount = it.web.requestsTo("/wait").length;
    expect(requestCount).toBeGreaterThan(15);
    expect(requestCount).toBeLessThan(40);
    it.web.respondWith("/wait", `<Play>${APP}/music.mp3</Play>`);
    await it.clock.advance(16_000);

    expect(it.soundOf(call)).toBe(`${APP}/music.mp3`);
    expect(it.core.queues.list()).toMatchObject([{ currentSize: 1 }]);
  });

  test("[XM14] music that cannot be fetched is replaced by the built-in music", async () => {
    const it = new CoreUnderTest();
    it.media.brokenUrls.add(`${APP}/music.mp3`);

    const { call } = await waiting(MUSIC, it);
    expect(it.soundOf(call)).toBe("hold-music");
    it.media.brokenUrls.clear();
    await it.clock.advance(2_000);

    expect(it.soundOf(call)).toBe(`${APP}/music.mp3`);
  });

  test("a wait document without sound is replaced by music and not requested in quick succession", async () => {
    const { it, call } = await waiting("");

    await it.clock.advance(60_000);

    expect(it.soundOf(call)).toBe("hold-music");
    expect(it.web.requestsTo("/wait").length).toBeLessThan(12);
  });

  test("a dequeued caller hears music until the document can be fetched", async () => {
    const { it, call, queue } = await waiting(LOOPED);
    it.web.respondWith("/room", `<Play>${APP}/room.wav</Play>`);

    it.web.isUnreachable = true;
    it.core.queues.dequeue(queue.sid, "Front", { url: `${APP}/room`, method: "POST" });
    await it.clock.advance(4_000);
    expect(it.soundOf(call)).toBe("hold-music");
    it.web.isUnreachable = false;
    await it.clock.advance(5_000);

    expect(it.soundOf(call)).toBe(`${APP}/room.wav`);
  });
});

describe("the queues", () => {
  test("[XR20] are created, and a name that is in use is refused", () => {
    const { queues } = new CoreUnderTest().core;
    queues.create({ friendlyName: "contest", maxSize: 5 });

    expect(() => queues.create({ friendlyName: "contest" })).toThrow("already exists");
    expect(() => queues.members("QU0")).toThrow(expect.objectContaining({ twilioCode: 20404 }));
  });
});
