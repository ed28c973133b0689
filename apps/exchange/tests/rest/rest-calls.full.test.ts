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

describe("calls", () => {
  test("[XR222][XR8] are refused with their codes", async () => {
    const twiml = "<Response/>";
    function make(fields: object) {
      return booted().rest.calls.create(fields as never);
    }
    async function post(form: Record<string, string>): Promise<unknown> {
      const body = new URLSearchParams(form);
      return (await booted().request("/Calls.json", { method: "POST", body })).json();
    }

    expect(await post({ From: "client:a", Twiml: twiml })).toMatchObject({ code: 21201 });
    expect(await post({ To: "client:a", Twiml: twiml })).toMatchObject({ code: 21213 });
    expect(await post({ To: "client:a", From: "client:b" })).toMatchObject({ code: 21205 });
    expect(await post({ To: "x", From: "client:b", Twiml: twiml })).toMatchObject({ code: 21211 });
    const call = { to: "client:alice", from: "client:desk", twiml };
    await expect(make({ ...call, recordingConfigurationId: "x" })).rejects.toMatchObject({
      status: 400,
      code: 20001,
      message: "Parameter 'RecordingConfigurationId' is not supported",
    });
    await expect(make({ ...call, timeout: 601 })).rejects.toMatchObject({ code: 21208 });
    await expect(make({ ...call, twiml: undefined, url: "nonsense" })).rejects.toMatchObject({
      code: 21205,
      moreInfo: "https://www.twilio.com/docs/errors/21205",
    });
  });

  test("[XR10][XR12] are made, run their Url, and are found by every filter", async () => {
    const alice = await booted().device("alice");
    booted().web.answer("/run", '<Dial><Conference beep="false">run</Conference></Dial>');

    const call = await booted().rest.calls.create({
      to: "client:alice",
      from: "client:desk",
      url: booted().web.url("/run"),
      twiml: "<Response><Hangup/></Response>",
      statusCallback: booted().web.url("/callback"),
      statusCallbackEvent: ["initiated", "ringing", "answered", "completed"],
    });
    await (await alice.nextIncoming()).accept();
    await booted().web.waitForRequest("/run", (r) => r.params["CallSid"] === call.sid);
    const live = await booted().rest.calls.list({ status: "in-progress", to: "client:alice" });
    const later = await booted().rest.calls.list({ startTimeAfter: new Date(Date.now() + 60_000) });
    const today = await booted().rest.calls.list({
      from: "client:desk",
      startTimeAfter: new Date(Date.now() - 60_000),
    });
    await booted().rest.calls(call.sid).update({ status: "completed" });
    await booted().web.waitForRequest("/callback", (r) => r.params["CallStatus"] === "completed");

    expect(call).toMatchObject({ direction: "outbound-api", duration: null, parentCallSid: null });
    expect(live.map((c) => c.sid)).toContain(call.sid);
    expect(later).toEqual([]);
    expect(today.map((c) => c.sid)).toContain(call.sid);
    const callbacks = booted().web.requests.filter((r) => r.path === "/callback");
    expect(callbacks.map((r) => r.params["CallStatus"])).toEqual([
      "initiated",
      "ringing",
      "in-progress",
      "completed",
    ]);
  });

  test("[XR13] are redirected while they live, and answer 21220 afterwards", async () => {
    const { callSid } = await booted().inCall("alice", "<Pause length='60'/>");
    booted().web.answer("/elsewhere", "<Pause length='60'/>");

    await booted()
      .rest.calls(callSid)
      .update({ url: booted().web.url("/elsewhere") });
    await booted().web.waitForRequest("/elsewhere", (r) => r.params["CallSid"] === callSid);
    await booted().rest.calls(callSid).update({ twiml: "<Response><Hangup/></Response>" });
    const ended = await eventually(
      () => booted().rest.calls(callSid).fetch(),
      (call) => call.status === "completed",
    );
    const late = booted()
      .rest.calls(callSid)
      .update({ url: booted().web.url("/elsewhere") });

    expect(Number(ended.duration)).toBeGreaterThanOrEqual(0);
    expect(typeof ended.duration).toBe("string");
    await expect(late).rejects.toMatchObject({ status: 400, code: 21220 });
    expect(await booted().rest.calls(callSid).remove()).toBe(true);
    await expect(booted().rest.calls(callSid).fetch()).rejects.toMatchObject({ code: 20404 });
  });

  test("[XR6] page on without gap or repetition while new ones arrive", async () => {
    function make() {
      return booted().rest.calls.create({
        to: "client:nobody",
        from: "client:page",
        twiml: "<Response/>",
      });
    }
    const before: string[] = [];
    for (let i = 0; i < 5; i += 1) {
      before.unshift((await make()).sid);
    }

    const first = await booted().rest.calls.page({ from: "client:page", pageSize: 2 });
    await make();
    const second = await first.nextPage();
    const third = await second?.nextPage();
    const back = await second?.previousPage();

    const sids = [first, second, third].flatMap((page) => page?.instances.map((c) => c.sid) ?? []);
    expect(sids).toEqual(before);
    expect(await third?.nextPage()).toBeUndefined();
    expect(back?.instances.map((c) => c.sid)).toEqual(before.slice(0, 2));
    expect(await booted().rest.calls.list({ from: "client:page", limit: 3 })).toHaveLength(3);
  });
});

describe("conferences", () => {
  test("[XR15][XR18] are listed; a participant is muted, held, released and removed", async () => {
    const { device: alice, callSid } = await booted().inCall(
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
    const removed = await room.participants(callSid).remove();
    await alice.waitFor("disconnect");

    expect(participant).toMatchObject({ callSid, muted: false, hold: false, status: "connected" });
    expect([muted.muted, held.hold, released.hold, removed]).toEqual([true, true, false, true]);
    await expect(room.participants(callSid).fetch()).rejects.toMatchObject({ code: 20404 });
    const over = await eventually(
      () => room.fetch(),
      (c) => c.status === "completed",
    );
    expect(over.reasonConferenceEnded).toBe("last-participant-kicked");
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
