import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";

import { SteppedClock } from "@linedesk/base/testing";
import { TokenWithdrawals } from "./token-withdrawals.ts";

const START_MS = 1_700_000_000_500;
const START_S = 1_700_000_000;

function open(clock: SteppedClock, folder: string | null = null): TokenWithdrawals {
  return new TokenWithdrawals({ clock, folder, logger: pino({ level: "silent" }) });
}

test("[XS150] all tokens of an identity until now are invalid, and later ones are valid", () => {
  const withdrawals = open(new SteppedClock(START_MS));

  withdrawals.add("alice");

  expect(withdrawals.has("alice", START_S - 1)).toBe(true);
  expect(withdrawals.has("alice", START_S)).toBe(true);
  expect(withdrawals.has("alice", START_S + 1)).toBe(false);
  expect(withdrawals.has("bob", START_S - 1)).toBe(false);
});

test("[XS150] a token without its time of issue counts as issued before the withdrawal", () => {
  const withdrawals = open(new SteppedClock(START_MS));

  withdrawals.add("alice");

  expect(withdrawals.has("alice", null)).toBe(true);
  expect(withdrawals.has("bob", null)).toBe(false);
});

test("at most 10,000 withdrawals are kept, and the oldest is dropped", () => {
  const clock = new SteppedClock(START_MS);
  const withdrawals = open(clock);
  withdrawals.add("first");
  for (let index = 0; index < 10_000; index += 1) {
    withdrawals.add(`identity-${index}`);
  }

  expect(withdrawals.has("first", 0)).toBe(false);
  expect(withdrawals.has("identity-0", 0)).toBe(true);
});

test("[XS150] a restart keeps every withdrawal that is still needed, and no other", async () => {
  const folder = await mkdtemp(join(tmpdir(), "linedesk-withdrawn-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const clock = new SteppedClock(START_MS);
  const before = open(clock, folder);
  before.add("alice");
  clock.setBy(60_000);
  before.add("bob");
  before.add("alice");
  await before.persisted();

  const after = open(clock, folder);

  expect(after.has("alice", START_S + 60)).toBe(true);
  expect(after.has("alice", START_S + 61)).toBe(false);
  expect(after.has("bob", START_S + 60)).toBe(true);
  clock.setBy(24 * 3_600_000 + 2_000);
  expect(open(clock, folder).has("bob", START_S)).toBe(false);
});
