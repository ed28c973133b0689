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
  test("[XS27] keep the newest entries of a call", () => {
    const repository = new InsightRepository({ calls: 5, entriesPerCall: 2 });

    for (const name of ["ringing", "accepted", "muted"]) {
      repository.add("CA1", anEvent(name));
    }

    expect(repository.list("CA1").map((entry) => entry.name)).toEqual(["accepted", "muted"]);
  });

  test("[XS27] drop the call whose last post is the oldest", () => {
    const repository = new InsightRepository({ calls: 2, entriesPerCall: 5 });

    for (const sid of ["CA1", "CA2", "CA1", "CA3"]) {
      repository.add(sid, anEvent("muted"));
    }

    expect(["CA1", "CA2", "CA3"].map((sid) => repository.list(sid).length)).toEqual([2, 0, 1]);
  });

  test("[XS27] drop a payload that is too long, and stay within the total size", () => {
    const repository = new InsightRepository({ payload: 100, total: 250 });
    const ofLength = (length: number) => ({ ...anEvent("x"), payload: "x".repeat(length - 2) });

    expect(repository.add("CA1", ofLength(101))).toBe(false);
    for (const sid of ["CA1", "CA1", "CA2"]) {
      expect(repository.add(sid, ofLength(100))).toBe(true);
    }

    expect(["CA1", "CA2"].map((sid) => repository.list(sid).length)).toEqual([0, 1]);
    expect(repository.total).toBe(100);
    expect(repository.list("CA2")[0]?.payload).toBe("x".repeat(98));
  });
});
