import { afterEach, expect, test } from "vitest";

import { aListener, Cleanup } from "../support/sip-support.ts";
import { useExchange } from "../support/use-exchange.ts";

const NUMBER = "+61255500101";
const booted = useExchange({
  config: { calls: { max: 2, maxBySip: 2, maxPerAddress: 1 } },
  furnish: async ({ rest, web }) => {
    web.answer("/voice", '<Dial><Conference beep="false" waitUrl="">talk</Conference></Dial>');
    await rest.incomingPhoneNumbers.create({ phoneNumber: NUMBER, voiceUrl: web.url("/voice") });
  },
});

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

async function health(): Promise<object> {
  return (await (await fetch(`${booted().exchange.url}/health`)).json()) as object;
}

test("[XI133] [MN11] one more caller than the settings let in is answered 503 and counted", async () => {
  const to = { address: booted().exchange.sip };
  const first = await aListener(cleanup, to, { to: NUMBER, from: "0491570006" });
  await first.answered;
  const before = await health();

  const second = await aListener(cleanup, to, { to: NUMBER, from: "0491570156" });
  const end = await second.ended;

  expect(before).toMatchObject({ calls: 1, turnedAway: 0, turnedAwayAt: null });
  expect(end).toMatchObject({ by: "exchange", status: 503 });
  expect(await health()).toMatchObject({
    calls: 1,
    turnedAway: 1,
    turnedAwayAt: expect.stringMatching(/^\d{4}-.*Z$/),
  });
  expect(first.status).toBe("talking");

  const text = await (await fetch(`${booted().exchange.url}/metrics`)).text();
  expect(text).toContain('linedesk_exchange_calls{status="in-progress",direction="inbound"} 1');
  expect(text).toContain("linedesk_exchange_calls_turned_away_total 1");
  expect(text).toContain("linedesk_exchange_media_legs 1");
  expect(text).not.toContain("49157");
});
