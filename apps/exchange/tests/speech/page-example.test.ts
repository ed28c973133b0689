import { readFileSync } from "node:fs";

import { afterAll, beforeAll, expect, test } from "vitest";

import { BootedExchange } from "../support/booted-exchange.ts";
import { aListener, Cleanup } from "../support/sip-support.ts";
import { spokenAfter } from "./spoken.ts";

const TIMEOUT_MS = 60_000;
const STATION = "+61255500101";
const page = new URL("../../../../docs/exchange.md", import.meta.url);

const cleanup = new Cleanup();
let booted: BootedExchange;

beforeAll(async () => {
  booted = await BootedExchange.start();
  const voiceUrl = booted.web.url("/voice");
  await booted.rest.incomingPhoneNumbers.create({ phoneNumber: STATION, voiceUrl });
}, TIMEOUT_MS);
afterAll(async () => {
  await cleanup.run();
  await booted.close();
});

/** What stands inside the `<Response>` of the page's document. */
function documentOfPage(): string {
  const block = /^```xml\n<Response>([^]*?)<\/Response>\n```$/m.exec(readFileSync(page, "utf8"));
  return block?.[1] ?? "";
}

test(
  "[XN8] the Gather of docs/exchange.md hears which department is wanted",
  async () => {
    booted.web.answer("/voice", documentOfPage());
    booted.web.answer("/department", `<Pause length="60"/>`);

    const sends = spokenAfter(cleanup, { text: "technical support" });
    await aListener(cleanup, { address: booted.exchange.sip }, { to: STATION, sends });

    const { params } = await booted.web.waitForRequest("/department");
    expect(params["SpeechResult"]).toBe("technical support");
  },
  TIMEOUT_MS,
);
