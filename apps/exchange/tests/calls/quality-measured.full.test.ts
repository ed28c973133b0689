import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";

import { muLaw, RTP_HEADER_BYTES, writeRtpHeader } from "@linedesk/audio";
import { Attackers } from "../hostile/attackers.ts";
import { callTo } from "../hostile/hostile-telephone.ts";
import { BootedExchange, eventually } from "../support/booted-exchange.ts";
import { Cleanup } from "../support/sip-support.ts";

const number = "+61255500101";
const timeoutMs = 30_000;
const tickSamples = 160;
/** Concealed sound fades, so that a full-scale wave measures a little lower. */
const loudDbfs = -6;
const lostEvery = 8;

const reading = z.object({
  speaking: z.boolean(),
  rms_dbfs: z.number(),
  peak_dbfs: z.number(),
  clipped_samples: z.number(),
  packets_lost: z.number(),
  loss_percent: z.number(),
  jitter_ms: z.number(),
  mos: z.number(),
});

const cleanup = new Cleanup();
let booted: BootedExchange;

beforeAll(async () => {
  booted = await BootedExchange.start();
  const voiceUrl = booted.web.url("/incoming");
  await booted.rest.incomingPhoneNumbers.create({ phoneNumber: number, voiceUrl });
});
afterAll(async () => {
  await cleanup.run();
  await booted.close();
});

async function inspect(callSid: string, password = booted.exchange.account.authToken) {
  const { url, account } = booted.exchange;
  const authorization = `Basic ${Buffer.from(`${account.sid}:${password}`).toString("base64")}`;
  const answer = await fetch(`${url}/inspect/calls/${callSid}/quality`, {
    headers: { authorization },
  });
  return { status: answer.status, body: (await answer.json()) as unknown };
}

/** A square wave at full scale, like that of a telephone too close to the mouth. */
function loudPacket(sequence: number): Buffer {
  const packet = Buffer.alloc(RTP_HEADER_BYTES + tickSamples);
  const samples = Int16Array.from(
    { length: tickSamples },
    (_, i) => (i % 16 < 8 ? 1 : -1) * 32_700,
  );
  const timestamp = sequence * tickSamples;
  writeRtpHeader(packet, { payloadType: 0, marker: false, sequence, timestamp, ssrc: 5 });
  muLaw.encode(samples, tickSamples, packet, RTP_HEADER_BYTES);
  return packet;
}

/** Sends the loud wave, drops each eighth packet and delays each third one by 40 ms. */
function sendDamaged(phone: Attackers, port: number): void {
  let sequence = 0;
  const delayed = new Set<NodeJS.Timeout>();
  const timer = setInterval(() => {
    const packet = loudPacket(sequence & 0xffff);
    sequence += 1;
    if (sequence % lostEvery === 0) {
      return;
    }
    const delayMs = sequence % 3 === 0 ? 40 : 0;
    const arrival = setTimeout(() => {
      delayed.delete(arrival);
      void phone.fire([packet], port);
    }, delayMs);
    delayed.add(arrival);
  }, 20);
  cleanup.add(() => {
    clearInterval(timer);
    for (const arrival of delayed) {
      clearTimeout(arrival);
    }
  });
}

/** Returns true for a whole second that is too loud, with jitter and losses. */
function isBad(found: z.infer<typeof reading>): boolean {
  const isLoud = found.rms_dbfs > loudDbfs && found.clipped_samples > 1000;
  return isLoud && found.loss_percent > 5 && found.jitter_ms > 5 && found.mos < 4.3;
}

test("[XM69][XR37] REST returns the measured faults of a real call", async () => {
  booted.web.answer("/incoming", '<Dial><Conference waitUrl="">bad line</Conference></Dial>');
  const phone = await Attackers.at(["127.0.0.1"]);
  cleanup.add(() => phone.close());
  const call = await callTo(booted.exchange.sip, number, phone);
  sendDamaged(phone, call.rtpPort);
  const [live] = await eventually(
    () => booted.rest.calls.list({ to: number, status: "in-progress" }),
    (list) => list.length === 1,
    timeoutMs,
  );

  async function read() {
    return reading
      .nullable()
      .catch(null)
      .parse((await inspect(String(live?.sid))).body);
  }
  // The first measured second contains the start of the wave, so the test reads until a whole
  // second is bad.
  const now = await eventually(read, (found) => found !== null && isBad(found), timeoutMs);
  expect(now?.peak_dbfs).toBeGreaterThan(-1);
  await call.hangUp();
});

test("[XR37] the quality of a call is returned only with the account's credentials, and is 404 for an unknown call", async () => {
  const unknown = `CA${"0".repeat(32)}`;

  expect((await inspect(unknown, "wrong")).status).toBe(401);
  expect((await inspect(unknown)).body).toMatchObject({ code: 20404 });
});
