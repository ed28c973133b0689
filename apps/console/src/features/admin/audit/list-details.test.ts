import { expect, test } from "vitest";

import { listDetails } from "./list-details.ts";

const words = {
  action: (action: string) => action.replace(".", " "),
  field: (name: string) => name.toUpperCase(),
  yesNo: (value: boolean) => (value ? "yes" : "no"),
  time: (at: string) => `at ${at.slice(11, 16)}`,
};

test("[AD186] details are written as lines of text, with words in place of codes", () => {
  const details = {
    reason: "complaint",
    hidden: false,
    kind: "now_playing",
    note: null,
    events: ["call.arrived", "win.recorded"],
    before: "2026-11-23T06:14:00.000Z",
    erased: { calls: 2, contacts: 1 },
    week: [
      { day: 1, from: "06:00" },
      { day: 2, from: "07:00" },
    ],
  };

  expect(listDetails(details, words)).toEqual([
    { title: "REASON", value: "complaint" },
    { title: "HIDDEN", value: "no" },
    { title: "KIND", value: "now playing" },
    { title: "NOTE", value: "–" },
    { title: "EVENTS", value: "call arrived, win recorded" },
    { title: "ERASED", value: "CALLS 2, CONTACTS 1" },
    { title: "WEEK", value: "DAY 1, FROM 06:00; DAY 2, FROM 07:00" },
    { title: "BEFORE", value: "at 06:14" },
  ]);
});

test("[AD186] of `before` and `after` only the fields that differ are listed", () => {
  const details = {
    before: { name: "2ZZ", colour: null, lines: [] },
    after: { name: "2ZZ Sydney", colour: "#a006d1", lines: [] },
    status: "ok",
  };

  expect(listDetails(details, words)).toEqual([
    { title: "NAME", value: "2ZZ → 2ZZ Sydney" },
    { title: "COLOUR", value: "– → #a006d1" },
    { title: "STATUS", value: "ok" },
  ]);
});
