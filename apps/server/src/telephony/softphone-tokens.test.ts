import { expect, test } from "vitest";

import { SoftphoneTokens } from "./softphone-tokens.ts";

function scene(failures: number) {
  const log: string[] = [];
  const left = { failures };
  const telephony = {
    withdrawTokens: async (identity: string) => {
      if (left.failures > 0) {
        left.failures -= 1;
        log.push("failed");
        throw new Error("away");
      }
      log.push(`withdrawn from ${identity}`);
    },
  };
  const tokens = new SoftphoneTokens({
    services: { all: [{ service: "main", telephony }] },
    forget: async (userId) => void log.push(`forgot ${userId}`),
    now: () => new Date(0),
    log: { warn: () => void log.push("warned") },
    wait: async (ms) => void log.push(`waited ${ms}`),
  });
  return { tokens, log };
}

test("[AU43] a withdrawal is retried when the telephony service does not answer", async () => {
  const { tokens, log } = scene(2);

  tokens.withdraw("alice");
  await tokens.close();

  expect(log).toEqual([
    "failed",
    "waited 200",
    "failed",
    "waited 800",
    "withdrawn from alice",
    "forgot alice",
  ]);
});

test("a withdrawal that failed three times is logged, and the next withdrawal runs", async () => {
  const { tokens, log } = scene(3);

  tokens.withdraw("alice");
  await tokens.close();
  tokens.withdraw("bob");
  await tokens.close();

  expect(log.slice(-3)).toEqual(["warned", "withdrawn from bob", "forgot bob"]);
});

test("[AU43] several requests for one identity cause one withdrawal while it is queued", async () => {
  const { tokens, log } = scene(0);

  for (let turn = 0; turn < 5; turn += 1) {
    tokens.withdraw("alice");
  }
  await tokens.close();

  expect(log).toEqual(["withdrawn from alice", "forgot alice"]);
});
