import { afterAll, expect, test } from "vitest";

import { toneShare } from "@linedesk/audio";
import { findFreePort, systemClock } from "@linedesk/base";
import { configShape } from "../src/config/config-shape.ts";
import { openAes67 } from "../src/devices/aes67/open-aes67.ts";
import { DeviceSlot, type SlotState } from "../src/devices/device-slot.ts";
import { chooseDevice } from "../src/lines/choose-device.ts";
import { pushSamples } from "./support/push-samples.ts";
import { until } from "./support/until.ts";

const studioHz = 1_000;
const rate = 48_000;
const closers: (() => unknown)[] = [];

afterAll(async () => {
  for (const close of closers.toReversed()) {
    await close();
  }
});

test.each([
  { send: { address: "239.69.1.3", port: 5004 }, receive: null, why: "cannot send to 239.69.1.3" },
  { send: null, receive: { address: "239.69.1.3" }, why: "cannot receive on 239.69.1.3" },
])(
  "[AS47] an AES67 device whose network card has no address yet is opened again: it $why",
  async ({ send, receive, why }) => {
    // No machine has this address, which is reserved for documentation.
    const device = { type: "aes67", interface: "192.0.2.1", send, receive };
    const { lines } = configShape.parse({ station: "http://a", lines: { line1: { device } } });
    const states: SlotState[] = [];
    const slot = new DeviceSlot({
      open: chooseDevice(lines.line1.device, "line1", systemClock),
      clock: systemClock,
      onInput: () => undefined,
      onState: (state) => states.push(state),
    });
    closers.push(() => slot.close());

    await slot.open();
    await until("the device is tried again", () => states.length > 2);

    slot.close();
    for (const state of states) {
      expect(state).toMatchObject({ status: "lost", reason: expect.stringContaining(why) });
    }
  },
);

test.each([
  { how: "unicast", address: "127.0.0.1" },
  { how: "multicast", address: "239.69.1.2" },
])("[AS51] an AES67 stream is sent and received by $how", async ({ address }) => {
  const received = new Int16Array(rate / 2);
  const port = await findFreePort();
  const base = { type: "aes67", interface: "127.0.0.1" } as const;
  const to = { address, port, name: "Linedesk", announce: false, ttl: 1 };
  const from = { address, port, source: null, channels: 1, side: "mono" } as const;
  const handlers = { onInput: () => undefined, onLost: () => undefined, onFault: () => undefined };
  const receiver = await openAes67(
    { ...base, send: null, receive: from },
    "line1",
    systemClock,
  )({ ...handlers, onInput: (samples) => pushSamples(received, samples) });
  const sender = await openAes67(
    { ...base, send: to, receive: null },
    "line1",
    systemClock,
  )(handlers);
  closers.push(
    () => receiver.close(),
    () => sender.close(),
  );

  let at = 0;
  await until("the tone arrives", () => {
    const block = Float32Array.from(
      { length: 4_800 },
      () => 0.3 * Math.sin((2 * Math.PI * studioHz * at++) / rate),
    );
    if (sender.levelFrames() < 9_600) {
      sender.write(block);
    } else {
      at -= block.length;
    }
    return toneShare(received, studioHz, rate) > 0.5;
  });

  expect(sender.description).toBe(`AES67 to ${address}:${port}`);
  expect(receiver.description).toBe(`AES67 from ${address}:${port}`);
});
