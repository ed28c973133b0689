import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { tonesOf } from "@linedesk/media/testing";
import { BootedExchange, eventually } from "../support/booted-exchange.ts";
import {
  receivesTone,
  receivesAudioFor,
  receivesNoTone,
  TwimlScene,
} from "../support/twiml-scene.ts";
import { soundOf } from "./fetched-recording.ts";

let booted: BootedExchange;

beforeAll(async () => {
  booted = await BootedExchange.start();
});
afterAll(() => booted.close());

const tones = { caller: 440, callee: 1000, next: 800 };
const callbackAttributes =
  'recordingStatusCallback="recording" recordingStatusCallbackEvent="in-progress completed"';

describe.concurrent("Record", () => {
  test("[XT28] takes down what is said after the beep, up to a key", async () => {
    await using scene = await TwimlScene.open(booted);
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
    const { channels, sampleRate, durationMs } = await soundOf(booted, taken["RecordingUrl"]);
    expect(durationMs).toBeGreaterThan(800);
    expect(tonesOf(channels[0] ?? new Int16Array(0), sampleRate, [440, 800, 1000])).toEqual([440]);
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

  test.each([
    ["maxLength", 'maxLength="1"', tones.caller],
    ["silence of its timeout", 'timeout="1"', 0],
  ])("[XT28] ends at %s", async (_end, attributes, sends) => {
    await using scene = await TwimlScene.open(booted);
    // The beep alone is silence to a Record; a word before it is said over the first packets.
    const caller = await scene.connect(
      `<Record playBeep="false" trim="do-not-trim" action="taken" ${attributes}/><Redirect>none</Redirect>`,
      { sends: tones.caller },
    );
    if (sends === 0) {
      await receivesAudioFor(caller, 1000);
      caller.say(new Int16Array(1));
    }

    const taken = await scene.requests("taken");

    expect(taken).toMatchObject({ Digits: "", CallStatus: "in-progress" });
    expect(Number(taken["RecordingDuration"])).toBeGreaterThanOrEqual(1);
  });

  test("[XT28] is told of one who hangs up in it; where nothing was said the next verb runs", async () => {
    await using scene = await TwimlScene.open(booted);
    const document = `<Record action="taken" timeout="1"/><Play loop="0">${scene.tone(800)}</Play>`;
    const silent = await scene.connect(document);
    await receivesTone(silent, tones.next);
    expect(scene.paramsOf("taken")).toEqual([]);

    const caller = await scene.ringAgain({ sends: tones.caller });
    await caller.answered;
    await receivesNoTone(caller, tones.next);
    await receivesAudioFor(caller, 1500);
    await caller.hangUp();

    expect(await scene.requests("taken")).toMatchObject({
      Digits: "hangup",
      CallStatus: "completed",
    });
  });
});

describe.concurrent("[XT30] a Dial that records", () => {
  test.each([
    ["record-from-answer-dual", 2, [[440], [1000]]],
    ["record-from-ringing", 1, [[440, 1000]]],
  ])("%s", async (record, channels, tonesByChannel) => {
    await using scene = await TwimlScene.open(booted);
    const { telephone, uri } = await scene.telephone({ sends: tones.callee });
    const caller = await scene.connect(
      `<Dial record="${record}" trim="trim-silence" action="done" ${callbackAttributes}><Sip>${uri}</Sip></Dial>`,
      { sends: tones.caller },
    );
    await receivesTone(caller, tones.callee);
    await receivesAudioFor(caller, 1500);

    await (await telephone.nextCall()).hangUp();

    const done = await scene.requests("done");
    const sound = await soundOf(booted, done["RecordingUrl"]);
    expect(sound.channels.map((one) => tonesOf(one, sound.sampleRate, [440, 1000]))).toEqual(
      tonesByChannel,
    );
    const [, completed] = await scene.awaitParamsOf("recording", 2);
    expect(completed).toMatchObject({
      RecordingSource: "DialVerb",
      RecordingChannels: String(channels),
      RecordingUrl: done["RecordingUrl"],
      RecordingTrack: "both",
      CallSid: done["CallSid"],
    });
  });
});
