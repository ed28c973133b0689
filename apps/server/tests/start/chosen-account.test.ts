import type { ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";

import { findFreePort } from "@linedesk/base";
import { ring, startStation, type Station } from "@linedesk/testkit";
import { createRestClient } from "../../src/telephony/twilio-client.ts";
import { Browser } from "../support/auth-station.ts";
import { queryDatabase } from "../support/query-database.ts";
import { accountSid, authToken, startAccount, stopAccount } from "../support/twilio-account.ts";

const number = "+61255500101";
const elsewhere = "https://elsewhere.example.com/voice";

let folder: string;
let account: ChildProcess;
let accountSipPort: number;
let rest: Awaited<ReturnType<typeof createRestClient>>;
let station: Station;
let alice: Browser;
let base: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "linedesk-chosen-"));
  const [port, web] = [await findFreePort(), await findFreePort()];
  accountSipPort = await findFreePort();
  const dataDir = join(folder, "account");
  account = await startAccount({ port, sipPort: accountSipPort, dataDir });
  const apiUrl = `http://127.0.0.1:${port}`;
  rest = await createRestClient({ accountSid, apiKey: accountSid, apiSecret: authToken, apiUrl });
  await rest.incomingPhoneNumbers.create({ phoneNumber: number, voiceUrl: elsewhere });
  const env = {
    PORT: String(web),
    PUBLIC_URL: `http://127.0.0.1:${web}`,
    TWILIO_API_URL: apiUrl,
  };
  station = await startStation({ env });
  alice = new Browser(station.url);
  await alice.signIn("Alice");
  const { items } = (await alice.json("/api/station")) as { items: { id: string }[] };
  base = `/api/admin/${items[0]?.id}/telephony`;
});
afterAll(async () => {
  await station.close();
  await stopAccount(account);
  await rm(folder, { recursive: true, force: true });
});

async function send(method: string, path: string, body?: object) {
  const answer = await alice.fetch(`${base}${path}`, {
    method,
    headers: { "content-type": "application/json", "x-csrf-token": await alice.csrfToken() },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

async function untilStartedAnew(act: () => Promise<void>): Promise<void> {
  const pid = await station.pid("server");
  await act();
  await station.untilBack("server", pid ?? 0);
}

async function expectQueued(address: string, port: number, from: string): Promise<void> {
  const listener = await ring({ exchange: { address, port }, from, to: number });
  onTestFinished(() => listener.close());
  await listener.answered;
  async function untilCount(which: string, count: number): Promise<void> {
    const text = `select 1 from call where number = $1 and ${which}`;
    const find = async () => (await queryDatabase(station.databaseUrl, text, [from])).length;
    await expect.poll(find, { timeout: 20_000 }).toBe(count);
  }
  await untilCount("desk->>'status' = 'waiting'", 1);
  await listener.close();
  await untilCount("ended_at is null", 0);
}

test("[AD84] [AD85] a confirmed account carries the calls after a restart by the supervisor, and the exchange can be chosen again", async () => {
  const own = await station.pid("exchange");
  const survey = await send("POST", "/account/survey", { accountSid, authToken });
  expect(survey.status).toBe(200);
  const [held] = await rest.incomingPhoneNumbers.list();
  expect(held?.voiceUrl).toBe(elsewhere);

  await untilStartedAnew(async () => {
    const { seen } = survey.body;
    const chosen = await send("PUT", "/account", { accountSid, authToken, seen });
    expect(chosen).toEqual({ status: 200, body: { account: accountSid } });
  });

  expect((await send("GET", "")).body).toMatchObject({ kind: "twilio", account: accountSid });
  const incoming = `${station.url}/api/twilio/voice/incoming`;
  await expect
    .poll(async () => (await rest.incomingPhoneNumbers.list())[0]?.voiceUrl, { timeout: 20_000 })
    .toBe(`${incoming}#rc=3&rp=all&ct=2000&rt=5000`);
  await expectQueued("127.0.0.1", accountSipPort, "+61491570156");

  await untilStartedAnew(async () => {
    const left = await send("DELETE", "/account");
    expect(left).toEqual({ status: 200, body: { account: accountSid } });
  });

  expect((await send("GET", "")).body).toMatchObject({ kind: "exchange", chosen: false });
  await expectQueued(station.sip.host, station.sip.port, "+61491570157");
  expect(await station.pid("exchange")).toBe(own);
}, 180_000);
