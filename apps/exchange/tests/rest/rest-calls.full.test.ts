import { describe, expect, test } from "vitest";

import { eventually } from "../support/booted-exchange.ts";
import { useExchange } from "../support/use-exchange.ts";

const booted = useExchange();

describe("queues", () => {
  test("[XR20] hold members, and dequeue one to a document", async () => {
    const { callSid } = await booted().inCall("alice", '<Enqueue waitUrl="">waiting</Enqueue>');
    const [queue] = await eventually(
      () => booted().rest.queues.list(),
      (queues) => queues.some((q) => q.friendlyName === "waiting" && q.currentSize === 1),
    );
    booted().web.answer("/dequeued", '<Dial><Conference beep="false">out</Conference></Dial>');
    const { members } = booted().rest.queues(String(queue?.sid));

    const listed = await members.list();
    const front = await members("Front").update({ url: booted().web.url("/dequeued") });
    const request = await booted().web.waitForRequest(
      "/dequeued",
      (r) => r.params["CallSid"] === callSid,
    );

    expect(listed.map((m) => [m.callSid, m.position])).toEqual([[callSid, 1]]);
    expect(front.callSid).toBe(callSid);
    expect(request.params["CallSid"]).toBe(callSid);
    await expect(members(callSid).fetch()).rejects.toMatchObject({ status: 404, code: 20404 });
  });
});

describe("a member", () => {
  test("[XR20] keeps their place where they would be sent to a host that is not allowed", async () => {
    const { callSid } = await booted().inCall("bob", '<Enqueue waitUrl="">staying</Enqueue>');
    const [queue] = await eventually(
      async () =>
        (await booted().rest.queues.list()).filter((one) => one.friendlyName === "staying"),
      ([one]) => one?.currentSize === 1,
    );
    const { members } = booted().rest.queues(String(queue?.sid));

    const sent = members("Front").update({ url: "http://elsewhere.example/document" });

    await expect(sent).rejects.toMatchObject({ status: 400, code: 21205 });
    expect(await members(callSid).fetch()).toMatchObject({ callSid, position: 1 });
  });
});

describe("conferences", () => {
  test("[XR15][XR18] are listed; a participant is muted, held and released", async () => {
    const { callSid } = await booted().inCall(
      "alice",
      '<Dial><Conference beep="false" waitUrl="">desk</Conference></Dial>',
    );
    const [conference] = await eventually(
      () => booted().rest.conferences.list({ friendlyName: "desk" }),
      (rooms) => rooms.length === 1,
    );
    const room = booted().rest.conferences(String(conference?.sid));

    const [participant] = await room.participants.list();
    const muted = await room.participants(callSid).update({ muted: true });
    const held = await room.participants(callSid).update({ hold: true });
    const released = await room.participants(callSid).update({ hold: false, muted: false });
    expect(participant).toMatchObject({ callSid, muted: false, hold: false, status: "connected" });
    expect([muted.muted, held.hold, released.hold]).toEqual([true, true, false]);
  });

  test("[XR15][XR17] dial somebody into a new room, and end for all", async () => {
    const alice = await booted().device("alice");

    const participant = await booted().rest.conferences("a new room").participants.create({
      from: "client:desk",
      to: "client:alice",
      label: "guest",
      beep: "false",
    });
    const incoming = await alice.nextIncoming();
    await incoming.accept();
    await incoming.waitFor("accept");
    const room = booted().rest.conferences(participant.conferenceSid);
    await eventually(
      () => room.participants.list(),
      ([only]) => only?.status === "connected",
    );
    const byLabel = await room.participants("guest").fetch();
    await room.update({ status: "completed" });

    await incoming.waitFor("disconnect");
    expect(byLabel.callSid).toBe(participant.callSid);
  });
});
