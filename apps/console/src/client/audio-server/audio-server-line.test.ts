import { expect, test } from "vitest";

import { audioServerRequests, audioServerUser, connectFlavours } from "@linedesk/contract";
import { AChannel } from "../../testing/a-channel.ts";
import { ASchedule } from "../../testing/a-schedule.ts";
import type { VoiceCallEvent } from "../softphone/voice-device.ts";
import { AudioServerLine } from "./audio-server-line.ts";
import type { CarrierStatus } from "./carrier-status.ts";

const server = "0190f3c4-7a1b-7c3d-8e4f-0123456789ab";
const rack = audioServerUser(server);
const alice = "0190f3c4-7a1b-7c3d-8e4f-0123456789ac";
const claim = "0190f3c4-7a1b-4c3d-8e4f-0123456789ad";

function aReport(over: object = {}) {
  const levels = { inputDb: -30, outputDb: null };
  return { line: "line1", state: "idle", version: "1.2.0", levels, ...over };
}

function aLine() {
  const channel = new AChannel();
  const time = new ASchedule();
  const statuses: CarrierStatus[] = [];
  const refused: string[] = [];
  const line = new AudioServerLine({
    server,
    line: "line1",
    follow: channel.follow,
    send: channel.send,
    schedule: time.schedule,
    now: () => time.nowMs,
    listener: {
      onStatus: (status) => statuses.push(status),
      onRefused: (message) => refused.push(message),
      onStart: () => undefined,
    },
    isWatched: false,
  });
  const events: VoiceCallEvent["type"][] = [];
  const qualities: unknown[] = [];
  function take(event: VoiceCallEvent): void {
    if (event.type === "sampled") {
      qualities.push(event.quality);
    } else {
      events.push(event.type);
    }
  }
  function connect(flavour: (typeof connectFlavours)[number] = "accept") {
    const fields = { claim, selCall: server };
    return line.connect({ flavour, fields }, take);
  }
  function requestId(name = "client-as-accept"): unknown {
    return channel.named(name).at(-1)?.["requestId"];
  }
  return { channel, time, statuses, refused, line, events, qualities, connect, requestId };
}

test("[AS6] a line sends an empty poll every 10 s after the subscription, and an answer makes it online", () => {
  const { channel, time, statuses } = aLine();

  time.advance(30_000);
  expect(channel.sent).toEqual([]);
  channel.subscribe();
  expect(channel.sent).toEqual([["client-as-status", {}]]);
  expect(audioServerRequests["client-as-status"].safeParse({}).success).toBe(true);
  channel.say("client-as-status-res", aReport(), rack);
  time.advance(9_999);
  expect(channel.sent).toHaveLength(1);
  time.advance(1);
  expect(channel.sent).toHaveLength(2);
  expect(statuses.at(-1)).toMatchObject({ status: "online", report: { version: "1.2.0" } });
});

test("[AS4] a line is offline 15 s after the oldest unanswered poll, and polling continues", () => {
  const { channel, time, statuses } = aLine();
  channel.subscribe();
  channel.say("client-as-status-res", aReport(), rack);

  time.advance(24_000);
  expect(statuses.at(-1)?.status).toBe("online");
  time.advance(1_000);
  expect(statuses.at(-1)?.status).toBe("offline");
  time.advance(20_000);
  expect(channel.named("client-as-status")).toHaveLength(5);
  channel.say("client-as-status-res", aReport(), rack);
  expect(statuses.at(-1)?.status).toBe("online");
});

test("[AS4] after sleep the status is `Connecting...` again, and a poll is sent at once", () => {
  const { channel, time, statuses } = aLine();
  channel.subscribe();
  channel.say("client-as-status-res", aReport(), rack);
  time.advance(10_000);

  time.sleep(60_000);

  expect(statuses.some(({ status }) => status === "offline")).toBe(false);
  expect(statuses.at(-2)?.status).toBe("connecting");
  expect(channel.named("client-as-status").length).toBeGreaterThan(2);
});

