import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { readStrictly, tonesOf, sha256 } from "@linedesk/media/testing";
import { receivesAudioFor } from "../support/twiml-scene.ts";
import { bytesOf, RecordedExchange } from "./recorded-exchange.ts";

let recorded: RecordedExchange;

beforeAll(async () => {
  recorded = await RecordedExchange.start();
});
afterEach(async () => {
  await recorded.cleanup.run();
  recorded.booted.web.clear();
});
afterAll(() => recorded.booted.close());

describe("the recording of a call", () => {
  test("[XM40][XM46][XR26][XR29] has both sides", async () => {
    const { alice, callSid } = await recorded.aConference();

    const { recordings } = recorded.booted.rest.calls(callSid);
    const started = await recordings.create();
    await receivesAudioFor(alice, 1500);
    const stopped = await recordings(started.sid).update({ status: "stopped" });
    const done = await recorded.completed(started.sid);
    const wav = await bytesOf(await recorded.download(recorded.media(started.sid)));

    expect(started).toMatchObject({ callSid, status: "in-progress", channels: 1, duration: null });
    expect(started).toMatchObject({ source: "StartCallRecordingAPI", track: "both" });
    expect(stopped).toMatchObject({ sid: started.sid, status: "stopped" });
    expect(done).toMatchObject({ errorCode: null, channels: 1 });
    const { samples, sampleRate, durationMs } = readStrictly(wav);
    expect(durationMs).toBeGreaterThan(500);
    expect(Number(done.duration)).toBe(Math.round(durationMs / 1000));
    expect(tonesOf(samples, sampleRate, [440, 1000])).toEqual([440, 1000]);
    const known = (await (
      await recorded.download(recorded.media(started.sid, ".json"))
    ).json()) as object;
    expect(known).toMatchObject({ checksum: `sha256:${sha256(wav)}`, status: "completed" });
    expect(known).toMatchObject({
      media_url: recorded.booted.exchange.url + recorded.media(started.sid),
    });
  });
});
