import { expect, describe, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { ConferenceHarness } from "../../testing/conference-harness.ts";
import { STATION } from "../../testing/core-under-test.ts";
import { APP } from "../../testing/scripted-web.ts";

const TARGET = "+61491570157";

describe("participants by REST", () => {
  const request = { to: TARGET, from: STATION, join: { endOnExit: true, label: "guest" } };

  test("[XR17] dials out and joins; meanwhile who is alone hears it ring", async () => {
    const talk = new ConferenceHarness();
    const agent = await talk.join("", "client");

    const added = talk.it.core.conferences.addParticipant("talk", request);
    expect(added).toMatchObject({ conferenceSid: talk.room.sid, label: "guest" });
    expect(talk.it.core.conferences.participants(talk.room.sid)).toHaveLength(1);
    expect(talk.it.soundOf(agent)).toBe("hold-music");
    talk.it.sip.last.sink.onRinging();
    await settled();
    expect(talk.it.soundOf(agent)).toBe("ringback");
    talk.it.sip.last.sink.onAnswered();
    await settled();

    expect(talk.it.soundOf(agent)).toBe("room");
    expect(talk.it.core.conferences.participant("talk", "guest")).toMatchObject({
      callSid: added.callSid,
      status: "connected",
      endOnExit: true,
    });
  });

  test("[XR17] a new name makes the room, which ends when nobody comes", async () => {
    const talk = new ConferenceHarness();

    const added = talk.it.core.conferences.addParticipant("fresh", request);
    expect(talk.it.core.conferences.find("fresh")).toMatchObject({ status: "init" });
    talk.it.sip.last.sink.onEnded({ cause: "busy" });
    await settled();

    expect(talk.it.core.conferences.find("fresh")).toBeNull();
    expect(talk.it.core.conferences.find(added.conferenceSid)?.status).toBe("completed");
  });

  test("who still rings for a room that is ended is cancelled", async () => {
    const talk = new ConferenceHarness();
    await talk.join("", "client");
    const added = talk.it.core.conferences.addParticipant("talk", request);
    talk.it.sip.last.sink.onRinging();

    talk.it.core.conferences.update(talk.room.sid, { status: "completed" });
    await settled();

    expect(talk.it.sip.last.leg.declined).toMatchObject({ cause: "cancelled" });
    expect(talk.it.status(added.callSid)).toBe("canceled");
    expect(talk.it.core.conferences.find("talk")).toBeNull();
  });

  test("[XR18] one who was removed is out, and 404 from then on", async () => {
    const talk = new ConferenceHarness();
    const { caller } = await talk.start();

    expect(talk.it.core.conferences.removeParticipant(talk.room.sid, caller.sid)).toBe(true);
    await settled();

    expect(caller.leg.isOver).toBe(true);
    expect(talk.it.core.conferences.participant(talk.room.sid, caller.sid)).toBeNull();
    expect(() => talk.it.core.conferences.updateParticipant("talk", caller.sid, {})).toThrow(
      expect.objectContaining({ twilioCode: 20404 }),
    );
  });

  test("[XR18][XW81] an announcement to one is heard by them, and told when it ended", async () => {
    const talk = new ConferenceHarness();
    const { caller } = await talk.start();
    talk.it.web.respondWith("/news", `<Play>${APP}/news.wav</Play>`);

    talk.it.core.conferences.updateParticipant("talk", caller.sid, { announceUrl: `${APP}/news` });
    await settled();
    const playing = talk.it.media.playing.get(caller.leg.id);
    expect(playing?.source).toEqual({ type: "url", url: `${APP}/news.wav` });
    await talk.it.finish(caller);

    expect(talk.callbacks.at(-1)).toBe("announcement-end");
    const [told] = talk.of("announcement-end");
    expect(told).toMatchObject({ CallSid: caller.sid, AnnounceUrl: `${APP}/news` });
    expect(told).not.toHaveProperty("ReasonAnnouncementFailed");
  });

  test("[XW81] an announcement to one that cannot be had says which and why", async () => {
    const talk = new ConferenceHarness();
    const { caller } = await talk.start();

    const announceUrl = `${APP}/nowhere`;
    talk.it.core.conferences.updateParticipant("talk", caller.sid, { announceUrl });
    await settled();

    expect(talk.of("announcement-fail")).toMatchObject([
      {
        CallSid: caller.sid,
        AnnounceUrl: announceUrl,
        ReasonAnnouncementFailed: expect.stringMatching(/\w/),
      },
    ]);
  });

  test("[XT53] an announcement goes on where it redirects to, and then has ended", async () => {
    const talk = new ConferenceHarness();
    const { caller } = await talk.start();
    talk.it.web.respondWith("/one", `<Play>${APP}/one.wav</Play><Redirect>/two</Redirect>`);
    talk.it.web.respondWith("/two", `<Play>${APP}/two.wav</Play>`);

    talk.it.core.conferences.updateParticipant(talk.room.sid, caller.sid, {
      announceUrl: `${APP}/one`,
    });
    await settled();
    await talk.it.finish(caller);

    expect(talk.it.media.playing.get(caller.leg.id)?.source).toMatchObject({
      url: `${APP}/two.wav`,
    });
    expect(talk.of("announcement-end")).toEqual([]);
    await talk.it.finish(caller);
    expect(talk.of("announcement-end")).toHaveLength(1);
  });

  test("[XW81] an announcement to the room is heard by all, and told when it failed", async () => {
    const talk = new ConferenceHarness();
    await talk.start();
    talk.it.web.respondWith("/news", `<Play>${APP}/news.wav</Play>`);

    talk.it.core.conferences.update(talk.room.sid, { announceUrl: `${APP}/news` });
    await settled();
    expect(talk.it.media.roomPlaying.get(talk.room.sid)?.source).toMatchObject({
      url: `${APP}/news.wav`,
    });
    talk.it.media.finishRoom(talk.room.sid);
    await settled();
    talk.it.core.conferences.update(talk.room.sid, { announceUrl: `${APP}/nowhere` });
    await settled();

    expect(talk.callbacks.slice(-2)).toEqual(["announcement-end", "announcement-fail"]);
    expect(talk.of("announcement-end")).toMatchObject([{ AnnounceUrl: `${APP}/news` }]);
    expect(talk.of("announcement-fail")).toMatchObject([
      { AnnounceUrl: `${APP}/nowhere`, ReasonAnnouncementFailed: expect.stringMatching(/\w/) },
    ]);
  });

  test("a caller who is redirected by REST leaves the room for it", async () => {
    const talk = new ConferenceHarness();
    const { caller } = await talk.start();

    talk.it.core.calls.update(caller.sid, {
      program: { type: "twiml", twiml: "<Response><Pause length='60'/></Response>" },
    });
    await settled();

    expect(talk.of("participant-leave")[0]).toMatchObject({
      CallSid: caller.sid,
      ParticipantCallStatus: "in-progress",
      ReasonParticipantLeft: "participant_updated_via_api",
    });
  });

  test.each([
    [{ holdUrl: `${APP}/asked`, hold: true }, "GET"],
    [{ holdUrl: `${APP}/asked`, hold: true, holdMethod: "POST" as const }, "POST"],
    [{ announceUrl: `${APP}/asked` }, "POST"],
    [{ announceUrl: `${APP}/asked`, announceMethod: "GET" as const }, "GET"],
  ])("[XR78] %o is asked for by %s", async (change, method) => {
    const talk = new ConferenceHarness();
    const { caller } = await talk.start();
    talk.it.web.respondWith("/asked", `<Play>${APP}/x.wav</Play>`);

    talk.it.core.conferences.updateParticipant("talk", caller.sid, change);
    await settled();

    const asked = talk.it.web.requests.filter(({ path }) => path === "/asked");
    expect(asked.map((each) => each.method)).toEqual([method]);
  });

  test("[XR78] an announcement to a room is asked for by its method", async () => {
    const talk = new ConferenceHarness();
    await talk.start();
    talk.it.web.respondWith("/asked", `<Play>${APP}/x.wav</Play>`);

    const announceMethod = "GET";
    talk.it.core.conferences.update("talk", { announceUrl: `${APP}/asked`, announceMethod });
    await settled();

    expect(talk.it.web.requests.at(-1)).toMatchObject({ path: "/asked", method: "GET" });
  });

  test("[XR78] WaitUrl and WaitMethod of one who waits count at once, and are a change", async () => {
    const talk = new ConferenceHarness();
    const waiting = await talk.join('startConferenceOnEnter="false"');
    talk.it.web.respondWith("/wait", `<Play>${APP}/wait.wav</Play>`);

    talk.it.core.conferences.updateParticipant("talk", waiting.sid, {
      waitUrl: `${APP}/wait`,
      waitMethod: "GET",
    });
    await settled();

    expect(talk.it.soundOf(waiting)).toBe(`${APP}/wait.wav`);
    expect(talk.it.web.requests.find(({ path }) => path === "/wait")?.method).toBe("GET");
    expect(talk.of("participant-modify")).toHaveLength(1);
  });

  test("[XR78] BeepOnExit lets the others hear that they go", async () => {
    const talk = new ConferenceHarness();
    const { caller } = await talk.start();
    const third = await talk.join();

    talk.it.core.conferences.updateParticipant("talk", caller.sid, { beepOnExit: true });
    talk.it.core.conferences.removeParticipant(talk.room.sid, third.sid);
    await settled();
    expect(talk.it.media.roomPlaying.get(talk.room.sid)).toBeUndefined();
    talk.it.core.conferences.removeParticipant(talk.room.sid, caller.sid);
    await settled();

    expect(talk.of("participant-modify")).toHaveLength(1);
    expect(talk.it.media.roomPlaying.get(talk.room.sid)?.source).toMatchObject({ name: "beep" });
  });

  test("[XR78] CallerDisplayName and TimeLimit go with the call", async () => {
    const talk = new ConferenceHarness();
    const join = { label: "guest" };

    const form = { to: "client:bob", from: "client:desk", callerName: "The desk", join };
    const { callSid } = talk.it.core.conferences.addParticipant("talk", { ...form, timeLimitS: 9 });
    talk.it.client.last.sink.onAnswered();
    await talk.it.clock.advance(9_100);

    expect(talk.it.client.last.request.callerName).toBe("The desk");
    expect(talk.it.core.calls.find(callSid)).toMatchObject({
      callerName: "The desk",
      status: "completed",
      durationS: 9,
    });
  });
});
