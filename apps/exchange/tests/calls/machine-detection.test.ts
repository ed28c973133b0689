import { createServer, type Server } from "node:http";

import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { joinSamples, writeWav } from "@linedesk/audio";
import { room, speech, makeTone } from "@linedesk/media/testing";
import { BootedExchange, eventually } from "../support/booted-exchange.ts";
import { aTelephone, Cleanup } from "../support/sip-support.ts";

// Real RTP: the exchange calls numbers of its own, whose documents are what people and machines
// say.

const TIMEOUT_MS = 30_000;
const STATION = "+61255500101";
const CALLEE = "+61255500102";

const cleanup = new Cleanup();
let booted: BootedExchange;
let sounds: Server;
let soundsUrl: string;

const announcements: Record<string, Int16Array[]> = {
  "/hello": [room(700), speech(600), room(8000)],
  "/greeting": [room(200), speech(3500), room(700), makeTone(1000, 400), room(8000)],
};

beforeAll(async () => {
  sounds = createServer((request, response) => {
    const samples = joinSamples(announcements[request.url ?? ""] ?? []);
    const wav = writeWav(samples, 8000);
    response.setHeader("content-type", "audio/wav");
    response.end(wav);
  });
  await new Promise<void>((resolve) => sounds.listen(0, "127.0.0.1", resolve));
  const address = sounds.address();
  soundsUrl = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  booted = await BootedExchange.start();
  for (const phoneNumber of [STATION, CALLEE]) {
    const voiceUrl = booted.web.url("/callee");
    await booted.rest.incomingPhoneNumbers.create({ phoneNumber, voiceUrl });
  }
}, TIMEOUT_MS);
afterEach(() => cleanup.run());
afterAll(async () => {
  await booted.close();
  sounds.close();
});

async function callTo(to: string, more: object) {
  booted.web.clear();
  booted.web.answer("/voice", "<Hangup/>");
  return booted.rest.calls.create({
    to,
    from: STATION,
    url: booted.web.url("/voice"),
    ...more,
  });
}

describe("who answered, by what is heard over RTP", () => {
  test(
    "is a person who says hello",
    async () => {
      booted.web.answer("/callee", `<Play>${soundsUrl}/hello</Play>`);

      const { sid } = await callTo(CALLEE, { machineDetection: "Enable" });
      const { params } = await booted.web.waitForRequest("/voice");

      expect(params).toMatchObject({ CallSid: sid, AnsweredBy: "human" });
      expect(Number(params["MachineDetectionDuration"])).toBeGreaterThan(1800);
      expect((await booted.rest.calls(sid).fetch()).answeredBy).toBe("human");
    },
    TIMEOUT_MS,
  );

  test(
    "is a machine, whose message may be left after the beep",
    async () => {
      booted.web.answer("/callee", `<Play>${soundsUrl}/greeting</Play>`);

      await callTo(CALLEE, {
        machineDetection: "DetectMessageEnd",
        asyncAmd: "true",
        asyncAmdStatusCallback: booted.web.url("/amd"),
      });
      // The document is there before anybody knows, and must not end the call.
      booted.web.answer("/voice", '<Pause length="30"/>');
      const [voice, amd] = [
        await booted.web.waitForRequest("/voice"),
        await booted.web.waitForRequest("/amd"),
      ];

      expect(voice.params).not.toHaveProperty("AnsweredBy");
      expect(amd.params).toMatchObject({ AnsweredBy: "machine_end_beep" });
      expect(amd.headers).toHaveProperty("x-twilio-signature");
    },
    TIMEOUT_MS,
  );

  test(
    "is a fax, and nobody, over SIP",
    async () => {
      const [fax, silent] = [
        await aTelephone(cleanup, { sends: 2100 }),
        await aTelephone(cleanup, {}),
      ];
      function to({ address }: { address: { port: number } }) {
        return `sip:x@127.0.0.1:${address.port}`;
      }

      await callTo(to(fax), { machineDetection: "Enable" });
      const first = await booted.web.waitForRequest("/voice");
      await callTo(to(silent), {
        machineDetection: "Enable",
        machineDetectionSilenceTimeout: 2000,
      });
      const second = await booted.web.waitForRequest("/voice");

      expect(first.params["AnsweredBy"]).toBe("fax");
      expect(second.params["AnsweredBy"]).toBe("unknown");
    },
    TIMEOUT_MS,
  );
});

describe("values of machine detection", () => {
  const call = { to: CALLEE, from: STATION, machineDetection: "Enable", url: "http://127.0.0.1/" };
  test.each([
    { machineDetection: "Maybe" },
    { machineDetectionTimeout: 2 },
    { machineDetectionTimeout: 60 },
    { machineDetectionSpeechThreshold: 999 },
    { machineDetectionSpeechThreshold: 6001 },
    { machineDetectionSpeechEndThreshold: 499 },
    { machineDetectionSpeechEndThreshold: 5001 },
    { machineDetectionSilenceTimeout: 1999 },
    { machineDetectionSilenceTimeout: 10_001 },
    { asyncAmd: "perhaps" },
  ])("%o answers 21234", async (wrong) => {
    const made = booted.rest.calls.create({ ...call, ...wrong });

    await expect(made).rejects.toMatchObject({ status: 400, code: 21234 });
  });

  test("AsyncAmd of a participant answers 21263", async () => {
    const path = `/2010-04-01/Accounts/${booted.exchange.account.sid}/Conferences/x/Participants.json`;
    const { sid, authToken } = booted.exchange.account;
    const form = { To: CALLEE, From: STATION, AsyncAmdStatusCallback: "http://127.0.0.1/" };
    const response = await fetch(booted.exchange.url + path, {
      method: "POST",
      headers: { authorization: `Basic ${btoa(`${sid}:${authToken}`)}` },
      body: new URLSearchParams(form),
    });

    expect(await response.json()).toMatchObject({ status: 400, code: 21263 });
  });

  test("a participant's are taken", async () => {
    booted.web.clear();
    booted.web.answer("/callee", '<Pause length="30"/>');

    const made = await booted.rest.conferences("amd").participants.create({
      to: CALLEE,
      from: STATION,
      machineDetection: "Enable",
      machineDetectionSilenceTimeout: 2000,
      amdStatusCallback: booted.web.url("/amd"),
    });
    const callback = await booted.web.waitForRequest("/amd");
    await booted.rest.calls(made.callSid).update({ status: "completed" });
    await eventually(
      () => booted.rest.calls(made.callSid).fetch(),
      (one) => one.status === "completed",
    );

    expect(callback.params).toMatchObject({ CallSid: made.callSid, AnsweredBy: "unknown" });
  });
});
