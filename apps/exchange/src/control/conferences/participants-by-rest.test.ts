import { expect, describe, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { ConferenceHarness, aConference } from "../../testing/conference-harness.ts";
import { STATION, ends, answers } from "../../testing/core-under-test.ts";
import { APP } from "../../testing/scripted-web.ts";

const TARGET = "+61491570157";

describe("when REST adds or changes participants", () => {
  const request = { to: TARGET, from: STATION, join: { endOnExit: true, label: "guest" } };

  test("[XR17] a new participant is dialled and joins, and a participant who is alone hears the ringing meanwhile", async () => {
    const harness = new ConferenceHarness();
    const agent = await harness.join("", "client");

    const added = harness.it.core.conferences.addParticipant("talk", request);
    expect(added).toMatchObject({ conferenceSid: harness.room.sid, label: "guest" });
    expect(harness.it.core.conferences.participants(harness.room.sid)).toHaveLength(1);
    expect(harness.it.soundOf(agent)).toBe("hold-music");
    harness.it.sip.last.sink.onRinging();
    await settled();
    expect(harness.it.soundOf(agent)).toBe("ringback");
    await answers(harness.it.sip.last);

    expect(harness.it.soundOf(agent)).toBe("room");
    expect(harness.it.core.conferences.participant("talk", "guest")).toMatchObject({
      callSid: added.callSid,
      status: "connected",
      endOnExit: true,
    });
  });

  test("[XR17] a new name creates the conference, which ends when no one joins", async () => {
    const harness = new ConferenceHarness();

    const added = harness.it.core.conferences.addParticipant("fresh", request);
    expect(harness.it.core.conferences.find("fresh")).toMatchObject({ status: "init" });
    await ends(harness.it.sip.last, { cause: "busy" });

    expect(harness.it.core.conferences.find("fresh")).toBeNull();
    expect(harness.it.core.conferences.find(added.conferenceSid)?.status).toBe("completed");
  });

  test("a ringing participant is canceled when the conference ends", async () => {
    const harness = new ConferenceHarness();
    await harness.join("", "client");
    const added = harness.it.core.conferences.addParticipant("talk", request);
    harness.it.sip.last.sink.onRinging();

    harness.it.core.conferences.end(harness.room.sid);
    await settled();

    expect(harness.it.sip.last.leg.declined).toMatchObject({ cause: "cancelled" });
    expect(harness.it.status(added.callSid)).toBe("canceled");
    expect(harness.it.core.conferences.find("talk")).toBeNull();
  });

  test("[XR18][XW11] an announcement reaches one participant, and its end is reported", async () => {
    const { harness, caller } = await aConference();
    harness.it.web.respondWith("/news", `<Play>${APP}/news.wav</Play>`);

    await harness.update(caller, {
      announceUrl: `${APP}/news`,
    });
    const playing = harness.it.media.playing.get(caller.leg.id);
    expect(playing?.source).toEqual({ type: "url", url: `${APP}/news.wav` });
    await harness.it.finish(caller);

    expect(harness.callbacks.at(-1)).toBe("announcement-end");
    const [announcement] = harness.of("announcement-end");
    expect(announcement).toMatchObject({ CallSid: caller.sid, AnnounceUrl: `${APP}/news` });
    expect(announcement).not.toHaveProperty("ReasonAnnouncementFailed");
  });

  test("[XW11] an announcement that cannot be fetched is reported with its URL and the reason", async () => {
    const { harness, caller } = await aConference();

    const announceUrl = `${APP}/nowhere`;
    await harness.update(caller, { announceUrl });

    expect(harness.of("announcement-fail")).toMatchObject([
      {
        CallSid: caller.sid,
        AnnounceUrl: announceUrl,
        ReasonAnnouncementFailed: expect.stringMatching(/\w/),
      },
    ]);
  });

  test("[XT150] an announcement continues at its redirect, and then ends", async () => {
    const { harness, caller } = await aConference();
    harness.it.web.respondWith("/one", `<Play>${APP}/one.wav</Play><Redirect>/two</Redirect>`);
    harness.it.web.respondWith("/two", `<Play>${APP}/two.wav</Play>`);

    await harness.update(caller, {
      announceUrl: `${APP}/one`,
    });
    await harness.it.finish(caller);

    expect(harness.it.media.playing.get(caller.leg.id)?.source).toMatchObject({
      url: `${APP}/two.wav`,
    });
    expect(harness.of("announcement-end")).toEqual([]);
    await harness.it.finish(caller);
    expect(harness.of("announcement-end")).toHaveLength(1);
  });

  test("a caller who is redirected by REST leaves the conference", async () => {
    const { harness, caller } = await aConference();

    harness.it.core.calls.update(caller.sid, {
      program: { type: "twiml", twiml: "<Response><Pause length='60'/></Response>" },
    });
    await settled();

    expect(harness.of("participant-leave")[0]).toMatchObject({
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
  ])("[XR18] the url in %o is requested by %s", async (change, method) => {
    const { harness, caller } = await aConference();
    harness.it.web.respondWith("/asked", `<Play>${APP}/x.wav</Play>`);

    await harness.update(caller, change);

    const requests = harness.it.web.requests.filter(({ path }) => path === "/asked");
    expect(requests.map((each) => each.method)).toEqual([method]);
  });

  test("[XR18] TimeLimit applies to the call", async () => {
    const harness = new ConferenceHarness();
    const join = { label: "guest" };

    const form = { to: "client:bob", from: "client:desk", join, timeLimitS: 9 };
    const { callSid } = harness.it.core.conferences.addParticipant("talk", form);
    harness.it.client.last.sink.onAnswered();
    await harness.it.clock.advance(9_100);

    expect(harness.it.core.calls.find(callSid)).toMatchObject({
      status: "completed",
      durationS: 9,
    });
  });
});
