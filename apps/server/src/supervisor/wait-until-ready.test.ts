import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { expect, onTestFinished, test } from "vitest";

import { StartBudget } from "./hangs/start-budget.ts";
import { waitUntilReady } from "./wait-until-ready.ts";

async function aServer(questions: number): Promise<string> {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    const isReady = requests > questions;
    const telephony = isReady ? "up" : "down";
    const parts = { database: "up", telephony, realtime: "up", disk: "up" };
    response.end(JSON.stringify({ status: isReady ? "ready" : "not_ready", parts }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Each reading of the clock is two seconds later than the previous reading. */
function aBudget(progress: { cpuMs: number; waitMs: number }): StartBudget {
  let looks = 0;
  const at = { elapsedMs: 0 };
  return new StartBudget({
    allowanceMs: 10_000,
    elapsedMs: () => (at.elapsedMs += 2_000),
    readProgress() {
      looks += 1;
      const [cpuMs, waitMs] = [progress.cpuMs * looks, progress.waitMs * looks];
      return { cpuMs, waitMs, isAtDisk: false };
    },
  });
}

const { signal } = new AbortController();

test("[SR36] a start without progress ends with the name of the part that is down", async () => {
  const url = await aServer(Infinity);
  const budget = aBudget({ cpuMs: 5, waitMs: 5 });

  await expect(waitUntilReady(url, { signal, budget })).rejects.toThrow(
    /^The station is not ready after \d+ s: telephony does not answer\.$/,
  );
});

test.each([
  ["works", { cpuMs: 1_000, waitMs: 0 }],
  ["waits for a processor", { cpuMs: 1, waitMs: 1_000 }],
])("[SR36] a start that %s continues beyond its time", async (_name, progress) => {
  const url = await aServer(10);
  const budget = aBudget(progress);

  await expect(waitUntilReady(url, { signal, budget })).resolves.toBe(undefined);

  expect(budget.passedMs).toBeGreaterThan(20_000);
});
