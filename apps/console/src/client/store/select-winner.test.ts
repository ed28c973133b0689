import { expect, test } from "vitest";

import type { Call, Contest } from "@linedesk/contract";
import { aCall } from "../../testing/a-call.ts";
import { aDesk } from "../../testing/a-desk.ts";
import { selectWinner } from "./select-winner.ts";

const phoneLine = {
  id: "0190a000-0000-7000-8000-0000000000d2",
  name: "Contest",
  numberDisplay: "02 5550 0102",
  priority: false,
};
const contest: Contest = {
  id: "0190a000-0000-7000-8000-0000000000d1",
  phoneLine: { id: phoneLine.id, name: phoneLine.name },
  callerCount: 2,
  counted: 2,
  startedAt: "2026-11-21T10:00:00.000Z",
  startedBy: "Dan",
  starter: null,
  earlyText: "",
  lateText: "",
};
const won = { outcome: "winner", place: 2, callerCount: 2 } as const;

function winnerOf(...calls: Call[]): Call | null {
  return selectWinner(aDesk({}, { calls }).store.getState(), contest);
}

test("[CW8] the winner of the running contest is named, and no winner of an earlier one", () => {
  const before = aCall(1, { phoneLine, contest: won, arrivedAt: "2026-11-21T09:59:59.000Z" });
  const late = aCall(2, {
    phoneLine,
    contest: { ...won, outcome: "late" },
    arrivedAt: "2026-11-21T10:00:02.000Z",
  });
  const winner = aCall(3, { phoneLine, contest: won, arrivedAt: "2026-11-21T10:00:01.000Z" });

  expect(winnerOf(before, late)).toBeNull();
  expect(winnerOf(before, late, winner)).toMatchObject({ id: winner.id });
});
