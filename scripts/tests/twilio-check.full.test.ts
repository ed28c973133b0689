import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { findFreePort } from "@linedesk/base";
import { createRestClient } from "../../apps/server/src/telephony/twilio-client.ts";
import {
  accountSid,
  authToken,
  startAccount,
  stopAccount,
} from "../../apps/server/tests/support/twilio-account.ts";

const number = "+61255500101";
const from = "+61255500102";
const key = { apiKey: `SK${"2".repeat(32)}`, apiSecret: "the-secret-of-the-first-key" };
let account: ChildProcess;
let folder: string;
let apiUrl: string;
let rest: Awaited<ReturnType<typeof createRestClient>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "linedesk-twilio-check-"));
  const port = await findFreePort();
  account = await startAccount({ port, sipPort: 0, dataDir: join(folder, "account") });
  apiUrl = `http://127.0.0.1:${port}`;
  rest = await createRestClient({ accountSid, ...key, apiUrl });
  const voiceUrl = "https://elsewhere.example.com/voice";
  for (const phoneNumber of [number, from]) {
    await rest.incomingPhoneNumbers.create({ phoneNumber, voiceUrl, friendlyName: "Ours" });
  }
});
afterAll(async () => {
  await stopAccount(account);
  await rm(folder, { recursive: true, force: true });
});

async function runCheck(args: Record<string, string>, env: Record<string, string> = {}) {
  const program = join(import.meta.dirname, "..", "twilio-check.ts");
  const list = Object.entries(args).map(([name, value]) => `--${name}=${value}`);
  const child = spawn(
    process.execPath,
    ["--import", import.meta.resolve("tsx"), program, ...list],
    {
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        TWILIO_ACCOUNT_SID: accountSid,
        TWILIO_AUTH_TOKEN: authToken,
        TWILIO_API_KEY: key.apiKey,
        TWILIO_API_SECRET: key.apiSecret,
        TWILIO_API_URL: apiUrl,
        ...env,
      },
    },
  );
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => (text += String(chunk)));
  child.stderr.on("data", (chunk: Buffer) => (text += String(chunk)));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, text };
}

async function describeAccount() {
  const [numbers, applications, queues, calls, conferences] = await Promise.all([
    rest.incomingPhoneNumbers.list(),
    rest.applications.list(),
    rest.queues.list(),
    rest.calls.list(),
    rest.conferences.list({ status: "in-progress" }),
  ]);
  const settings = numbers.map((one) => [one.phoneNumber, one.friendlyName, one.voiceUrl]);
  return {
    settings,
    counts: [applications.length, queues.length, calls.length, conferences.length],
  };
}

async function theCheck(env: Record<string, string> = {}) {
  const port = String(await findFreePort());
  const url = `http://127.0.0.1:${port}`;
  const signal = apiUrl.replace("http:", "ws:");
  return runCheck({ url, port, number, from, signal }, env);
}

test("[CA71] twilio-check runs a call from ring to hang-up, reports it, and leaves nothing in the account", async () => {
  const before = await describeAccount();

  const { code, text } = await theCheck();

  expect(text).toContain("All steps ran");
  expect(code).toBe(0);
  for (const step of ["ring", "accept", "hold", "resume", "conference", "hang up"]) {
    expect(text).toMatch(new RegExp(`^ +\\d+ ms {2}${step}: `, "m"));
  }
  expect(text).toMatch(/incoming: 2 received, 2 with a valid signature/);
  expect(text).toMatch(/conference: participant-hold: 1 received, 1 with a valid signature/);
  expect(text).not.toContain("MISSING OR WRONG");
  expect(await describeAccount()).toEqual(before);
});

test("[CA71] twilio-check reports webhooks that another token signed, and removes what it made", async () => {
  const before = await describeAccount();

  const { code, text } = await theCheck({ TWILIO_AUTH_TOKEN: "a-token-of-somebody-else" });

  expect(code).toBe(1);
  expect(text).toMatch(/incoming: 2 received, 0 with a valid signature/);
  expect(text).toContain("PROBLEMS");
  expect(await describeAccount()).toEqual(before);
});

test("twilio-check names what is missing", async () => {
  const { code, text } = await runCheck({ url: "http://127.0.0.1:9", port: "9", number });

  expect(code).toBe(2);
  expect(text).toContain("--from is missing.");
});
