import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { hasTone, parseWav, toneAmplitude } from "@linedesk/audio";
import { findFreePort } from "@linedesk/base";
import { fastClock } from "@linedesk/base/testing";
import type { MediaPort } from "@linedesk/media";
import { RtpPhone } from "@linedesk/media/testing";
import { noStreams } from "@linedesk/sip";
import { openPlan, plainTrunk } from "../../src/edges/sip/trunks/trunk.ts";
import { TestSink } from "../../src/testing/sip/test-bench.ts";
import {
  aListener,
  anExchange,
  answerIntoRoom,
  Cleanup,
  realMedia,
  type RunningProgram,
  type TestExchange,
  until,
  untilOutput,
} from "../support/sip-support.ts";
import { tlsMaterial } from "../support/tls-material.ts";
import { type BaresipOptions, startBaresip } from "./baresip.ts";

const cleanup = new Cleanup();
let folder = "";
let media: MediaPort;
let exchange: TestExchange;
beforeEach(async () => {
  folder = cleanup.folder();
  media = await realMedia(cleanup);
  exchange = await anExchange(cleanup, { media });
  exchange.intake.onReceive = (leg) => answerIntoRoom(leg, media);
});
afterEach(() => cleanup.run());

function baresip(port: number, more: Partial<BaresipOptions> = {}): RunningProgram {
  return startBaresip(cleanup, { folder, port, ...more });
}

function receivedByBaresip(): Int16Array {
  const name = readdirSync(folder).find((file) => file.endsWith("-dec.wav"));
  if (name === undefined) {
    return new Int16Array(0);
  }
  const { samples } = parseWav(readFileSync(join(folder, name)));
  return Int16Array.from(samples, (sample) => Math.round(sample * 32_767));
}

const PART_SAMPLES = 400;

/**
 * Returns the tone's amplitude in its loudest 50 ms, because a busy machine leaves gaps between the
 * received packets.
 */
function loudestByBaresip(frequencyHz: number): number {
  const received = receivedByBaresip();
  const parts = Array.from({ length: Math.floor(received.length / PART_SAMPLES) }, (_, n) => {
    const part = received.subarray(n * PART_SAMPLES, (n + 1) * PART_SAMPLES);
    return toneAmplitude(part, frequencyHz, 8000);
  });
  return Math.max(0, ...parts);
}

/** Returns true when 50 ms of the sound that baresip received contain the tone. */
function hasReceived(frequencyHz: number): boolean {
  const name = readdirSync(folder).find((file) => file.endsWith("-dec.wav"));
  if (name === undefined) {
    return false;
  }
  const { samples, sampleRate } = parseWav(readFileSync(join(folder, name)));
  const received = Int16Array.from(samples, (sample) => Math.round(sample * 32_767));
  const length = sampleRate / 20;
  const starts = Array.from({ length: Math.floor(received.length / length) }, (_, i) => i * length);
  return starts.some((at) => hasTone(received.subarray(at, at + length), frequencyHz, sampleRate));
}

/** Waits until two more seconds of sound have been sent to that leg. */
async function untilSent(leg: string): Promise<void> {
  const before = (await media.stats(leg))?.packetsSent ?? 0;
  await expect
    .poll(async () => (await media.stats(leg))?.packetsSent, { timeout: 15_000 })
    .toBeGreaterThan(before + 100);
}

test("[XI70] an incoming call from baresip has sound in both directions", async () => {
  const alice = await aListener(cleanup, exchange.sip, { sends: 1000 });
  await alice.answered;

  const to = `sip:0255500101@127.0.0.1:${exchange.sip.address.port}`;
  const program = baresip(0, { args: ["-e", `d ${to}`] });
  await until("alice hears baresip", () => alice.toneAmplitude(600) > 0.1);
  const { arrival, leg, sink } = exchange.intake.call(1);
  await untilSent(leg.id);
  leg.hangUp();
  await until("baresip has closed the session", () => program.output().includes("session closed"));

  expect(arrival).toMatchObject({ from: "+61491570158", to: "+61255500101" });
  expect(sink.events).toEqual(["ended hangup"]);
  await expect.poll(() => loudestByBaresip(1000), { timeout: 15_000 }).toBeGreaterThan(2000);
  expect(hasTone(receivedByBaresip(), 600, 8000)).toBe(false);
});

test("[XI38] baresip gets repeated session refreshes, and the sound continues", async () => {
  const { clock, begun } = fastClock(900_000);
  exchange = await anExchange(cleanup, { media, clock });
  exchange.intake.onReceive = (leg) => answerIntoRoom(leg, media);
  const alice = await aListener(cleanup, exchange.sip, { sends: 1000 });
  await alice.answered;

  const to = `sip:0255500101@127.0.0.1:${exchange.sip.address.port}`;
  const program = baresip(0, { args: ["-e", `d ${to}`] });
  await until("alice hears baresip", () => alice.toneAmplitude(600) > 0.1);
  const { leg, sink } = exchange.intake.call(1);
  const probes = begun();
  await until("seven refresh intervals begin", () => begun() > probes + 6);
  await until("alice still hears baresip", () => alice.toneAmplitude(600) > 0.1);
  await untilSent(leg.id);
  expect(sink.events).toEqual([]);
  leg.hangUp();
  await until("baresip has closed the session", () => program.output().includes("session closed"));

  await expect.poll(() => loudestByBaresip(1000), { timeout: 15_000 }).toBeGreaterThan(2000);
});

