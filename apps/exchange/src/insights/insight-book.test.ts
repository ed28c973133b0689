import { describe, expect, it } from "vitest";
import { InsightBook, type InsightEntry } from "./insight-book.ts";

const anEvent = (name: string): InsightEntry => ({
  receivedAt: new Date(0),
  kind: "event",
  group: "connection",
  name,
  payload: {},
});

describe("the insights of calls", () => {
  it("[XS27] keeps the newest entries of a call", () => {
    const book = new InsightBook({ calls: 5, entriesPerCall: 2 });

    for (const name of ["ringing", "accepted", "muted"]) book.add("CA1", anEvent(name));

    expect(book.of("CA1").map((entry) => entry.name)).toEqual(["accepted", "muted"]);
  });

  it("[XS27] lets go of the call that was heard of the longest ago", () => {
    const book = new InsightBook({ calls: 2, entriesPerCall: 5 });

    for (const sid of ["CA1", "CA2", "CA1", "CA3"]) book.add(sid, anEvent("muted"));

    expect(["CA1", "CA2", "CA3"].map((sid) => book.of(sid).length)).toEqual([2, 0, 1]);
  });
});
