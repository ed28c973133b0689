import { expect, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { ClaimMemory } from "./claim-memory.ts";
import type { StoredClaim } from "./store/claim-store.ts";

const at = Date.UTC(2026, 10, 22);

function aMemory() {
  const clock = { at, now: () => clock.at };
  return { clock, memory: new ClaimMemory(clock) };
}

function aClaim(id = "claim-1", call = "call-1"): StoredClaim {
  return {
    id,
    call,
    user: "alice",
    name: "Alice",
    line: "line1",
    feedsAir: false,
    audioServer: null,
    service: "main",
    madeAt: new Date(at),
    expiresAt: new Date(at + 15_000),
    usedAt: null,
    legSid: null,
    lapsedAt: null,
  };
}

test("[DS35] a new claim admits the first leg of its person, and a repeated request of this leg", () => {
  const { memory, clock } = aMemory();
  memory.add(aClaim());

  const first = memory.take("claim-1", { user: "alice", leg: "CA1", service: "main" });
  const other = memory.take("claim-1", { user: "alice", leg: "CA2", service: "main" });
  clock.at += 60_000;
  const again = memory.take("claim-1", { user: "alice", leg: "CA1", service: "main" });

  expect(first).toEqual({ status: "used", call: "call-1" });
  expect(other).toEqual({ status: "refused", why: "claim used" });
  expect(again).toEqual(first);
});

test.each([
  ["an unknown person", { user: null, leg: "CA1", service: "main" }, 0, "claim of somebody else"],
  ["another person", { user: "bob", leg: "CA1", service: "main" }, 0, "claim of somebody else"],
  [
    "a softphone at another exchange",
    { user: "alice", leg: "CA1", service: "spare" },
    0,
    "claim at another exchange",
  ],
  [
    "a person with an expired claim",
    { user: "alice", leg: "CA1", service: "main" },
    15_000,
    "claim lapsed",
  ],
])("[DS5][DS35] %s is refused", (_who, use, passedMs, why) => {
  const { memory, clock } = aMemory();
  memory.add(aClaim());
  clock.at += passedMs;

  expect(memory.take("claim-1", use)).toEqual({ status: "refused", why });
});

test("[DS35] the database decides about an expired or unknown claim", () => {
  const { memory } = aMemory();
  memory.add(aClaim("claim-1", "call-1"));
  memory.add(aClaim("claim-2", "call-2"));
  memory.forget("claim-1");
  memory.removeOfCall("call-2");

  for (const id of ["claim-1", "claim-2", "claim-3"]) {
    expect(memory.take(id, { user: "alice", leg: "CA1", service: "main" })).toEqual({
      status: "unknown",
    });
  }
});

test("[DS35] the memory contains the newest thousand claims and no older one", () => {
  const { memory } = aMemory();
  for (let index = 0; index <= 1_000; index += 1) {
    memory.add(aClaim(`claim-${index}`));
  }

  const [oldest, next] = ["claim-0", "claim-1"].map((id) =>
    memory.take(id, { user: "alice", leg: "CA1", service: "main" }),
  );

  expect(oldest).toEqual({ status: "unknown" });
  expect(next).toMatchObject({ status: "used" });
});

test("[DS35] a wait for a claim ends when this claim is added, and not with another claim", async () => {
  const { memory } = aMemory();
  const woken: string[] = [];
  const waits = ["claim-1", "claim-2"].map((id) =>
    memory.arrival(id, 60_000).then(() => woken.push(id)),
  );

  memory.add(aClaim("claim-1"));
  await settled();
  expect(woken).toEqual(["claim-1"]);
  memory.add(aClaim("claim-2"));
  await Promise.all(waits);

  expect(woken).toEqual(["claim-1", "claim-2"]);
});

test("[DS35] events of a leg wait until the leg is stored, or until this has failed", async () => {
  const { memory } = aMemory();
  const releases: string[] = [];
  let fail: (error: Error) => void = () => undefined;
  memory.trackRegistration("CA1", new Promise((_resolve, reject) => (fail = reject)));

  const waiting = memory.awaitRegistration("CA1").then(() => releases.push("CA1"));
  await memory.awaitRegistration("CA2");
  await settled();
  expect(releases).toEqual([]);
  fail(new Error("the database is away"));
  await waiting;

  expect(releases).toEqual(["CA1"]);
});
