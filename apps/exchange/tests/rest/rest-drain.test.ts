import { afterEach, expect, test } from "vitest";

import { aListener, Cleanup } from "../support/sip-support.ts";
import { useExchange } from "../support/use-exchange.ts";

const station = "+61255500101";
const cleanup = new Cleanup();

const booted = useExchange({
  async prepare({ rest, web }) {
    const voiceUrl = web.url("/incoming");
    web.answer("/incoming", '<Pause length="60"/>');
    await rest.incomingPhoneNumbers.create({ phoneNumber: station, voiceUrl });
  },
});
afterEach(() => cleanup.run());

async function putDrain(body: unknown, hasLogin = true): Promise<Response> {
  const { url, account } = booted().exchange;
  const login = Buffer.from(`${account.sid}:${account.authToken}`).toString("base64");
  return fetch(`${url}/inspect/drain`, {
    method: "PUT",
    headers: {
      "content-type": "application/json",
      ...(hasLogin ? { authorization: `Basic ${login}` } : {}),
    },
    body: JSON.stringify(body),
  });
}

async function read(path: string): Promise<string> {
  return (await fetch(`${booted().exchange.url}${path}`)).text();
}

test("[XR277] a drain begins and ends by REST, is shown in health and metrics, and does not affect browsers", async () => {
  const exchange = { address: booted().exchange.sip };
  const running = await aListener(cleanup, exchange, { to: station });
  await running.answered;

  const begun = await (await putDrain({ draining: true })).json();
  const health = JSON.parse(await read("/health")) as object;
  const metrics = await read("/metrics");
  const refused = await aListener(cleanup, exchange, { to: station, from: "+61491570157" });
  const outcome = await refused.answered.then(() => "answered").catch(String);
  const { call } = await booted().inCall("alice", '<Pause length="60"/>');
  const ended = await (await putDrain({ draining: false })).json();
  const next = await aListener(cleanup, exchange, { to: station, from: "+61491570158" });
  await next.answered;

  expect(begun).toEqual({ draining: true, calls: 1 });
  expect(health).toMatchObject({ draining: true, calls: 1 });
  expect(metrics).toContain("linedesk_exchange_draining 1\n");
  expect(outcome).toContain("ended before it was answered");
  expect(running.status).toBe("talking");
  expect(call).toBeDefined();
  expect(ended).toMatchObject({ draining: false });
});

test("[XR277] a drain needs the account and a valid body", async () => {
  expect((await putDrain({ draining: true }, false)).status).toBe(401);
  expect((await putDrain({ draining: "yes" })).status).toBe(400);
  expect(JSON.parse(await read("/health"))).toMatchObject({ draining: false });
});
