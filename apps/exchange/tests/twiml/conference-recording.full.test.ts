import { afterAll, beforeAll, expect, test } from "vitest";

import { tonesOf } from "@linedesk/media/testing";
import { BootedExchange } from "../support/booted-exchange.ts";
import { receivesTone, receivesAudioFor, TwimlScene } from "../support/twiml-scene.ts";
import { soundOf } from "./fetched-recording.ts";

let booted: BootedExchange;

beforeAll(async () => {
  booted = await BootedExchange.start();
});
afterAll(() => booted.close());

const tones = { ann: 440, ben: 1000, cid: 1300 };

test("[XT30] [XM40] a Conference's record has everybody's sound, from its start to its end", async () => {
  await using scene = await TwimlScene.open(booted);
  function join(sends: number) {
    return scene.connect(
      `<Dial><Conference beep="false" waitUrl="" record="record-from-start" trim="do-not-trim"
         recordingStatusCallback="recording" recordingStatusCallbackEvent="in-progress completed"
       >${scene.number}</Conference></Dial>`,
      { sends },
    );
  }
  const ann = await join(tones.ann);
  await receivesAudioFor(ann, 2000);
  expect(scene.paramsOf("recording")).toEqual([]);
  const ben = await join(tones.ben);
  await Promise.all([receivesTone(ann, tones.ben), receivesTone(ben, tones.ann)]);
  const before = ann.packetsReceived;
  await receivesAudioFor(ann, 2000);
  const talkedMs = (ann.packetsReceived - before) * 20;

  await ben.hangUp();
  await ann.hangUp();

  const [begun, done] = await scene.awaitParamsOf("recording", 2);
  expect([begun?.["RecordingStatus"], done?.["RecordingStatus"]]).toEqual([
    "in-progress",
    "completed",
  ]);
  expect(done).toMatchObject({
    RecordingSource: "Conference",
    RecordingChannels: "1",
    ConferenceSid: expect.stringMatching(/^CF/),
  });
  const sound = await soundOf(booted, done?.["RecordingUrl"]);
  expect(sound.channels).toHaveLength(1);
  expect(sound.durationMs).toBeGreaterThan(talkedMs);
  const received = tonesOf(
    sound.channels[0] ?? new Int16Array(0),
    sound.sampleRate,
    Object.values(tones),
  );
  expect(received).toEqual([tones.ann, tones.ben]);
  const [record] = await booted.rest.conferences(done?.["ConferenceSid"] ?? "").recordings.list();
  expect(record).toMatchObject({ sid: done?.["RecordingSid"], source: "Conference", channels: 1 });
});
