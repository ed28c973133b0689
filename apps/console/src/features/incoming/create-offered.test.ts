import { expect, test } from "vitest";

import type { DeviceLine } from "@linedesk/contract";
import { directCallChanged, legChanged } from "../../client/store/desk-slice.ts";
import { aCall, ALICE, BOB } from "../../testing/a-call.ts";
import { aDesk, NOW } from "../../testing/a-desk.ts";
import { createOffered } from "./create-offered.ts";
import { selectIncoming } from "./select-incoming.ts";

const offer = {
  to: { user: ALICE, name: "Alice" },
  from: { user: BOB, name: "Bob", line: "line1" as const },
  until: NOW,
};

/** On which line the bar takes an offer while these lines feed the air; null: on none. */
function taken(barred: DeviceLine[], desk = aDesk({}, { calls: [aCall(1, { offer })] })) {
  const incoming = selectIncoming(desk.store.getState());
  let line: DeviceLine | null = null;
  if (incoming?.type === "offered") {
    const answer = (one: DeviceLine) => void (line = one);
    const decline = () => undefined;
    const answers = { mayAnswer: true, barred: new Set(barred), answer, decline };
    createOffered(incoming, answers).take?.();
  }
  return line;
}

test("[SH71] [SH53] an offer is taken on the other idle line where the selected one is barred", () => {
  expect(taken([])).toBe("line1");
  expect(taken(["line1"])).toBe("line2");
  expect(taken(["line2"])).toBe("line1");
  expect(taken(["line1", "line2"])).toBeNull();
});

test("[SH71] no offer is taken on a line that has somebody while the idle one is barred", () => {
  const desk = aDesk({}, { calls: [aCall(1, { offer })] });
  const call = { status: "ringing", id: "CA1", from: "client:desk", since: NOW } as const;
  desk.store.dispatch(directCallChanged({ line: "line2", call }));

  expect(taken(["line1"], desk)).toBeNull();
});

test("[SH71] [LN24] with calls on both lines an offer is taken on the one that is not selected", () => {
  const desk = aDesk({}, { calls: [aCall(1, { offer })] });
  for (const line of ["line1", "line2"] as const) {
    const leg = { status: "connected" as const, callId: line, since: NOW, muted: false };
    desk.store.dispatch(legChanged({ line, leg: { ...leg, quality: null } }));
  }

  expect(taken([], desk)).toBe("line2");
  expect(taken(["line2"], desk)).toBeNull();
});
