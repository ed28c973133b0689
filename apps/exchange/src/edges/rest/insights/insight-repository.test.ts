import { describe, expect, test } from "vitest";

import { InsightRepository, type InsightEntry } from "./insight-repository.ts";

function anEvent(name: string): InsightEntry {
  return {
    receivedAt: new Date(0),
    kind: "event",
    group: "connection",
    name,
    payload: {},
  };
}

describe("the insights of calls", () => {
  test("[XS27] keeps the newest entries of a call", () => {
    const repository = new InsightRepository({ calls: 5, entriesPerCall: 2 });

    for (const name of ["ringing", "accepted", "muted"]) {
      repository.add("CA1", anEvent(name));
    }

    expect(repository.list("CA1").map((entry) => entry.name)).toEqual(["accepted", "muted"]);
  });

  test("[XS27] lets go of the call that was heard of the longest ago", () => {
    const repository = new InsightRepository({ calls: 2, entriesPerCall: 5 });

    for (const sid of ["CA1", "CA2", "CA1", "CA3"]) {
      repository.add(sid, anEvent("muted"));
    }

    expect(["CA1", "CA2", "CA3"].map((sid) => repository.list(sid).length)).toEqual([2, 0, 1]);
  });
});
