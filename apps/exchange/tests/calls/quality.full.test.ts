import { join } from "node:path";

import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { z } from "zod";

import { soundsFolder } from "@linedesk/media";
import { BootedExchange, eventually } from "../support/booted-exchange.ts";
import { aListener, Cleanup } from "../support/sip-support.ts";

const number = "+61255500101";
const timeoutMs = 20_000;
/** Recorded words with pauses, over and over. */
const speech = join(soundsFolder(), "line-closed.wav");

const reading = z.object({
  call_sid: z.string(),
  speaking: z.boolean(),
  rms_dbfs: z.number(),
  peak_dbfs: z.number(),
  packets_received: z.number(),
  loss_percent: z.number().nullable(),
  jitter_ms: z.number(),
  mos: z.number().nullable(),
});
const roomReading = z.object({ participants: z.array(reading.partial()) });

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

async function qualityOf(sid: string) {
  const { body } = await inspect(`calls/${sid}/quality`);
  return reading.nullable().catch(null).parse(body);
}

test("[XR37][XW11] a call's levels, loss, jitter and MOS, and who speaks, by REST and by callback", async () => {
  const events = `statusCallback="${booted.web.url("/room")}" statusCallbackEvent="start speaker"`;
  booted.web.answer("/incoming", `<Dial><Conference ${events}>talk</Conference></Dial>`);
  booted.web.answer("/room", "");
  const address = booted.exchange.sip;
  const speaker = await aListener(cleanup, { address }, { to: number, sends: speech });
  const silent = await aListener(cleanup, { address }, { to: number, from: "0491570157" });
  await Promise.all([speaker.answered, silent.answered]);
  const calls = await eventually(
    () => booted.rest.calls.list({ to: number, status: "in-progress" }),
    (list) => list.length === 2,
    timeoutMs,
  );
  const speaking = calls.find(({ from }) => from === "+61491570006")?.sid ?? "";

  const measured = await eventually(
    () => qualityOf(speaking),
    (quality) => quality?.speaking === true && quality.mos !== null && quality.rms_dbfs > -50,
    timeoutMs,
  );
  expect(measured?.call_sid).toBe(speaking);
  expect(measured?.peak_dbfs).toBeGreaterThan(measured?.rms_dbfs ?? 0);
  expect(measured?.mos).toBeGreaterThan(3);

  function isStart({ params }: { params: Record<string, string> }) {
    return params["StatusCallbackEvent"] === "participant-speech-start";
  }
  await eventually(() => Promise.resolve(booted.web.requests.some(isStart)), Boolean, timeoutMs);
  expect(booted.web.requests.find(isStart)?.params["CallSid"]).toBe(speaking);

  const [room] = await booted.rest.conferences.list({ friendlyName: "talk" });
  const { body } = await inspect(`conferences/${room?.sid}/quality`);
  const people = roomReading.parse(body).participants;
  expect(people.map(({ call_sid }) => call_sid)).toContain(speaking);
  expect(people).toHaveLength(2);

  await speaker.hangUp();
  const last = await eventually(
    () => qualityOf(speaking),
    (quality) => quality !== null,
    timeoutMs,
  );
  expect(last?.packets_received).toBeGreaterThan(0);
});

test("[XR37] asks for the account's credentials, and answers 404 for what was never measured", async () => {
  const unknown = `CA${"0".repeat(32)}`;

  expect((await inspect(`calls/${unknown}/quality`, "wrong")).status).toBe(401);
  expect((await inspect("conferences/CF0/quality", "wrong")).status).toBe(401);
  expect((await inspect(`calls/${unknown}/quality`)).body).toMatchObject({ code: 20404 });
  expect((await inspect("conferences/CF0/quality")).body).toMatchObject({ code: 20404 });
});
