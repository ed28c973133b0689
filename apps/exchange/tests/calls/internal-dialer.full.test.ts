import http from "node:http";
import type { AddressInfo } from "node:net";

import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";

import { type MediaPort, startMedia } from "@linedesk/media";
import { createExchangeControl } from "../../src/control/create-exchange-control.ts";
import type { ExchangeControl } from "../../src/control/exchange-control.ts";

const OUTER = "+61255500101";
const INNER = "+61255500102";

let media: MediaPort;
let core: ExchangeControl;
let application: http.Server;
const digits: string[] = [];
const faults: string[] = [];

beforeEach(async () => {
  digits.length = 0;
  faults.length = 0;
  application = http.createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const pressed = new URLSearchParams(body).get("Digits");
      if (pressed) {
        digits.push(pressed);
      }
      response.setHeader("content-type", "text/xml").end(documentAt(request.url ?? ""));
    });
  });
  await new Promise<void>((resolve) => application.listen(0, "127.0.0.1", resolve));
  media = await startMedia({
    isAllowedUrl: () => true,
    onFault: (message) => faults.push(message),
    onFailure: (error) => faults.push(error.message),
  });
  const url = `http://127.0.0.1:${(application.address() as AddressInfo).port}`;
  core = createExchangeControl({
    media,
    webhooks: { allowedHosts: ["127.0.0.1"] },
    account: { sid: "AC1", authToken: "t" },
    logger: pino({ level: "silent" }),
    defaults: { speech: false },
  });
  core.directory.numbers.create({ phoneNumber: OUTER });
  core.directory.numbers.create({ phoneNumber: INNER, voiceUrl: `${url}/inner` });
});

afterEach(async () => {
  await core.close();
  await media.close();
  await new Promise((resolve) => application.close(resolve));
});

function documentAt(path: string): string {
  return path === "/inner"
    ? `<Response><Gather action="/digits" numDigits="3" timeout="15"/></Response>`
    : `<Response><Enqueue>inside</Enqueue></Response>`;
}

test("[XT8][XM66] one of our own numbers is called inside: digits and music come through", async () => {
  const twiml = `<Response><Pause/><Play digits="4w27"/><Pause length="20"/></Response>`;
  const { sid } = core.calls.create({
    to: INNER,
    from: OUTER,
    program: { type: "twiml", twiml },
  });

  await expect.poll(() => digits, { timeout: 15_000 }).toEqual(["427"]);
  // What the dialled end receives is the waiting music of the arriving one.
  async function levelOf() {
    return (await core.calls.stats(sid))?.level ?? 0;
  }
  await expect.poll(levelOf, { timeout: 15_000 }).toBeGreaterThan(0.01);
  core.calls.update(sid, { status: "completed" });
  await expect.poll(() => core.calls.list().every(({ end }) => end !== null)).toBe(true);

  expect(faults).toEqual([]);
});
