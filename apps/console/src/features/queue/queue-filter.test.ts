import { expect, test } from "vitest";

import type { DisplayState } from "../../lib/display-state.ts";
import { countTabs, filterRows, type QueueRowView } from "./queue-filter.ts";

function aRow(id: string, state: DisplayState, over: Record<string, unknown> = {}): QueueRowView {
  return {
    call: {
      id,
      desk: { status: state === "verified" ? "ready" : "waiting" },
      phoneLine: { name: "Main" },
      callBack: null,
      marks: { verified: state === "verified" },
      description: "",
      caller: { name: null, location: null, number: null, numberDisplay: "Private" },
      ...over,
    },
    state,
  } as unknown as QueueRowView;
}

const sam = aRow("sam", "ringing", {
  description: "bus lanes",
  caller: {
    name: "Sam Tran",
    location: "Penrith",
    number: "+61491570156",
    numberDisplay: "0491 570 156",
  },
});
const rows = [
  aRow("next", "next", { desk: { status: "ready" } }),
  aRow("ready", "verified"),
  aRow("held", "held"),
  aRow("alone", "unattended"),
  sam,
];

function found(find: string) {
  return filterRows(rows, { tab: "all", find }).map((row) => row.call.id);
}

test("[QL16] each tab shows its callers and how many they are, and unattended callers have their own tab", () => {
  expect(countTabs(rows)).toEqual({ all: 5, ringing: 1, unattended: 1, hold: 1, verified: 2 });
  expect(filterRows(rows, { tab: "hold", find: "" }).map((row) => row.call.id)).toEqual(["held"]);
  expect(filterRows(rows, { tab: "unattended", find: "" }).map((row) => row.call.id)).toEqual([
    "alone",
  ]);
});

test("[QL16] a verified caller on hold, on a line or unattended is also in the tab of the verified ones", () => {
  const marks = { verified: true };
  const verified = (["held", "on_line", "on_air", "unattended", "ended"] as const).map((state) =>
    aRow(state, state, { marks }),
  );

  expect(countTabs(verified)).toMatchObject({ hold: 1, unattended: 1, verified: 4 });
  expect(filterRows(verified, { tab: "verified", find: "" })).toEqual(verified.slice(0, 4));
});

test("the search finds callers by name, place, point, phone line and number, in any spacing", () => {
  for (const find of ["sam", "PENRITH", "bus", "0491 570 156", "0491570156", "61491570"]) {
    expect(found(find)).toEqual(["sam"]);
  }
  expect(found("main")).toHaveLength(5);
});

test("the search finds no caller by unknown digits, and two digits match only in the shown number", () => {
  expect(found("999999")).toEqual([]);
  expect(found("15")).toEqual(["sam"]);
  expect(found("x15")).toEqual([]);
});

test("[CL42] the search of the queue finds a caller by the sound of the name", () => {
  const caller = { location: null, number: null, numberDisplay: "Private" };
  const names = [aRow("a", "held", { caller: { ...caller, name: "Kevin O'Brien-Müller" } })];

  for (const find of ["obrien", "o'brien", "mueller", "müller"]) {
    expect(filterRows(names, { tab: "all", find })).toHaveLength(1);
  }
  expect(filterRows(names, { tab: "all", find: "obryan" })).toEqual([]);
});
