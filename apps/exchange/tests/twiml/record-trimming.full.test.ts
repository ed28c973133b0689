import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { tonesOf } from "@linedesk/media/testing";
import { BootedExchange } from "../support/booted-exchange.ts";
import { receivesAudioFor, TwimlScene } from "../support/twiml-scene.ts";
import { soundOf } from "./fetched-recording.ts";

let booted: BootedExchange;

beforeAll(async () => {
  booted = await BootedExchange.start();
});
afterAll(() => booted.close());

const toneHz = 440;
const silence = new Int16Array(1);

/**
 * Somebody who is silent for 2 s, is heard for one, and is silent again; with how long they were
 * there.
 */
async function recorded(scene: TwimlScene, trim: string) {
  const caller = await scene.connect(
    `<Record playBeep="false" timeout="60" action="taken" trim="${trim}"
       recordingStatusCallback="recording" recordingStatusCallbackEvent="in-progress completed"/>`,
  );
  await scene.requests("recording", ({ params }) => params["RecordingStatus"] === "in-progress");
  const before = caller.packetsReceived;
  await receivesAudioFor(caller, 2000);
  caller.say(toneHz);
  await receivesAudioFor(caller, 1000);
  caller.say(silence);
  await receivesAudioFor(caller, 2000);
  const wholeMs = (caller.packetsReceived - before) * 20;
  await caller.sendDigits("#");
  const [, callback] = await scene.awaitParamsOf("recording", 2);
  return { wholeMs, callback, sound: await soundOf(booted, callback?.["RecordingUrl"]) };
}

describe.concurrent("the silence of a recording", () => {
  test("[XM42] is left out at both ends, and its length tells so", async () => {
    await using scene = await TwimlScene.open(booted);

    const { wholeMs, callback, sound } = await recorded(scene, "trim-silence");

    expect(sound.durationMs).toBeGreaterThan(500);
    expect(sound.durationMs).toBeLessThan(wholeMs - 3000);
    const reportedMs = Number(callback?.["RecordingDuration"]) * 1000;
    expect(Math.abs(reportedMs - sound.durationMs)).toBeLessThanOrEqual(1000);
    expect(tonesOf(sound.channels[0] ?? silence, sound.sampleRate, [toneHz])).toEqual([toneHz]);
  });

  test("[XM42] stays where nobody wants it trimmed", async () => {
    await using scene = await TwimlScene.open(booted);

    const { wholeMs, sound } = await recorded(scene, "do-not-trim");

    expect(sound.durationMs).toBeGreaterThan(wholeMs - 1000);
    // The tone is in the least of its quarter seconds.
    expect(tonesOf(sound.channels[0] ?? silence, sound.sampleRate, [toneHz])).toEqual([]);
  });
});
