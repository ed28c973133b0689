import { expect, test } from "vitest";

import { SteppedClock } from "@linedesk/base/testing";
import { TokenWithdrawals } from "./token-withdrawals.ts";

const START_MS = 1_700_000_000_500;
const START_S = 1_700_000_000;

test("[XS150] what an identity was given until now is worth nothing, what comes later is", () => {
  const withdrawals = new TokenWithdrawals(new SteppedClock(START_MS));

  withdrawals.add("alice");

  expect(withdrawals.has("alice", START_S - 1)).toBe(true);
  expect(withdrawals.has("alice", START_S)).toBe(true);
  expect(withdrawals.has("alice", START_S + 1)).toBe(false);
  expect(withdrawals.has("bob", START_S - 1)).toBe(false);
});

test("[XS150] a token that does not say when it was issued counts as one from before", () => {
  const withdrawals = new TokenWithdrawals(new SteppedClock(START_MS));

  withdrawals.add("alice");

  expect(withdrawals.has("alice", null)).toBe(true);
  expect(withdrawals.has("bob", null)).toBe(false);
});

test("withdrawals are forgotten when no such token can be left, and never more than 10,000 kept", () => {
  const clock = new SteppedClock(START_MS);
  const withdrawals = new TokenWithdrawals(clock);
  withdrawals.add("first");
  for (let index = 0; index < 10_000; index += 1) {
    withdrawals.add(`identity-${index}`);
  }

  expect(withdrawals.has("first", 0)).toBe(false);
  expect(withdrawals.has("identity-0", 0)).toBe(true);
});
