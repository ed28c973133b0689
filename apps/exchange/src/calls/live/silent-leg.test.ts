import { expect, test } from "vitest";

import { aCallInto } from "../../testing/core-under-test.ts";

test("[XI132] a leg is informed when packets of its far end stop, and when they return", async () => {
  const { it, call } = await aCallInto("<Enqueue>callers</Enqueue>");
  const leg = call.leg.id;

  it.media.emit({ type: "leg.media_lost", leg });
  it.media.emit({ type: "leg.media_restored", leg });

  expect(call.leg.silences).toEqual([true, false]);
});