test("[AS3] [AS19] an answer from a colleague, or of another line, is ignored", () => {
  const { channel, statuses } = aLine();
  channel.subscribe();

  channel.say("client-as-status-res", aReport(), alice);
  channel.say("client-as-status-res", aReport({ line: "line2" }), rack);

  expect(statuses.every(({ status }) => status === "connecting")).toBe(true);
});

test.each([undefined, null, {}, "ok", 1, [], { status: "online" }, { line: "line1" }])(
  "[AS3] a status response with the payload %j makes an audio server online",
  (payload) => {
    const { channel, statuses } = aLine();
    channel.subscribe();

    channel.say("client-as-status-res", payload as object, rack);

    expect(statuses.at(-1)).toMatchObject({ status: "online", report: null });
  },
);

test.each(connectFlavours)(
  "[AS12] an answer without an id answers the open request of type %s",
  async (flavour) => {
    const { channel, connect, events } = aLine();
    const name = `client-as-${flavour}`;
    channel.subscribe();
    channel.say(`${name}-connected`, {}, rack);
    const connecting = connect(flavour);

    channel.say(`${name}-connected`, undefined as unknown as object, alice);
    expect(events).toEqual([]);
    channel.say(`${name}-connected`, undefined as unknown as object, rack);
    await connecting;
    channel.say(`${name}-disconnect`, "over" as unknown as object, rack);
    expect(events).toEqual(["accepted", "ended"]);

    const failing = connect(flavour);
    channel.say(`${name}-error`, {}, rack);
    await expect(failing).rejects.toThrow("The audio server failed.");
  },
);

test("[AS10] a connect before the channel is initialised is refused", async () => {
  const { connect } = aLine();

  await expect(connect()).rejects.toThrow("Audio server channel is not initialized");
});

test.each(connectFlavours)(
  "[AS12] [AS19] only the answer to its own request connects a call of type %s, and a disconnect ends it",
  async (flavour) => {
    const { channel, connect, events, requestId } = aLine();
    channel.subscribe();
    const connecting = connect(flavour);
    const name = `client-as-${flavour}`;

    channel.say(`${name}-connected`, { requestId: crypto.randomUUID() }, rack);
    channel.say(`${name}-connected`, { requestId: requestId(name) }, alice);
    expect(events).toEqual([]);
    channel.say(`${name}-connected`, { requestId: requestId(name) }, rack);
    const call = await connecting;
    expect(events).toEqual(["accepted"]);
    channel.say(`${name}-error`, { requestId: crypto.randomUUID(), message: "x" }, rack);
    channel.say(`${name}-disconnect`, { requestId: requestId(name) }, rack);
    channel.say(`${name}-disconnect`, { requestId: requestId(name) }, rack);

    expect(events).toEqual(["accepted", "ended"]);
    expect(call.readLevels()).toEqual({ input: 0, output: 0 });
  },
);

test("[AS12] a refused connect fails with the audio server's message", async () => {
  const { channel, connect, requestId, events } = aLine();
  channel.subscribe();
  const connecting = connect();

  const message = "Bob uses this line.";
  channel.say("client-as-accept-error", { requestId: requestId(), message }, rack);

  await expect(connecting).rejects.toThrow(message);
  expect(events).toEqual([]);
});

test("[AS11] a connect without response in 10 s fails, and a late answer is followed by a disconnect", async () => {
  const { channel, time, connect, requestId, events } = aLine();
  channel.subscribe();
  const connecting = connect();
  connecting.catch(() => undefined);

  time.advance(9_999);
  channel.say("client-as-status-res", aReport(), rack);
  time.advance(1);
  await expect(connecting).rejects.toThrow("No response from server");
  expect(channel.named("client-as-disconnect-all")).toEqual([]);
  channel.say("client-as-accept-connected", { requestId: requestId() }, rack);

  expect(events).toEqual([]);
  expect(channel.named("client-as-disconnect-all")).toHaveLength(1);
});

