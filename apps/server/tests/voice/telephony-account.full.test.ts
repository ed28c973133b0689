import type { ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import twilio from "twilio";
import { afterAll, beforeAll, expect, test } from "vitest";

import { findFreePort, systemClock } from "@linedesk/base";
import { makeConfig, readSettings, type Config } from "../../src/config/config.ts";
import { loadSecrets } from "../../src/config/secrets.ts";
import { SecretSeal } from "../../src/integrations/secret-seal.ts";
import { createLogger } from "../../src/platform/logger.ts";
import { startServer, type RunningServer } from "../../src/server.ts";
import { applyChosenAccount } from "../../src/telephony-account/apply-chosen-account.ts";
import {
  type AccountDeps,
  chooseAccount,
  surveyAccount,
} from "../../src/telephony-account/choose-account.ts";
import { createRestClient } from "../../src/telephony/twilio-client.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { aPerson, aStation, type Person } from "../support/people.ts";
import { asPerson, headerGuard } from "../support/station-server.ts";
import { accountSid, authToken, startAccount, stopAccount } from "../support/twilio-account.ts";

const elsewhere = "https://elsewhere.example.com/voice";

let account: ChildProcess;
let rest: Awaited<ReturnType<typeof createRestClient>>;
let database: TestDatabase;
let folder: string;
let config: Config;
let server: RunningServer;
let restarts = 0;
let owner: Person;
let station: string;

beforeAll(async () => {
  const ports = { account: await findFreePort(), web: await findFreePort() };
  folder = await mkdtemp(join(tmpdir(), "linedesk-account-"));
  const dataDir = join(folder, "account");
  account = await startAccount({ port: ports.account, sipPort: 0, dataDir });
  const apiUrl = `http://127.0.0.1:${ports.account}`;
  rest = await createRestClient({ accountSid, apiKey: accountSid, apiSecret: authToken, apiUrl });
  database = await createTestDatabase();
  const settings = readSettings({
    NODE_ENV: "test",
    LOG_LEVEL: "silent",
    DEMO_DATA: "false",
    EXCHANGE_PORT: "9",
    PORT: String(ports.web),
    PUBLIC_URL: `http://127.0.0.1:${ports.web}`,
    TWILIO_API_URL: apiUrl,
    LINEDESK_DATA: join(folder, "server"),
    DATABASE_URL: database.url,
  });
  config = makeConfig(settings, await loadSecrets(join(folder, "server")));
  server = await start();
  owner = await aPerson(database.db, "Alice");
  await aStation(database.db, [[owner, "owner"]]);
  const line = { name: "Main", number: "+61255500101" };
  const made = await ask("POST", "/admin/stations", { callSign: "2ZZ", name: "2ZZ", line });
  station = (made.body["station"] as { id: string }).id;
  for (const phoneNumber of ["+61255500101", "+61255500199"]) {
    await rest.incomingPhoneNumbers.create({ phoneNumber, voiceUrl: elsewhere });
  }
});
afterAll(async () => {
  await server.close();
  await stopAccount(account);
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

function start(): Promise<RunningServer> {
  const log = createLogger(config.log);
  return startServer({ config, log, guard: headerGuard, restart: () => (restarts += 1) });
}

async function ask(method: string, path: string, body?: object) {
  const answer = await fetch(`http://127.0.0.1:${config.http.port}/api${path}`, {
    method,
    headers: { "content-type": "application/json", ...asPerson(owner) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

async function voiceUrls(): Promise<Record<string, string>> {
  const numbers = await rest.incomingPhoneNumbers.list();
  return Object.fromEntries(numbers.map((one) => [one.phoneNumber, one.voiceUrl]));
}

/**
 * Returns the dependencies of the rules behind the routes, for states that this server cannot have.
 */
function rules(): AccountDeps {
  return {
    db: database.db,
    clock: systemClock,
    config,
    seal: new SecretSeal(config.integrations.key),
    countLiveCalls: async () => 0,
    restart: () => undefined,
  };
}

function survey(token = authToken) {
  const body = { accountSid, authToken: token };
  return ask("POST", `/admin/${station}/telephony/account/survey`, body);
}
function choose(seen: unknown) {
  return ask("PUT", `/admin/${station}/telephony/account`, { accountSid, authToken, seen });
}

test("[AD84] the changes that Linedesk would make at an account are shown, and nothing changes", async () => {
  expect(await survey("not-the-token-of-the-account")).toMatchObject({
    status: 400,
    body: { error: { fields: { authToken: { reason: "is_not_token_of_account" } } } },
  });

  const { body } = await survey();

  const after = `${config.http.publicUrl}/api/twilio/voice/incoming`;
  expect(body["numbers"]).toEqual(
    expect.arrayContaining([
      { numberDisplay: "02 5550 0101", line: "Main", before: elsewhere, after },
      { numberDisplay: "02 5550 0199", line: null, before: elsewhere, after: elsewhere },
    ]),
  );
  expect(body["missing"]).toEqual([]);
  const stale = await choose("0".repeat(64));
  expect(stale).toMatchObject({ status: 409, body: { error: { code: "conflict" } } });
  const unreachable = { ...config, http: { ...config.http, publicUrlGiven: false } };
  await expect(
    surveyAccount({ ...rules(), config: unreachable }, { accountSid, authToken }),
  ).rejects.toThrow("Set PUBLIC_URL first");
  expect(new Set(Object.values(await voiceUrls()))).toEqual(new Set([elsewhere]));
  expect(restarts).toBe(0);
});

test("[AD85] a confirmed account is encrypted, and carries the calls from the next start on", async () => {
  const { body } = await survey();
  const actor = { userId: owner.id, address: null, requestId: null };
  const given = { station, actor, accountSid, authToken, seen: String(body["seen"]) };
  await expect(chooseAccount({ ...rules(), countLiveCalls: async () => 1 }, given)).rejects.toThrow(
    "A call is under way",
  );
  expect(await choose(body["seen"])).toEqual({ status: 200, body: { account: accountSid } });
  expect(restarts).toBe(1);
  const rows = [
    await database.db.selectFrom("telephony_account").selectAll().execute(),
    await database.db.selectFrom("audit_entry").selectAll().execute(),
  ];
  expect(JSON.stringify(rows)).toContain("telephony.account_chosen");
  expect(JSON.stringify(rows)).not.toContain(authToken);
  expect((await rest.keys.list()).map(({ friendlyName }) => friendlyName)).toContain("Linedesk");
  const configured = { ...config, telephony: { ...config.telephony, kind: "twilio" as const } };
  expect(await applyChosenAccount(configured, database.db)).toBe(configured);

  await server.close();
  server = await start();

  const incoming = `${config.http.publicUrl}/api/twilio/voice/incoming`;
  await expect.poll(voiceUrls, { timeout: 20_000 }).toEqual({
    "+61255500101": `${incoming}#rc=3&rp=all&ct=2000&rt=5000`,
    "+61255500199": elsewhere,
  });
  // The server accepts the account's own webhooks, and no other sender's.
  const signed = twilio.getExpectedTwilioSignature(authToken, incoming, { CallSid: "CA1" });
  const post = (signature: string) =>
    fetch(incoming, {
      method: "POST",
      headers: { "x-twilio-signature": signature },
      body: new URLSearchParams({ CallSid: "CA1" }),
    });
  expect((await post("bm90IGl0cw==")).status).toBe(403);
  expect((await post(signed)).status).not.toBe(403);
});

test("[AD85] an account can be removed only once, and the changes at an account that does not answer cannot be shown", async () => {
  const left = await ask("DELETE", `/admin/${station}/telephony/account`);
  expect(left).toEqual({ status: 200, body: { account: accountSid } });
  expect(restarts).toBe(2);
  expect((await ask("DELETE", `/admin/${station}/telephony/account`)).status).toBe(404);
  await stopAccount(account);

  expect(await survey()).toMatchObject({
    status: 503,
    body: { error: { code: "telephony_unreachable" } },
  });
});
