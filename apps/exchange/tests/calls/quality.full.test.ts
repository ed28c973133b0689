import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { BootedExchange } from "../support/booted-exchange.ts";
import { Cleanup } from "../support/sip-support.ts";

const number = "+61255500101";

const cleanup = new Cleanup();
let booted: BootedExchange;

beforeAll(async () => {
  booted = await BootedExchange.start();
  const voiceUrl = booted.web.url("/incoming");
  await booted.rest.incomingPhoneNumbers.create({ phoneNumber: number, voiceUrl });
});
afterEach(() => cleanup.run());
afterAll(() => booted.close());

async function inspect(path: string, password = booted.exchange.account.authToken) {
  const login = Buffer.from(`${booted.exchange.account.sid}:${password}`).toString("base64");
  const headers = { authorization: `Basic ${login}` };
  const answer = await fetch(`${booted.exchange.url}/inspect/${path}`, { headers });
  return { status: answer.status, body: (await answer.json()) as unknown };
}

test("[XR37] asks for the account's credentials, and answers 404 for what was never measured", async () => {
  const unknown = `CA${"0".repeat(32)}`;

  expect((await inspect(`calls/${unknown}/quality`, "wrong")).status).toBe(401);
  expect((await inspect(`calls/${unknown}/quality`)).body).toMatchObject({ code: 20404 });
});
