import { expect, test } from "vitest";

import { findFallbackBase, findWebhookConflict } from "./find-webhook-conflict.ts";

const exchange = {
  kind: "exchange" as const,
  webhookUrl: null,
  apiUrl: "http://127.0.0.1:3001",
};
const here = { name: "desk-1", internalUrl: "http://127.0.0.1:4002" };
const there = { name: "desk-2", internalUrl: "http://127.0.0.1:4003" };

test("[CA57] an error message demands WEBHOOK_URL if the exchange cannot reach every server", () => {
  const alone = { machine: "desk-1", others: [here] };
  const beside = { machine: "desk-1", others: [here, there] };
  expect(findWebhookConflict([exchange], alone)).toBeNull();
  expect(findWebhookConflict([exchange], beside)).toMatch(
    /runs on desk-2 too\. Set WEBHOOK_URL on/,
  );
  const remote = { ...exchange, apiUrl: "http://10.0.0.5:3001" };
  expect(findWebhookConflict([remote], alone)).toMatch(
    /cannot reach this server on loopback\. Set/,
  );

  expect(findWebhookConflict([exchange, remote], alone)).toMatch(/^EXCHANGES contains "http:/);

  const balanced = { ...remote, webhookUrl: "http://10.0.0.10:3000" };
  expect(findWebhookConflict([balanced], beside)).toBeNull();
  expect(findWebhookConflict([{ ...remote, kind: "twilio" }], beside)).toBeNull();
});

test("[CA56] the fallback is another server of the same machine, and with WEBHOOK_URL there is none", () => {
  const around = { machine: "desk-1", others: [there, here] };
  expect(findFallbackBase(exchange, around)).toBe("http://127.0.0.1:4002");
  expect(findFallbackBase(exchange, { ...around, others: [there] })).toBeNull();
  expect(findFallbackBase({ ...exchange, webhookUrl: "http://10.0.0.10" }, around)).toBeNull();
});
