import { expect, describe, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { ConferenceHarness, aConference } from "../../testing/conference-harness.ts";
import { CoreUnderTest, ends } from "../../testing/core-under-test.ts";
import { APP } from "../../testing/scripted-web.ts";

describe("at the start and end of conferences", () => {
  test("[XT17][XR15] a conference plays music until it has at least two participants, one of them with startConferenceOnEnter", async () => {
    const harness = new ConferenceHarness();
    const first = await harness.join(`startConferenceOnEnter="false"`);
    expect(harness.room).toMatchObject({ friendlyName: "talk", status: "init" });
    expect(harness.it.soundOf(first)).toBe("hold-music");
    const second = await harness.join(`startConferenceOnEnter="false"`);
    expect(harness.it.soundOf(second)).toBe("hold-music");
    expect(harness.room.status).toBe("init");

    const third = await harness.join();

    expect(harness.room.status).toBe("in-progress");
    expect([first, second, third].map((call) => harness.it.soundOf(call))).toEqual([
      "room",
      "room",
      "room",
    ]);
    expect(harness.callbacks).toEqual([
      "participant-join",
      "participant-join",
      "participant-join",
      "conference-start",
    ]);
  });

  test("[XT17] the sound of waitUrl plays once and silence follows; with an empty waitUrl there is silence from the start", async () => {
    const harness = new ConferenceHarness();
    harness.it.web.respondWith("/wait", `<Play>${APP}/wait.wav</Play>`);
    const first = await harness.join(`waitUrl="/wait"`);
    expect(harness.it.soundOf(first)).toBe(`${APP}/wait.wav`);
    await harness.it.clock.advance(2_000);
    await harness.it.finish(first);
    expect(harness.it.soundOf(first)).toBe("silence");

    const other = new ConferenceHarness();
    const silent = await other.join(`waitUrl=""`);

    expect(other.it.soundOf(silent)).toBe("silence");
  });

  test("[XW11] a participant whose call was lost leaves with the error of its call", async () => {
    const { harness, agent } = await aConference();
    const lost = { errorCode: "20500", message: "the exchange stopped" };

    await ends(agent, { cause: "signalling-lost", twilioCode: 20500, message: lost.message });

    expect(harness.of("participant-leave")[0]).toMatchObject({
      ReasonParticipantLeft: "participant_hung_up",
      ErrorCode: lost.errorCode,
      ErrorMessage: lost.message,
    });
  });

  test("[XT17][XW11] a participant with endConferenceOnExit who leaves ends the conference for all", async () => {
    const { harness, agent, caller } = await aConference(`endConferenceOnExit="true"`);
    harness.it.web.respondWith("/done", `<Play>${APP}/bye.wav</Play>`);

    await ends(agent);

    expect(harness.room).toMatchObject({
      status: "completed",
      reasonEnded: "participant-with-end-conference-on-exit-left",
      callSidEnding: agent.sid,
    });
    expect(harness.of("participant-leave").map((each) => each["ReasonParticipantLeft"])).toEqual([
      "participant_hung_up",
      "moderator_ended_conference",
    ]);
    expect(harness.of("conference-end")[0]).toMatchObject({
      ReasonConferenceEnded: "participant-with-end-conference-on-exit-left",
      CallSidEndingConference: agent.sid,
    });
    expect(harness.it.soundOf(caller)).toBe(`${APP}/bye.wav`);
    expect(harness.it.web.requestsTo("/done").at(-1)).toMatchObject({ DialCallStatus: "answered" });
  });

  test("[XR15] completion by REST ends the conference for all participants", async () => {
    const { harness, agent, caller } = await aConference();

    harness.it.core.conferences.end(harness.room.sid);
    await settled();

    expect(agent.leg.isOver && caller.leg.isOver).toBe(true);
    expect(harness.room.reasonEnded).toBe("conference-ended-via-api");
  });

  test("a conference ends when the last participant leaves", async () => {
    const { harness, agent, caller } = await aConference();

    await ends(agent);
    expect(harness.room.status).toBe("in-progress");
    await ends(caller);

    expect(harness.room).toMatchObject({
      status: "completed",
      reasonEnded: "last-participant-left",
    });
  });

  test("[XT20] a label that is in use is refused with 16025, and the next verb runs", async () => {
    const harness = new ConferenceHarness();
    await harness.join(`participantLabel="guest"`);

    const noun = `<Conference participantLabel="guest">talk</Conference>`;
    const second = await harness.it.ringInto(
      `<Dial action="/done">${noun}</Dial><Play>${APP}/no.wav</Play>`,
    );

    expect(harness.it.errorsOf(second.sid)).toEqual([16025]);
    expect(harness.it.soundOf(second)).toBe(`${APP}/no.wav`);
    expect(harness.it.core.conferences.participants(harness.room.sid)).toHaveLength(1);
  });

  test.each([
    ["", 13237],
    ["x".repeat(129), 13237],
    [`CF${"0".repeat(32)}`, 13236],
  ])(
    "[XT20] a Dial to a conference named %j fails with %i, and no conference begins",
    async (name, code) => {
      const it = new CoreUnderTest();
      it.web.respondWith("/done", `<Play>${APP}/no.wav</Play>`);

      const verbs = `<Dial action="/done"><Conference>${name}</Conference></Dial>`;
      const call = await it.ringInto(`${verbs}<Play>${APP}/no.wav</Play>`);

      expect(it.errorsOf(call.sid)).toEqual([code]);
      expect(it.soundOf(call)).toBe(`${APP}/no.wav`);
      expect(it.core.conferences.list()).toEqual([]);
    },
  );
});

describe("events", () => {
  test("[XW11] contain the conference, an increasing SequenceNumber, and the participant's flags", async () => {
    const { harness, caller } = await aConference();

    await harness.update(caller, { muted: true });
    await harness.update(caller, { muted: true });
    await harness.update(caller, { muted: false });

    expect(harness.callbacks).toEqual([
      "participant-join",
      "participant-join",
      "conference-start",
      "participant-mute",
      "participant-unmute",
    ]);
    expect(harness.of("participant-mute")[0]).toMatchObject({
      ConferenceSid: harness.room.sid,
      FriendlyName: "talk",
      AccountSid: harness.room.accountSid,
      SequenceNumber: "4",
      Timestamp: expect.stringMatching(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000$/),
      CallSid: caller.sid,
      Muted: "true",
      Hold: "false",
      Coaching: "false",
      EndConferenceOnExit: "false",
      StartConferenceOnEnter: "true",
    });
  });

  test("go only to the callback of the first participant", async () => {
    const harness = new ConferenceHarness();
    await harness.it.ringInto(`<Dial><Conference>talk</Conference></Dial>`);

    await harness.join();

    expect(harness.callbacks).toEqual([]);
  });
});
