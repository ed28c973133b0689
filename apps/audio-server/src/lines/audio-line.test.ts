import { pino } from "pino";
import { expect, test } from "vitest";

import { FakeClock } from "@linedesk/base/testing";
import type { SlotState } from "../devices/device-slot.ts";
import type { ChannelListener } from "../realtime/hub-client.ts";
import { AudioLine } from "./audio-line.ts";
import type { DirectionReading } from "./line-sound.ts";

const well = { peakDbfs: -20, rmsDbfs: -24, driftPpm: 0, trimmedMs: 0, refills: 0 };
const alice = "0190f3c4-7a1b-7c3d-8e4f-0123456789ab";
const uuid = "0190f3c4-7a1b-4c3d-8e4f-0123456789ac";

function aLine(device: SlotState = { status: "open", description: "JACK system, left" }) {
  const sent: { event: string; data: Record<string, unknown> }[] = [];
  const channel: { listener: ChannelListener | null } = { listener: null };
  const toStudio: DirectionReading = { ...well, latencyMs: 21 };
  const fromStudio: DirectionReading = { ...well, latencyMs: 19 };
  const sound = {
    readings: { toStudio, fromStudio },
    deviceReading: { latencyMs: 12, xruns: 0 },
    device,
  };
  const clock = new FakeClock();
  const line = new AudioLine({
    line: "line1",
    channelName: "presence-audio-server-x-line1",
    sound,
    phone: {
      quality: { mos: 4.4, jitterMs: 1, roundTripMs: 30, lossPercent: 0 },
      reception: { bufferMs: 28.4, concealed: 0 },
      connect: async () => undefined,
      hangUp: () => undefined,
      sendDigits: () => undefined,
      mute: () => undefined,
      close: () => undefined,
    },
    hub: {
      subscribe: (_, listener) => {
        channel.listener = listener;
        const send = (event: string, data: unknown) => {
          sent.push({ event, data: data as Record<string, unknown> });
          return true;
        };
        return { send };
      },
    },
    createClaim: async () => ({ claim: uuid }),
    clock,
    log: pino({ level: "silent" }),
    listener: { onState: () => undefined, onMaintenance: () => undefined },
  });
  function ask(name: string, data: object, id = alice): void {
    channel.listener?.onEvent(name, data, { id, info: { kind: "operator", name: "Alice" } });
  }
  return { line, sound, sent, ask, clock };
}

test("[AS104] the delay is the sum of jitter buffer, both queues, sound card and round trip", () => {
  const { sent, ask } = aLine();

  ask("client-as-status", {});

  expect(sent.at(-1)?.data).toMatchObject({ delayMs: 28 + 21 + 19 + 12 + 30, fault: null });
});

test("[AS99] the status shows a lost device during a call until the device is back", async () => {
  const { line, sound, sent, ask, clock } = aLine();
  const ongoing = { callSid: "CA1", number: null, type: "inbound", profile: null };
  ask("client-as-accept", { requestId: uuid, claim: uuid, selCall: uuid, ongoing });
  line.handleAccepted(uuid, "CA1");
  await clock.advance(500);

  sound.device = { status: "lost", reason: "The JACK server is gone." };
  line.handleDevice();
  expect(sent.at(-1)?.data).toMatchObject({
    state: "connected",
    fault: "The JACK server is gone.",
  });
  await clock.advance(500);
  sound.device = { status: "open", description: "JACK system, left" };
  line.handleDevice();
  expect(sent.at(-1)?.data).toMatchObject({ state: "connected", fault: null });
  line.close();
});

test("all requests in the quarter of a second after a status are answered by one status", async () => {
  const { sent, ask, clock } = aLine();

  for (let console = 0; console < 30; console += 1) {
    ask("client-as-status", {});
  }
  expect(sent).toHaveLength(1);
  await clock.advance(249);
  expect(sent).toHaveLength(1);
  await clock.advance(1);
  expect(sent).toHaveLength(2);
  await clock.advance(60_000);
  expect(sent).toHaveLength(2);
  ask("client-as-status", {});
  expect(sent).toHaveLength(3);
});

test("[AS24] an invalid request is refused with the reason, even without a request id", () => {
  const { sent, ask } = aLine();

  ask("client-as-mute", { muted: 1 });
  ask("client-as-accept", { requestId: "7", claim: uuid });
  ask("client-as-dial", {});

  const words = "The request client-as-mute cannot be read: muted.";
  expect(sent[0]).toEqual({ event: "client-as-refused", data: { message: words } });
  expect(sent[1]).toMatchObject({
    event: "client-as-accept-error",
    data: { message: expect.stringContaining("requestId, selCall") },
  });
  expect(sent[2]).toMatchObject({ event: "client-as-refused" });
});

test("[AS24] one person gets a burst of three refusals and then one a second, and other people are still answered", async () => {
  const { sent, ask, clock } = aLine();
  const mute = () => ask("client-as-mute", { requestId: uuid, muted: true });

  for (let press = 0; press < 9; press += 1) {
    mute();
    ask("client-as-dial", {});
  }
  expect(sent.filter(({ event }) => event === "client-as-refused")).toHaveLength(3);
  const ongoing = { callSid: "CA1", number: null, type: "inbound", profile: null };
  const bob = "0190f3c4-7a1b-7c3d-8e4f-0123456789ad";
  ask("client-as-accept", { requestId: uuid, selCall: "7", ongoing }, bob);
  expect(sent.at(-1)).toMatchObject({ event: "client-as-accept-error" });
  await clock.advance(1_000);
  mute();
  mute();
  expect(sent.filter(({ event }) => event === "client-as-refused")).toHaveLength(4);
});
