import twilio from "twilio";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { readStrictly, tonesOf, sha256 } from "@linedesk/media/testing";
import { eventually } from "../support/booted-exchange.ts";
import { aTelephone } from "../support/sip-support.ts";
import { receivesAudioFor } from "../support/twiml-scene.ts";
import { bytesOf, number, TIMEOUT_MS, RecordedExchange } from "./recorded-exchange.ts";

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
  test("[XM40][XM46][XR26][XR29] in two channels has each side on its own", async () => {
    const { alice, callSid } = await recorded.aConference();

    const { recordings } = recorded.booted.rest.calls(callSid);
    const started = await recordings.create({ recordingChannels: "dual" });
    await receivesAudioFor(alice, 1500);
    const stopped = await recordings("Twilio.CURRENT").update({ status: "stopped" });
    const done = await recorded.completed(started.sid);
    const wav = await bytesOf(await recorded.download(recorded.media(started.sid)));

    expect(started).toMatchObject({ callSid, status: "in-progress", channels: 2, duration: null });
    expect(started).toMatchObject({ source: "StartCallRecordingAPI", track: "both" });
    expect(stopped).toMatchObject({ sid: started.sid, status: "stopped" });
    expect(done).toMatchObject({ errorCode: null, channels: 2 });
    const { channels, sampleRate, durationMs } = readStrictly(wav);
    expect(durationMs).toBeGreaterThan(500);
    expect(Number(done.duration)).toBe(Math.round(durationMs / 1000));
    expect(channels.map((one) => tonesOf(one, sampleRate, [440, 1000]))).toEqual([[440], [1000]]);
    const known = (await (
      await recorded.download(recorded.media(started.sid, ".json"))
    ).json()) as object;
    expect(known).toMatchObject({ checksum: `sha256:${sha256(wav)}`, status: "completed" });
    expect(known).toMatchObject({
      media_url: recorded.booted.exchange.url + recorded.media(started.sid),
    });
  });
});

describe("the recording of a conference", () => {
  test("[XM40][XR26][XR31][XT30] has all of it, and tells its callback", async () => {
    const callbackUrl = recorded.booted.web.url("/room-recorded");
    const { alice } = await recorded.aConference(
      `record="record-from-start" recordingStatusCallback="${callbackUrl}"
       recordingStatusCallbackEvent="in-progress completed absent"`,
    );
    const [room] = await recorded.booted.rest.conferences.list({ status: "in-progress" });
    const { recordings } = recorded.booted.rest.conferences(String(room?.sid));
    const [first] = await recordings.list();
    const dual = { RecordingChannels: "dual" };
    const posted = await recorded.post(`/Conferences/${room?.sid}/Recordings.json`, dual);
    await receivesAudioFor(alice, 1200);

    await recordings(String(posted["sid"])).update({ status: "stopped" });
    await recorded.booted.rest.conferences(String(room?.sid)).update({ status: "completed" });
    const done = await recorded.completed(String(first?.sid));
    const whole = readStrictly(await bytesOf(await recorded.download(done.mediaUrl)));
    const stored = await recorded.completed(String(posted["sid"]));
    const storedSound = readStrictly(await bytesOf(await recorded.download(stored.mediaUrl)));
    const events = await eventually(
      async () => recorded.booted.web.requests.filter(({ path }) => path === "/room-recorded"),
      (requests) => requests.length === 2,
      TIMEOUT_MS,
    );

    expect(first).toMatchObject({ conferenceSid: room?.sid, callSid: null, source: "Conference" });
    expect(posted).toMatchObject({ source: "StartConferenceRecordingAPI", channels: 1 });
    expect([stored.channels, storedSound.channels.length]).toEqual([1, 1]);
    expect(whole.channels).toHaveLength(1);
    expect(tonesOf(whole.channels[0] ?? new Int16Array(0), whole.sampleRate, [440, 1000])).toEqual([
      440, 1000,
    ]);
    expect(events.map(({ params }) => params["RecordingStatus"])).toEqual([
      "in-progress",
      "completed",
    ]);
    expect(events[1]?.params).toMatchObject({
      AccountSid: recorded.booted.exchange.account.sid,
      ConferenceSid: room?.sid,
      RecordingSid: first?.sid,
      RecordingUrl: done.mediaUrl,
      RecordingDuration: done.duration,
      RecordingChannels: "1",
      RecordingSource: "Conference",
      RecordingTrack: "both",
      ErrorCode: "0",
    });
    for (const { params, headers } of events) {
      const { authToken } = recorded.booted.exchange.account;
      const signature = String(headers["x-twilio-signature"]);
      expect(twilio.validateRequest(authToken, signature, callbackUrl, params)).toBe(true);
    }
    const listed = await recorded.booted.rest.recordings.list({ conferenceSid: String(room?.sid) });
    expect(listed.map(({ sid }) => sid)).toEqual([posted["sid"], first?.sid]);
  });

  test("[XR31] are recorded from their answer when they are made so", async () => {
    const telephone = await aTelephone(recorded.cleanup, { sends: 600 });
    const to = `sip:studio@127.0.0.1:${telephone.address.port}`;
    const callbackUrl = recorded.booted.web.url("/call-recorded");
    const twiml = '<Response><Play digits="wwww"/></Response>';

    const call = await recorded.booted.rest.calls.create({
      to,
      from: number,
      twiml,
      record: true,
      recordingTrack: "inbound",
      recordingStatusCallback: callbackUrl,
      recordingStatusCallbackMethod: "GET",
      statusCallback: recorded.booted.web.url("/call-over"),
    });
    const request = await recorded.booted.web.waitForRequest("/call-recorded");
    const [recording] = await recorded.booted.rest.calls(call.sid).recordings.list();

    const over = await recorded.booted.web.waitForRequest("/call-over");
    expect(over.params).toMatchObject({
      CallSid: call.sid,
      RecordingSid: recording?.sid,
      RecordingUrl: request.params["RecordingUrl"],
    });
    expect(Number(over.params["RecordingDuration"])).toBeGreaterThan(0);
    expect(request).toMatchObject({
      method: "GET",
      params: { CallSid: call.sid, RecordingStatus: "completed", RecordingSource: "OutboundAPI" },
    });
    expect(recording).toMatchObject({ sid: request.params["RecordingSid"], track: "inbound" });
    const { channels, sampleRate } = readStrictly(
      await bytesOf(await recorded.download(recorded.media(String(recording?.sid)))),
    );
    expect(tonesOf(channels[0] ?? new Int16Array(0), sampleRate, [600])).toEqual([600]);
  });

  test("[XR31] a participant's leg, and the room that it joins", async () => {
    const telephone = await aTelephone(recorded.cleanup, { sends: 600 });
    const to = `sip:studio@127.0.0.1:${telephone.address.port}`;
    await recorded.aConference();

    const participant = await recorded.booted.rest.conferences("talk").participants.create({
      to,
      from: number,
      beep: "false",
      record: true,
      recordingChannels: "dual",
      conferenceRecord: "record-from-start",
      conferenceTrim: "do-not-trim",
    });
    const sources = await eventually(
      async () => [
        ...(await recorded.booted.rest.recordings.list({ callSid: participant.callSid })),
        ...(await recorded.booted.rest.recordings.list({
          conferenceSid: participant.conferenceSid,
        })),
      ],
      (recordings) => recordings.length === 2,
      TIMEOUT_MS,
    );

    expect(sources.map(({ source, channels }) => [source, channels])).toEqual([
      ["OutboundAPI", 2],
      ["Conference", 1],
    ]);
  });
});