test.each([
  [
    "[XM37] an incoming call from baresip with G.722 carries 6 kHz in both directions",
    "g722/16000/1",
  ],
  [
    "[XM37] [XM34] an incoming call from baresip with Opus carries 6 kHz in both directions",
    "opus/48000/2",
  ],
] as const)("%s", async (_, codec) => {
  const wide = new RtpPhone("wide", 6500, { codec: "G722" });
  try {
    await wide.connect(media);
    media.joinRoom("wide", "studio", { muted: false, hold: false });
    const to = `sip:0255500101@127.0.0.1:${exchange.sip.address.port}`;
    const program = baresip(0, { args: ["-e", `d ${to}`], codec });
    await until("the phone hears baresip", () => wide.receivesTone(6000));
    const { leg } = exchange.intake.call(0);
    await untilSent(leg.id);
    leg.hangUp();
    await untilOutput(program, "session closed");

    // baresip writes the last of its file after it has reported the end of the session.
    await expect.poll(() => hasReceived(6500), { timeout: 15_000 }).toBe(true);
  } finally {
    wide.close();
  }
});

test("[XI21] an outgoing call to baresip is answered, has sound and is hung up", async () => {
  const port = await findFreePort();
  const program = baresip(port, { account: ",pcmu;answermode=auto" });
  await untilOutput(program, "baresip is ready");
  const alice = await aListener(cleanup, exchange.sip, { sends: 1000 });
  const sink = new TestSink();
  const to = `sip:0491570158@127.0.0.1:${port}`;
  const request = { callSid: "CA2", from: "+61255500101", to, callerName: "2ZZ", params: [] };

  const leg = exchange.sip.dialer.dial(request, sink);
  await until("baresip answered", () => sink.events.includes("answered"));
  media.joinRoom(leg.id, "studio", { muted: false, hold: false });
  await until("alice hears baresip", () => alice.toneAmplitude(600) > 0.1);
  leg.hangUp();
  await until("baresip has closed the session", () =>
    /session closed|terminated/.test(program.output()),
  );

  expect(sink.events.at(-1)).toBe("ended hangup");
});

test("[XI1] [XI47] [XM70] an incoming call from baresip by TLS with required SRTP has sound in both directions", async () => {
  const tls = { ...tlsMaterial(folder, "127.0.0.1"), ca: null };
  const streams = { ...noStreams, tlsPort: 0, tls };
  exchange = await anExchange(cleanup, { media, streams });
  exchange.intake.onReceive = (leg) => answerIntoRoom(leg, media);
  const alice = await aListener(cleanup, exchange.sip, { sends: 1000 });
  await alice.answered;

  const to = `sip:0255500101@127.0.0.1:${exchange.sip.portOf("tls")};transport=tls`;
  const program = baresip(0, { account: ";mediaenc=srtp-mand", args: ["-e", `d ${to}`] });
  await until("alice hears baresip", () => alice.toneAmplitude(600) > 0.1);
  const { leg } = exchange.intake.call(1);
  await untilSent(leg.id);
  leg.hangUp();
  await until("baresip has closed the session", () => program.output().includes("session closed"));

  await expect.poll(() => loudestByBaresip(1000), { timeout: 15_000 }).toBeGreaterThan(2000);
  expect(program.output()).toMatch(/SRTP is Enabled/);
});

test("[XI47] [XM70] an outgoing call to baresip over a trunk with required SRTP has sound in both directions", async () => {
  const port = await findFreePort();
  const plain = plainTrunk("carrier", [{ host: "127.0.0.1", port }]);
  const numbering = { ...plain.numbering, format: "national" as const };
  const trunk = { ...plain, numbering, srtp: "required" as const, allowsUnencryptedKeys: true };
  // Alice calls from the trunk's own address, so she uses an exchange without a trunk.
  const secure = await anExchange(cleanup, { media, plan: { ...openPlan, trunks: [trunk] } });
  const account = ",pcmu;answermode=auto;mediaenc=srtp-mand";
  const program = baresip(port, { account });
  await untilOutput(program, "baresip is ready");
  const alice = await aListener(cleanup, exchange.sip, { sends: 1000 });
  const sink = new TestSink();
  const to = "+61491570158";
  const request = { callSid: "CA2", from: "+61255500101", to, callerName: "2ZZ", params: [] };

  const leg = secure.sip.dialer.dial(request, sink);
  await until("baresip answered", () => sink.events.includes("answered"));
  media.joinRoom(leg.id, "studio", { muted: false, hold: false });
  await until("alice hears baresip", () => alice.toneAmplitude(600) > 0.1);
  await untilSent(leg.id);
  const stats = await media.stats(leg.id);
  leg.hangUp();
  await until("baresip has closed the session", () =>
    /session closed|terminated/.test(program.output()),
  );

  await expect.poll(() => loudestByBaresip(1000), { timeout: 15_000 }).toBeGreaterThan(2000);
  expect(stats?.packetsRejected).toBe(0);
});
