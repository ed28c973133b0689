import { expect, test } from "vitest";

import { aCall } from "../../testing/a-call.ts";
import { aDesk } from "../../testing/a-desk.ts";

test("[AS90] a fader's start asks for the next caller on its line, and for nobody where nobody waits", async () => {
  const call = aCall(1);
  const claim = {
    id: "0190a000-0000-7000-8000-0000000000c1",
    line: "line2",
    expiresAt: "2026-11-21T10:00:00.000Z",
  };
  const { actions, sent } = aDesk({ handleCall: { call, claim } });
  const nobody = aDesk({}, { calls: [] });

  await actions.takeNextOn("line2");
  await nobody.actions.takeNextOn("line2");

  expect(sent).toMatchObject([["handleCall", { action: "take_next", line: "line2" }]]);
  expect(nobody.sent).toEqual([]);
});
