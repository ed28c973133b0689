import { MPEGDecoder } from "mpg123-decoder";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { readStrictly, tonesOf } from "@linedesk/media/testing";
import { receivesAudioFor } from "../support/twiml-scene.ts";
import { bytesOf, RecordedExchange } from "./recorded-exchange.ts";

let recorded: RecordedExchange;

beforeAll(async () => {
  recorded = await RecordedExchange.start();
});
afterAll(() => recorded.booted.close());

describe("recordings that are over", () => {
  let sid: string;
  let callSid: string;
  let wav: Buffer;

  beforeAll(async () => {
    const { alice, ...conference } = await recorded.aConference();
    callSid = conference.callSid;
    const started = await recorded.booted.rest
      .calls(callSid)
      .recordings.create({ recordingChannels: "dual" });
    sid = started.sid;
    await receivesAudioFor(alice, 1200);
    await recorded.booted.rest.calls(callSid).recordings(sid).update({ status: "stopped" });
    await recorded.completed(sid);
    await recorded.cleanup.run();
    wav = await bytesOf(await recorded.download(recorded.media(sid)));
  });

  test("[XR27] are listed by call and day, newest first", async () => {
    const { recordings } = recorded.booted.rest;
    function day(offset: number) {
      return new Date(Date.now() + offset * 24 * 3600 * 1000);
    }

    const all = await recordings.list();
    const times = all.map(({ dateCreated }) => dateCreated.getTime());
    const ours = await recordings.list({ callSid });
    const since = await recordings.list({ callSid, dateCreatedAfter: day(-1) });
    const before = await recordings.list({ callSid, dateCreatedBefore: day(-1) });

    expect(times).toEqual(times.toSorted((one, other) => other - one));
    expect(ours.map((one) => one.sid)).toEqual([sid]);
    expect([since.length, before.length]).toEqual([1, 0]);
    await expect(
      recorded.booted.rest.calls(callSid).recordings(sid).update({ status: "paused" }),
    ).rejects.toMatchObject({ status: 400, code: 21220 });
    await expect(
      recorded.booted.rest.calls(callSid).recordings("Twilio.CURRENT").fetch(),
    ).rejects.toMatchObject({ status: 404, code: 20404 });
  });

  test("[XR29] are given as MP3, and in one channel, at every address", async () => {
    const mp3 = await recorded.download(recorded.media(sid, ".mp3"));
    const again = await bytesOf(await recorded.download(recorded.media(sid, ".mp3")));
    const mono = await recorded.download(recorded.media(sid, ".wav?RequestedChannels=1"));
    const ofCall = await recorded.download(
      recorded.media(sid).replace("/Recordings", `/Calls/${callSid}/Recordings`),
    );

    expect(mp3.headers.get("content-type")).toBe("audio/mpeg");
    const bytes = await bytesOf(mp3);
    expect(bytes.equals(again)).toBe(true);
    const decoder = new MPEGDecoder();
    await decoder.ready;
    const { channelData, sampleRate } = decoder.decode(bytes);
    decoder.free();
    const received = channelData.map((channel) =>
      tonesOf(
        Int16Array.from(channel, (one) => one * 32_767),
        sampleRate,
        [440, 1000],
      ),
    );
    expect(received).toEqual([[440], [1000]]);
    const one = readStrictly(await bytesOf(mono));
    expect(one.channels.map((test) => tonesOf(test, 8000, [440, 1000]))).toEqual([[440, 1000]]);
    expect((await bytesOf(ofCall)).equals(wav)).toBe(true);
    const four = await recorded.download(recorded.media(sid, ".wav?RequestedChannels=4"));
    expect(four.status).toBe(400);
  });

  test("[XR29] are given in ranges", async () => {
    function get(range: string, more = {}) {
      return recorded.download(recorded.media(sid), { range, ...more });
    }
    const [first, last, outside, many, changed] = await Promise.all([
      get("bytes=0-43"),
      get("bytes=-100"),
      get(`bytes=${wav.length}-`),
      get("bytes=0-1,3-4"),
      get("bytes=0-43", { "if-range": '"something else"' }),
    ]);

    expect([first.status, last.status, outside.status]).toEqual([206, 206, 416]);
    expect(first.headers.get("content-range")).toBe(`bytes 0-43/${wav.length}`);
    expect((await bytesOf(first)).equals(wav.subarray(0, 44))).toBe(true);
    expect((await bytesOf(last)).equals(wav.subarray(-100))).toBe(true);
    expect(outside.headers.get("content-range")).toBe(`bytes */${wav.length}`);
    expect([many.status, changed.status]).toEqual([200, 200]);
    expect((await bytesOf(changed)).equals(wav)).toBe(true);
  });

  test("[XR29] are for the account alone, and no name leads elsewhere", async () => {
    function login(text: string) {
      return `Basic ${Buffer.from(text).toString("base64")}`;
    }
    const { sid: accountSid } = recorded.booted.exchange.account;
    const unauthorised = await Promise.all([
      fetch(recorded.booted.exchange.url + recorded.media(sid)),
      fetch(recorded.booted.exchange.url + recorded.media(sid, ".mp3")),
      recorded.download(recorded.media(sid), { authorization: login(`${accountSid}:wrong`) }),
    ]);
    const other = `RE${"f".repeat(32)}`;
    const tricks = [
      recorded.media(other),
      recorded.media(other, ".mp3"),
      recorded.media("..%2f..%2fexchange"),
      recorded.media("..%2f..%2fexchange", ".json"),
      recorded.media(`${sid}%00`),
      recorded.media(`${sid}.wav`, ".wav"),
      recorded.media(sid, ".exe"),
      recorded.media(sid.toLowerCase()),
      recorded.media("Twilio.CURRENT"),
      recorded.media(sid).replace("/Recordings", `/Calls/CA${"0".repeat(32)}/Recordings`),
      recorded.media(sid).replace("/Recordings", `/Conferences/talk/Recordings`),
    ];
    const answers = await Promise.all(tricks.map((path) => recorded.download(path)));

    expect(unauthorised.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect(await Promise.all(unauthorised.map((one) => one.text()))).toEqual(
      unauthorised.map(() => expect.stringContaining("20003")),
    );
    expect(answers.map(({ status }) => status)).toEqual(tricks.map(() => 404));
  });

  test("[XR27] are deleted with their sound, and remembered for who asks", async () => {
    expect(await recorded.booted.rest.recordings(sid).remove()).toBe(true);

    const gone = await Promise.all(
      ["", ".wav", ".mp3", ".json"].map((test) => recorded.download(recorded.media(sid, test))),
    );
    expect(gone.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    const deleted = await recorded.booted.rest.recordings(sid).fetch({ includeSoftDeleted: true });
    expect(deleted.status).toBe("deleted");
    const listed = await recorded.booted.rest.recordings.list({
      callSid,
      includeSoftDeleted: true,
    });
    expect(listed.map(({ status }) => status)).toEqual(["deleted"]);
    expect(await recorded.booted.rest.recordings.list({ callSid })).toEqual([]);
    await expect(recorded.booted.rest.recordings(sid).remove()).rejects.toMatchObject({
      status: 404,
    });
  });
});
