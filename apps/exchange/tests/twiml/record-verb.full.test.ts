import { describe, expect, test } from "vitest";

import { tonesOf } from "@linedesk/media/testing";
import { eventually } from "../support/booted-exchange.ts";
import { receivesTone, receivesAudioFor, TwimlScene } from "../support/twiml-scene.ts";
import { useExchange } from "../support/use-exchange.ts";
import { soundOf } from "./fetched-recording.ts";

const booted = useExchange({ keepsClients: true });

const tones = { caller: 440, callee: 1000, next: 800 };
const callbackAttributes =
  'recordingStatusCallback="recording" recordingStatusCallbackEvent="in-progress completed"';

describe.concurrent("Record", () => {
  test("[XT28] takes down what is said after the beep, up to a key", async () => {
    await using scene = await TwimlScene.open(booted());
    scene.answer("taken", `<Play loop="0">${scene.tone(tones.next)}</Play>`);
    const caller = await scene.connect(
      `<Record action="taken" finishOnKey="5" ${callbackAttributes}/>`,
    );
    await eventually(
      async () => Math.max(...caller.receivedAudio(300)),
      (peak) => peak > 1000,
    );
    caller.say(tones.caller);
    await scene.requests("recording");
    await receivesAudioFor(caller, 1200);

    await caller.sendDigits("15");

    const taken = await scene.requests("taken");
    expect(taken).toMatchObject({ Digits: "5", RecordingSid: expect.stringMatching(/^RE/) });
    await receivesTone(caller, tones.next);
    const { samples, sampleRate, durationMs } = await soundOf(booted(), taken["RecordingUrl"]);
    expect(durationMs).toBeGreaterThan(800);
    expect(tonesOf(samples, sampleRate, [440, 800, 1000])).toEqual([440]);
    const events = await scene.awaitParamsOf("recording", 2);
    expect(events.map(({ RecordingStatus }) => RecordingStatus)).toEqual([
      "in-progress",
      "completed",
    ]);
    expect(events[1]).toMatchObject({
      CallSid: taken["CallSid"],
      RecordingSid: taken["RecordingSid"],
      RecordingUrl: taken["RecordingUrl"],
      RecordingSource: "RecordVerb",
      RecordingChannels: "1",
      RecordingDuration: taken["RecordingDuration"],
      RecordingStartTime: expect.stringContaining("+0000"),
    });
  });
});
