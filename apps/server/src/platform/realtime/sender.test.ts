import { expect, test } from "vitest";

import { toWire } from "./sender.ts";

function row(payload: object) {
  return {
    id: 1,
    channel: "private-station-1",
    event: "call.changed",
    payload,
  };
}

test("[RT8] an event over 10 KB goes as its number alone", () => {
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
