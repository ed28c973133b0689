import type { ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { findFreePort } from "@linedesk/base";
import { Balancer, ring } from "@linedesk/testkit";
import { loadSecrets } from "../../src/config/secrets.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { type ServerProcess, startServerProcess } from "../support/server-processes.ts";
import { startAccount, stopAccount } from "../support/twilio-account.ts";

const line = "+61255500101";
let folder: string;
let database: TestDatabase;
let exchange: ChildProcess;
let sipPort: number;
let exchangePort: number;
const servers: ServerProcess[] = [];
let nextCaller = 100;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "linedesk-two-servers-"));
  const secrets = await loadSecrets(folder);
  database = await createTestDatabase();
  [sipPort, exchangePort] = [await findFreePort(), await findFreePort()];
  const { accountSid, authToken, apiKey, apiSecret } = secrets;
  exchange = await startAccount({
    port: exchangePort,
    sipPort,
    dataDir: join(folder, "exchange"),
    account: { accountSid, authToken, apiKey, apiSecret },
  });
});
afterAll(async () => {
  for (const server of servers) {
    await server.kill();
  }
  await stopAccount(exchange);
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

async function start(name: string, env: Record<string, string> = {}): Promise<ServerProcess> {
  const common = { DATABASE_URL: database.url, EXCHANGE_PORT: String(exchangePort) };
  const server = await startServerProcess(name, { folder, env: { ...common, ...env } });
  servers.push(server);
  return server;
}

/** Returns the time from the ring until the listener is answered and the station has the call. */
async function measureArrival(): Promise<number> {
  nextCaller += 1;
  const from = `+61491570${nextCaller}`;
  const startedMs = performance.now();
  const listener = await ring({
    exchange: { address: "127.0.0.1", port: sipPort },
    from,
    to: line,
  });
  await listener.answered;
  await expect.poll(() => countCalls(from), { interval: 50, timeout: 30_000 }).toBe(1);
  const tookMs = performance.now() - startedMs;
  await listener.close();
  return tookMs;
}

async function countCalls(number: string): Promise<number> {
  return (await database.db.selectFrom("call").where("number", "=", number).execute()).length;
}

async function arrives(): Promise<boolean> {
  return measureArrival().then(
    () => true,
    () => false,
  );
}

test("[CA56] when either of two servers is killed, the next call is answered within 3 s", async () => {
  const first = await start("first");
  await expect.poll(arrives, { timeout: 60_000 }).toBe(true);
  const second = await start("second");
  // The numbers get the second server as fallback in the next reconciliation.
  await expect.poll(hasLivingFallback, { timeout: 60_000 }).toBe(true);

  await first.kill();
  expect(await measureArrival()).toBeLessThan(3_000);

  await start("third");
  await expect.poll(hasLivingFallback, { timeout: 60_000 }).toBe(true);
  await second.kill();
  expect(await measureArrival()).toBeLessThan(3_000);
}, 240_000);

test("[CA56] with WEBHOOK_URL at a load balancer, calls are answered within 3 s after either of two servers is killed", async () => {
  for (const server of servers) {
    await server.kill();
  }
  const balancer = await Balancer.open();
  const { url } = balancer;
  const [left, right] = [
    await start("left", { WEBHOOK_URL: url }),
    await start("right", { WEBHOOK_URL: url }),
  ];
  balancer.add(left.port);
  balancer.add(right.port);
  await expect.poll(async () => (await listVoiceUrls())[line], { timeout: 60_000 }).toContain(url);
  await measureArrival();

  await left.kill();
  expect(await measureArrival()).toBeLessThan(3_000);
  expect(await measureArrival()).toBeLessThan(3_000);

  const again = await start("again", { WEBHOOK_URL: url });
  balancer.add(again.port);
  await right.kill();
  expect(await measureArrival()).toBeLessThan(3_000);
  expect(await measureArrival()).toBeLessThan(3_000);
  balancer.close();
}, 240_000);

interface IncomingNumber {
  phone_number: string;
  voice_url: string;
  voice_fallback_url: string;
}

async function listNumbers(): Promise<IncomingNumber[]> {
  const { accountSid, authToken } = await loadSecrets(folder);
  const path = `/2010-04-01/Accounts/${accountSid}/IncomingPhoneNumbers.json?PageSize=1000`;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}`;
  const answer = await fetch(`http://127.0.0.1:${exchangePort}${path}`, {
    headers: { authorization },
  });
  return ((await answer.json()) as { incoming_phone_numbers: IncomingNumber[] })
    .incoming_phone_numbers;
}

async function listVoiceUrls(): Promise<Record<string, string>> {
  return Object.fromEntries((await listNumbers()).map((one) => [one.phone_number, one.voice_url]));
}

/**
 * Returns true when the line's voice URL and fallback URL lead to two different running servers.
 */
async function hasLivingFallback(): Promise<boolean> {
  const found = (await listNumbers()).find(({ phone_number }) => phone_number === line);
  const urls = [found?.voice_url ?? "", found?.voice_fallback_url ?? ""];
  const living = await database.db.selectFrom("server_instance").select("internal_url").execute();
  const bases = urls.map((url) => (URL.canParse(url) ? new URL(url).origin : ""));
  const isLiving = bases.every((base) => living.some((one) => one.internal_url === base));
  return isLiving && bases[0] !== bases[1];
}
