import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { receivesAudioFor } from "../support/twiml-scene.ts";
import { bytesOf, RecordedExchange } from "./recorded-exchange.ts";

let recorded: RecordedExchange;

beforeAll(async () => {
  recorded = await RecordedExchange.start();
});
afterAll(() => recorded.booted.close());

describe("finished recordings", () => {
  let sid: string;
  let callSid: string;
  let wav: Buffer;

  beforeAll(async () => {
    const { alice, ...conference } = await recorded.aConference();
    callSid = conference.callSid;
    const started = await recorded.booted.rest.calls(callSid).recordings.create();
    sid = started.sid;
    await receivesAudioFor(alice, 1200);
    await recorded.booted.rest.calls(callSid).recordings(sid).update({ status: "stopped" });
    await recorded.completed(sid);
    await recorded.cleanup.run();
    wav = await bytesOf(await recorded.download(recorded.media(sid)));
  });

  test("are listed by call, newest first, and cannot be paused", async () => {
    const { recordings } = recorded.booted.rest;
    const all = await recordings.list();
    const times = all.map(({ dateCreated }) => dateCreated.getTime());
    const ours = await recordings.list({ callSid });

    expect(times).toEqual(times.toSorted((one, other) => other - one));
    expect(ours.map((one) => one.sid)).toEqual([sid]);
    await expect(
      recorded.booted.rest.calls(callSid).recordings(sid).update({ status: "paused" }),
    ).rejects.toMatchObject({ status: 400, code: 21220 });
  });

  test("[XR29] are returned in byte ranges", async () => {
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

  test("[XR29] need the account's credentials, and no name leads to another file", async () => {
    function login(text: string) {
      return `Basic ${Buffer.from(text).toString("base64")}`;
    }
    const { sid: accountSid } = recorded.booted.exchange.account;
    const unauthorised = await Promise.all([
      fetch(recorded.booted.exchange.url + recorded.media(sid)),
      recorded.download(recorded.media(sid), { authorization: login(`${accountSid}:wrong`) }),
    ]);
    const other = `RE${"f".repeat(32)}`;
    const tricks = [
      recorded.media(other),
      recorded.media("..%2f..%2fexchange"),
      recorded.media("..%2f..%2fexchange", ".json"),
      recorded.media(`${sid}%00`),
      recorded.media(`${sid}.wav`, ".wav"),
      recorded.media(sid, ".mp3"),
      recorded.media(sid.toLowerCase()),
      recorded.media(sid).replace("/Recordings", `/Calls/CA${"0".repeat(32)}/Recordings`),
      recorded.media(sid).replace("/Recordings", `/Conferences/talk/Recordings`),
    ];
    const answers = await Promise.all(tricks.map((path) => recorded.download(path)));

    expect(unauthorised.map(({ status }) => status)).toEqual([401, 401]);
    expect(await Promise.all(unauthorised.map((one) => one.text()))).toEqual(
      unauthorised.map(() => expect.stringContaining("20003")),
    );
    expect(answers.map(({ status }) => status)).toEqual(tricks.map(() => 404));
  });

  test("are deleted with their sound", async () => {
    expect(await recorded.booted.rest.recordings(sid).remove()).toBe(true);

    const gone = await Promise.all(
      ["", ".wav", ".json"].map((ending) => recorded.download(recorded.media(sid, ending))),
    );
    expect(gone.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(await recorded.booted.rest.recordings.list({ callSid })).toEqual([]);
    await expect(recorded.booted.rest.recordings(sid).remove()).rejects.toMatchObject({
      status: 404,
    });
  });
});
