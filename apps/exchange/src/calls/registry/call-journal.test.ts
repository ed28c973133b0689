import { expect, test } from "vitest";

import type { CallRecord } from "../live/call.ts";
import { endCrashedCall } from "./call-journal.ts";

test("a call that a crash has ended has the code of its callback in its record, so that a second crash does not lose it", () => {
  const record = { answeredAt: new Date(0), updatedAt: new Date(1_000) } as CallRecord;

  const { end, status } = endCrashedCall(record, new Date(2_000));

  expect(status).toBe("completed");
  expect(end).toMatchObject({ cause: "failed", twilioCode: 20_500 });
});
