import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { legChanged, noticed } from "../../client/store/desk-slice.ts";
import { aCall, ALICE, anAirState, BOB } from "../../testing/a-call.ts";
import { aDesk, NOW } from "../../testing/a-desk.ts";
import { describeUrgent, selectIsFreed } from "./use-desk.ts";

function plain(id: string, tone: "info" | "warning" | "failure" | "done") {
  return noticed({ id, tone, words: `words of ${id}`, code: null, line: null });
}

test("[AX8] an offered call interrupts the screen reader", () => {
  const call = aCall(1);
  const offer = {
    from: { user: BOB, name: "Bob", line: "line1" as const },
    to: { user: ALICE, name: "Alice" },
    until: NOW,
  };
  const { store } = aDesk({}, { calls: [{ ...call, offer }] });

  expect(describeUrgent(store.getState())).toMatch(/^Bob offers /);
});

test("[AX8] lost audio interrupts the screen reader, with the line's number", () => {
  const { store } = aDesk({});
  const leg = {
    callId: aCall(1).id,
    status: "reconnecting" as const,
    since: NOW,
    muted: false,
    quality: null,
  };

  store.dispatch(legChanged({ line: "line2", leg }));

  expect(describeUrgent(store.getState())).toBe("Line 2: sound interrupted, reconnecting");
});

test("[AX8] an urgent notice interrupts the screen reader, and no other notice does", () => {
  const { store } = aDesk({});
  for (const tone of ["info", "warning", "failure", "done"] as const) {
    store.dispatch(plain(tone, tone));
  }
  expect(describeUrgent(store.getState())).toBeNull();

  store.dispatch(
    noticed({
      id: "microphone:line1",
      tone: "failure",
      words: "Your microphone has stopped",
      code: null,
      line: "line1",
      urgent: true,
    }),
  );

  expect(describeUrgent(store.getState())).toBe("Your microphone has stopped");
});

const source = join(import.meta.dirname, "../..");

function filesWith(pattern: RegExp, ending: string): string[] {
  return readdirSync(source, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(ending) && !file.endsWith(`.test${ending}`))
    .filter((file) => pattern.test(readFileSync(join(source, file), "utf8")))
    .toSorted();
}

test("[AX8] only the desk's own region and a call to the softphone interrupt the screen reader", () => {
  expect(filesWith(/role="alert"|"alert"|LiveRegion urgent|assertive/, ".tsx")).toEqual([
    "app/StationOverlays.tsx",
    "features/incoming/IncomingBar.tsx",
    "features/lines/DirectCallLine.tsx",
    "ui/LiveRegion.tsx",
  ]);
});

test("[AX8] only softphone faults and a lost, stopped or silent microphone are urgent", () => {
  expect(filesWith(/urgent: true/, ".ts")).toEqual([
    "client/desk/claims/desk-softphones.ts",
    "client/desk/claims/device-fallback.ts",
    "client/desk/claims/resume-line.ts",
    "client/desk/seat/silence-monitor.ts",
  ]);
});

test("[LN95] a line whose caller is on hold can take another caller to air, and a line on air cannot", () => {
  expect(selectIsFreed(aDesk({}).store.getState(), "line2")).toBe(true);
  const holder = { user: ALICE, name: "Alice", line: "line2" as const };
  const held = { status: "held" as const, holder, unattended: false, since: NOW };
  for (const [desk, isFreed] of [
    [held, true],
    [anAirState(ALICE), false],
  ] as const) {
    const { store } = aDesk({}, { calls: [aCall(1, { desk })] });
    const leg = { callId: aCall(1).id, status: "connected" as const, muted: false, quality: null };

    store.dispatch(legChanged({ line: "line2", leg: { ...leg, since: NOW } }));

    expect(selectIsFreed(store.getState(), "line2")).toBe(isFreed);
  }
});
