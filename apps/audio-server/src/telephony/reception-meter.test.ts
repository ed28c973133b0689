import { expect, test } from "vitest";

import { ReceptionMeter } from "./reception-meter.ts";
import { Receptions } from "./receptions.ts";

function aPeer(trackId: string, concealmentEvents: number) {
  const inbound = {
    type: "inbound-rtp",
    jitterBufferDelay: 2880,
    jitterBufferEmittedCount: 96_000,
    concealmentEvents,
  };
  const peer = {
    connectionState: "connected" as RTCPeerConnectionState,
    getReceivers: () => [{ track: { id: trackId } }],
    getStats: async () =>
      new Map<string, object>([
        ["sent", { type: "outbound-rtp" }],
        ["received", inbound],
      ]),
  };
  return peer as typeof peer & Parameters<Receptions["add"]>[0];
}

test("[AS118] of each call it is seen what its own connection made up, and none of one that is over", async () => {
  const receptions = new Receptions();
  const [first, second] = [aPeer("one", 1), aPeer("two", 2)];
  receptions.add(first);
  receptions.add(second);

  expect(await receptions.read({ id: "two" })).toEqual({
    waitedS: 2880,
    given: 96_000,
    concealed: 2,
  });
  second.connectionState = "closed";
  expect(await receptions.read({ id: "two" })).toBeNull();
  expect((await receptions.read({ id: "one" }))?.concealed).toBe(1);
});

test("[AS118] the receive buffer's delay is of the last second, what was made up is of all calls", () => {
  const meter = new ReceptionMeter();
  meter.add({ waitedS: 4800, given: 48_000, concealed: 3 });
  expect(meter.reading).toEqual({ bufferMs: 100, concealed: 3 });

  meter.add({ waitedS: 4800 + 1440, given: 96_000, concealed: 4 });
  expect(meter.reading).toEqual({ bufferMs: 30, concealed: 4 });

  meter.begin();
  expect(meter.reading).toEqual({ bufferMs: 0, concealed: 4 });

  meter.add({ waitedS: 960, given: 48_000, concealed: 1 });
  expect(meter.reading).toEqual({ bufferMs: 20, concealed: 5 });
});
