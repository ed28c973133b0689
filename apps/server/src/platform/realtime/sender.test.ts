import type Pusher from "pusher";
import { expect, test } from "vitest";

import { createLogger } from "../logger.ts";
import { NumberSeal } from "../number-seal.ts";
import { createSender, toWire } from "./sender.ts";

function row(payload: object) {
  return {
    id: 1,
    channel: "private-station-1",
    event: "call.changed",
    payload,
    masking: null,
  };
}

test("[RT8] an event over 10 KB is sent as its seq alone", () => {
  const wire = toWire(row({ type: "call.changed", seq: 7, note: "x".repeat(10_240) }));

  expect(wire.name).toBe("station.stale");
  expect(JSON.parse(wire.data)).toEqual({ type: "station.stale", seq: 7 });
});

test("[RT8] the limit counts bytes, not characters", () => {
  const around = JSON.stringify({ seq: 7, note: "" }).length;

  const fits = toWire(row({ seq: 7, note: "x".repeat(10_240 - around) }));
  const wide = toWire(row({ seq: 7, note: "ü".repeat((10_240 - around) / 2 + 1) }));

  expect(fits.name).toBe("call.changed");
  expect(wide.name).toBe("station.stale");
});

test.each(["session.revoked", "rights.changed"])(
  "[RT13] [AU43] %s ends the connections and the voice tokens of its user",
  async (event) => {
    const ended: string[] = [];
    const pusher = {
      triggerBatch: async () => undefined,
      terminateUserConnections: async (user: string) => void ended.push(`sockets of ${user}`),
    } as unknown as Pusher;
    const send = createSender({
      pusher,
      log: createLogger({ level: "silent" }),
      numberSeal: new NumberSeal("a key"),
      onEnded: (user) => void ended.push(`tokens of ${user}`),
    });

    await send([
      {
        id: 1,
        channel: "private-user-alice",
        event: "settings.changed",
        payload: {},
        masking: null,
      },
      { id: 2, channel: "private-user-bob", event, payload: {}, masking: null },
    ]);

    expect(ended).toEqual(["tokens of bob", "sockets of bob"]);
  },
);