test("[AS15] [AS18] [LN83] digits, mute and hang-up are sent to the audio server in the contract's shape", async () => {
  const { channel, time, connect, requestId, events, refused } = aLine();
  channel.subscribe();
  const connecting = connect();
  channel.say("client-as-accept-connected", { requestId: requestId() }, rack);
  const call = await connecting;
  channel.say("client-as-status-res", aReport({ state: "connected" }), rack);

  call.sendDigit("5");
  call.mute(true);
  call.disconnect();
  expect(call.readLevels()).toEqual({ input: 0.5, output: 0 });
  expect(channel.named("client-as-dial")).toMatchObject([{ number: "5" }]);
  expect(channel.named("client-as-mute")).toMatchObject([{ muted: true }]);
  for (const [name, data] of channel.sent.filter(([one]) => one !== "client-as-accept")) {
    const shape = audioServerRequests[name as keyof typeof audioServerRequests];
    expect([name, shape.safeParse(data).success]).toEqual([name, true]);
  }
  channel.say("client-as-refused", { requestId: crypto.randomUUID(), message: "No call." }, rack);
  expect(refused).toEqual(["No call."]);
  expect(events).toEqual(["accepted"]);
  // The call ends here after 2 s, even if the audio server does not answer.
  time.advance(2_000);
  expect(events).toEqual(["accepted", "ended"]);
});

test("a connected call ends when a status of the audio server reports that its line is idle", async () => {
  const { channel, connect, requestId, events } = aLine();
  channel.subscribe();
  const connecting = connect();
  channel.say("client-as-status-res", aReport(), rack);
  channel.say("client-as-accept-connected", { requestId: requestId() }, rack);
  await connecting;

  channel.say("client-as-status-res", aReport({ state: "connected" }), rack);
  expect(events).toEqual(["accepted"]);
  channel.say("client-as-status-res", aReport(), rack);

  expect(events).toEqual(["accepted", "ended"]);
});

test("[LN83] levels and quality of a call are those that the audio server measures", async () => {
  const { channel, connect, requestId, qualities } = aLine();
  channel.subscribe();
  const quality = { mos: 4.3, jitterMs: 2, roundTripMs: 8, lossPercent: 0.5 };
  channel.say("client-as-status-res", aReport({ quality }), rack);
  const connecting = connect();
  channel.say("client-as-accept-connected", { requestId: requestId() }, rack);
  const call = await connecting;
  const levels = { inputDb: -15, outputDb: -45 };

  channel.say("client-as-status-res", aReport({ state: "connected", quality: null }), rack);
  channel.say("client-as-status-res", aReport({ state: "connected", quality, levels }), rack);

  expect(qualities).toEqual([null, { ...quality, word: "excellent" }]);
  expect(call.readLevels()).toEqual({ input: 0.75, output: 0.25 });
});

test("a mute is requested again until the status confirms it", async () => {
  const { channel, time, connect, requestId } = aLine();
  channel.subscribe();
  const connecting = connect();
  channel.say("client-as-accept-connected", { requestId: requestId() }, rack);
  const call = await connecting;
  function report(muted: boolean, request = requestId()): void {
    channel.say("client-as-status-res", aReport({ state: "connected", request, muted }), rack);
  }
  const requestedMutes = () => channel.named("client-as-mute").map(({ muted }) => muted);

  report(false);
  expect(requestedMutes()).toEqual([]);
  call.mute(true);
  report(false);
  expect(requestedMutes()).toEqual([true]);
  time.advance(1_000);
  report(false, crypto.randomUUID());
  expect(requestedMutes()).toEqual([true]);
  report(false);
  expect(requestedMutes()).toEqual([true, true]);
  time.advance(1_000);
  report(true);
  time.advance(10_000);
  report(true);
  expect(requestedMutes()).toEqual([true, true]);
  call.mute(false);
  time.advance(1_000);
  report(true);
  expect(requestedMutes()).toEqual([true, true, false, false]);
});
