import { afterEach, expect, test } from "vitest";

import { aTelephone, Cleanup } from "../support/sip-support.ts";
import { useExchange } from "../support/use-exchange.ts";

const tones = { caller: 440, announcement: 620 };
const timeoutMs = 20_000;

const cleanup = new Cleanup();
const booted = useExchange();
afterEach(() => cleanup.run());

async function anAnnouncingTelephone() {
  const sends = tones.announcement;
  const telephone = await aTelephone(cleanup, { does: { type: "early" }, sends });
  return { telephone, to: `sip:info@127.0.0.1:${telephone.address.port}` };
}

test("[XS144] the voice SDK hears it while it still rings", async () => {
  const { telephone, to } = await anAnnouncingTelephone();
  booted().web.answer("/voice", `<Dial answerOnBridge="true"><Sip>${to}</Sip></Dial>`);
  const device = await booted().device("alice");

  const call = await device.connect();
  await call.receivesTone(tones.announcement, true, timeoutMs);
  expect(call.events().map(({ name }) => name)).not.toContain("accept");

  (await telephone.nextCall()).pickUp();
  await call.waitFor("accept", timeoutMs);
});
