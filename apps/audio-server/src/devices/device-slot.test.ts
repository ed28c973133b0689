import { expect, test } from "vitest";

import { FakeClock } from "@linedesk/base/testing";
import { DeviceSlot, type SlotState } from "./device-slot.ts";
import type { DeviceHandlers } from "./sound-device.ts";

function aSlot() {
  const clock = new FakeClock();
  const seen: SlotState[] = [];
  const card = {
    isThere: true,
    opened: [] as number[],
    handlers: null as DeviceHandlers | null,
    written: 0,
    closed: 0,
  };
  const slot = new DeviceSlot({
    clock,
    onInput: () => undefined,
    onState: (state) => seen.push(state),
    open: async (handlers) => {
      card.opened.push(clock.elapsedMs());
      if (!card.isThere) {
        throw new Error("There is no card.");
      }
      card.handlers = handlers;
      return {
        description: "the card",
        levelFrames: () => 7,
        write: (samples) => void (card.written += samples.length),
        close: () => void (card.closed += 1),
      };
    },
  });
  return { slot, clock, seen, card };
}

test("[AS47] a lost device is opened again by its name, at intervals of 0.5 s to 5 s", async () => {
  const { slot, clock, seen, card } = aSlot();
  await slot.open();
  card.isThere = false;

  card.handlers?.onLost("The card is gone.");
  card.handlers?.onLost("The card is gone.");
  await clock.advance(20_000);

  const [, ...tries] = card.opened;
  const waits = tries.map((at, i) => at - (card.opened[i] ?? 0));
  expect(waits).toEqual([500, 1000, 2000, 4000, 5000, 5000]);
  expect(card.closed).toBe(1);
  expect(slot.levelFrames()).toBe(0);
  slot.write(new Float32Array(5));
  expect(card.written).toBe(0);

  card.isThere = true;
  await clock.advance(5_000);
  expect(seen[0]).toEqual({ status: "open", description: "the card" });
  expect(seen[1]).toEqual({ status: "lost", reason: "The card is gone." });
  expect(seen[2]).toEqual({ status: "lost", reason: "There is no card." });
  expect(seen.at(-1)).toEqual({ status: "open", description: "the card" });
  slot.write(new Float32Array(5));
  expect(card.written).toBe(5);

  slot.close();
  await clock.advance(60_000);
  expect(card.closed).toBe(2);
});

test("[AS99] an open device without sound shows the reason until sound arrives or the device is lost", async () => {
  const { slot, seen, card } = aSlot();
  await slot.open();

  card.handlers?.onFault("No stream comes.");
  card.handlers?.onFault(null);
  card.handlers?.onLost("The card is gone.");
  card.handlers?.onFault("No stream comes.");

  const open = { status: "open", description: "the card" };
  const lost = { status: "lost", reason: "The card is gone." };
  expect(seen).toEqual([open, { ...open, fault: "No stream comes." }, open, lost]);
  slot.close();
});
