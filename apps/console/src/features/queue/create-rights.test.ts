import { expect, test } from "vitest";

import type { Station, Call, ShownDesk } from "@linedesk/contract";
import { aCall, ALICE, BOB } from "../../testing/a-call.ts";
import { createRights, isSeizable } from "./create-rights.ts";

const stations: Station[] = [
  { id: "zz", callSign: "2ZZ", name: "Sydney", role: "screener" },
  { id: "yy", callSign: "3YY", name: "Melbourne", role: "presenter", colour: "#a006d1" },
];

test("[QU62] my role at the station of a row decides what may be done with it, and nothing may elsewhere or while reading", () => {
  const rightsAt = createRights({ stations, isReading: false, isTagged: true });

  expect(rightsAt("zz")).toMatchObject({ mayAnswer: true, mayReject: true, mayAir: false });
  expect(rightsAt("yy")).toMatchObject({ mayAnswer: true, mayReject: true, mayAir: true });
  const none = { mayAnswer: false, mayReject: false, mayAir: false, mayDial: false };
  expect(rightsAt("foreign")).toMatchObject(none);
  expect(createRights({ stations, isReading: true, isTagged: true })("yy")).toMatchObject(none);
});

test("[SH42] a line that feeds the air takes no caller of its station, and the row says whether the selected one does", () => {
  const lines = new Set(["line2"] as const);
  const barredAt = (station: string) => (station === "zz" ? lines : new Set<never>());
  const seat = { stations, isReading: false, isTagged: true, barredAt };

  const onAir = createRights({ ...seat, selected: "line2" });
  expect(onAir("zz")).toMatchObject({ lines: ["line1"], here: false });
  expect(onAir("yy")).toMatchObject({ lines: ["line1", "line2"], here: true });
  const onOther = createRights({ ...seat, selected: "line1" });
  expect(onOther("zz")).toMatchObject({ lines: ["line1"], here: true });
  const unbarred = createRights({ stations, isReading: false, isTagged: true });
  expect(unbarred("zz")).toMatchObject({ lines: ["line1", "line2"], here: true });
});

test("[ST41] [AD94] rows name their station while several are watched, each with its colour", () => {
  const rightsAt = createRights({ stations, isReading: false, isTagged: true });

  expect(rightsAt("zz").tag).toEqual({ callSign: "2ZZ", hue: 0, colour: null });
  expect(rightsAt("yy").tag).toEqual({ callSign: "3YY", hue: 1, colour: "#a006d1" });
  expect(createRights({ stations, isReading: false, isTagged: false })("zz").tag).toBeNull();
});

const since = "2026-11-21T10:00:00.000Z";
const bob = { user: BOB, name: "Bob", line: "line1" as const };
const screening: ShownDesk = { status: "screening", holder: bob, since };
const held: ShownDesk = { status: "held", holder: bob, since, unattended: false };
const { marks } = aCall(1);

test.each<[string, Partial<Call>, boolean]>([
  ["talks off air", { desk: screening }, true],
  ["holds the call", { desk: held }, true],
  ["is on air", { desk: { status: "on_air", holder: bob, since } }, false],
  ["has gone", { desk: { ...held, unattended: true } }, false],
  ["has locked it", { desk: screening, marks: { ...marks, locked: true } }, false],
  [
    "ends it",
    { desk: held, leaving: { reason: "operator_hung_up", by: bob, until: since } },
    false,
  ],
  ["offers it", { desk: held, offer: { to: bob, from: bob, until: since } }, false],
])("[LN31] of a colleague who %s", (_does, change, wanted) => {
  expect(isSeizable(aCall(1, change), ALICE)).toBe(wanted);
});

test("[LN31] nobody takes over a call of one's own, or one that waits", () => {
  expect(isSeizable(aCall(1, { desk: screening }), BOB)).toBe(false);
  expect(isSeizable(aCall(1), ALICE)).toBe(false);
});
