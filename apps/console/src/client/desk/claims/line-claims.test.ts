import { expect, test } from "vitest";

import { aCall } from "../../../testing/a-call.ts";
import { aDesk } from "../../../testing/a-desk.ts";

const call = aCall(1);
const claim = { id: "claim1", line: "line1", expiresAt: "2026-11-21T10:00:30.000Z" };

test("[VD101] accept on a line that does not get ready within 3 s takes no caller and shows it", async () => {
  const timers: { run: () => void; ms: number }[] = [];
  const { actions, sent, softphones, store } = aDesk(
    { handleCall: { call, claim } },
    {
      schedule: (run, ms) => {
        timers.push({ run, ms });
        return () => undefined;
      },
    },
  );
  await softphones.line1.device.register();

  const accepting = actions.accept(call.id, "line1");
  timers.find(({ ms }) => ms === 3_000)?.run();
  await accepting;

  expect(sent).toEqual([]);
  expect(store.getState().desk.notices).toMatchObject([
    {
      line: "line1",
      words: "Line 1 is not connected yet. Try again, or use the other line",
      actionLabel: "Retry",
    },
  ]);
});
