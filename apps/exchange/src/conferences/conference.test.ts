import { expect, describe, test } from "vitest";
import { settled } from "../core/test-fakes/fake-clock.ts";
import { APP } from "../core/test-fakes/scripted-web.ts";
import { Talk } from "../core/test-fakes/talk.ts";

describe("a room's start and end", () => {
  test("[XT17][XR15] starts with two of whom one starts it; before that it is music", async () => {
    const talk = new Talk();
    const first = await talk.join(`startConferenceOnEnter="false"`);
    expect(talk.room).toMatchObject({ friendlyName: "talk", status: "init" });
    expect(talk.it.heardBy(first)).toBe("hold-music");
    const second = await talk.join(`startConferenceOnEnter="false"`);
    expect(talk.it.heardBy(second)).toBe("hold-music");
    expect(talk.room.status).toBe("init");

    const third = await talk.join();

    expect(talk.room.status).toBe("in-progress");
    expect([first, second, third].map((call) => talk.it.heardBy(call))).toEqual([
      "room",
      "room",
      "room",
    ]);
    expect(talk.told).toEqual([
      "participant-join",
      "participant-join",
      "participant-join",
      "conference-start",
    ]);
  });

  test("[XT18] waitUrl plays once and then is silent; an empty one is silent at once", async () => {
    const talk = new Talk();
    talk.it.web.say("/wait", `<Play>${APP}/wait.wav</Play>`);
    const first = await talk.join(`waitUrl="/wait"`);
    expect(talk.it.heardBy(first)).toBe(`${APP}/wait.wav`);
    await talk.it.clock.advance(2_000);
    await talk.it.finish(first);
    expect(talk.it.heardBy(first)).toBe("silence");

    const other = new Talk();
    const silent = await other.join(`waitUrl=""`);

    expect(other.it.heardBy(silent)).toBe("silence");
  });

  test("[XT19][XW13] one with endConferenceOnExit ends it for all", async () => {
    const talk = new Talk();
    const { agent, caller } = await talk.start(`endConferenceOnExit="true"`);
    talk.it.web.say("/done", `<Play>${APP}/bye.wav</Play>`);

    agent.sink.onEnded({ cause: "hangup" });
    await settled();

    expect(talk.room).toMatchObject({
      status: "completed",
      reasonEnded: "participant-with-end-conference-on-exit-left",
      callSidEnding: agent.sid,
    });
    expect(talk.of("participant-leave").map((each) => each["ReasonParticipantLeft"])).toEqual([
      "participant_hung_up",
      "moderator_ended_conference",
    ]);
    expect(talk.of("conference-end")[0]).toMatchObject({
      ReasonConferenceEnded: "participant-with-end-conference-on-exit-left",
      CallSidEndingConference: agent.sid,
    });
    expect(talk.it.heardBy(caller)).toBe(`${APP}/bye.wav`);
    expect(talk.it.web.askedOf("/done").at(-1)).toMatchObject({ DialCallStatus: "answered" });
  });

  test("[XR16] completed by REST, everybody is hung up", async () => {
    const talk = new Talk();
    const { agent, caller } = await talk.start();

    talk.it.core.conferences.update(talk.room.sid, { status: "completed" });
    await settled();

    expect(agent.leg.isOver && caller.leg.isOver).toBe(true);
    expect(talk.room.reasonEnded).toBe("conference-ended-via-api");
  });

  test("the last to leave ends it", async () => {
    const talk = new Talk();
    const { agent, caller } = await talk.start();

    agent.sink.onEnded({ cause: "hangup" });
    await settled();
    expect(talk.room.status).toBe("in-progress");
    caller.sink.onEnded({ cause: "hangup" });
    await settled();

    expect(talk.room).toMatchObject({ status: "completed", reasonEnded: "last-participant-left" });
  });

  test("[XT20] a label that is in use is refused with 16025, and the next verb runs", async () => {
    const talk = new Talk();
    await talk.join(`participantLabel="guest"`);

    const noun = `<Conference participantLabel="guest">talk</Conference>`;
    const second = await talk.it.ringInto(
      `<Dial action="/done">${noun}</Dial><Play>${APP}/no.wav</Play>`,
    );

    expect(talk.it.errorsOf(second.sid)).toEqual([16025]);
    expect(talk.it.heardBy(second)).toBe(`${APP}/no.wav`);
    expect(talk.it.core.conferences.participants(talk.room.sid)).toHaveLength(1);
  });

  test("a full room is refused", async () => {
    const talk = new Talk();
    await talk.start();

    const third = await talk.join(`maxParticipants="2"`);

    expect(talk.it.errorsOf(third.sid)).toEqual([13252]);
  });
});

describe("events", () => {
  test("[XW11][XW12] carry the room, a growing number, and the participant's flags", async () => {
    const talk = new Talk();
    const { caller } = await talk.start();

    talk.it.core.conferences.updateParticipant(talk.room.sid, caller.sid, { muted: true });
    talk.it.core.conferences.updateParticipant(talk.room.sid, caller.sid, { muted: true });
    talk.it.core.conferences.updateParticipant(talk.room.sid, caller.sid, { muted: false });
    talk.it.core.conferences.updateParticipant(talk.room.sid, caller.sid, { endOnExit: true });
    await settled();

    expect(talk.told).toEqual([
      "participant-join",
      "participant-join",
      "conference-start",
      "participant-mute",
      "participant-unmute",
      "participant-modify",
    ]);
    expect(talk.of("participant-mute")[0]).toMatchObject({
      ConferenceSid: talk.room.sid,
      FriendlyName: "talk",
      AccountSid: talk.room.accountSid,
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

  test("the first participant's callback counts, a later one's does not", async () => {
    const talk = new Talk();
    await talk.it.ringInto(`<Dial><Conference>talk</Conference></Dial>`);

    await talk.join();

    expect(talk.told).toEqual([]);
  });
});

describe("hold", () => {
  test("[XM16][XR18] a held member hears HoldUrl's sounds over and over, then the room", async () => {
    const talk = new Talk();
    const { caller } = await talk.start();
    const { conferences } = talk.it.core;
    talk.it.web.say("/hold", `<Play>${APP}/hold.mp3</Play>`);

    conferences.updateParticipant(talk.room.sid, caller.sid, {
      hold: true,
      holdUrl: `${APP}/hold`,
    });
    await settled();
    expect(talk.it.heardBy(caller)).toBe(`${APP}/hold.mp3`);
    await talk.it.clock.advance(9_000);
    await talk.it.finish(caller);
    expect(talk.it.heardBy(caller)).toBe(`${APP}/hold.mp3`);
    conferences.updateParticipant(talk.room.sid, caller.sid, { hold: false });
    await settled();

    expect(talk.it.heardBy(caller)).toBe("room");
    expect(talk.told.slice(-2)).toEqual(["participant-hold", "participant-unhold"]);
    expect(talk.it.web.requests.find(({ path }) => path === "/hold")?.method).toBe("GET");
  });

  test("a sound file as HoldUrl is played as it is, without end", async () => {
    const talk = new Talk();
    const { caller } = await talk.start();

    talk.it.core.conferences.updateParticipant(talk.room.sid, caller.sid, {
      hold: true,
      holdUrl: `${APP}/hold.mp3`,
    });
    await settled();

    expect(talk.it.media.playing.get(caller.leg.id)).toMatchObject({
      source: { type: "url", url: `${APP}/hold.mp3` },
      loop: 0,
    });
  });

  test("[XW15] a HoldUrl that cannot be had is the builtin music until it can", async () => {
    const talk = new Talk();
    const { caller } = await talk.start();
    talk.it.web.isAway = true;

    talk.it.core.conferences.updateParticipant(talk.room.sid, caller.sid, {
      hold: true,
      holdUrl: `${APP}/hold`,
    });
    await talk.it.clock.advance(10_000);
    expect(talk.it.heardBy(caller)).toBe("hold-music");
    talk.it.web.isAway = false;
    talk.it.web.say("/hold", `<Play>${APP}/hold.mp3</Play>`);
    await talk.it.clock.advance(16_000);

    expect(talk.it.heardBy(caller)).toBe(`${APP}/hold.mp3`);
  });

  test("[XR19] EndConferenceOnExit of one on hold stays as it is", async () => {
    const talk = new Talk();
    const { caller } = await talk.start();
    const { conferences } = talk.it.core;
    conferences.updateParticipant(talk.room.sid, caller.sid, { hold: true });

    const record = conferences.updateParticipant(talk.room.sid, caller.sid, { endOnExit: true });

    expect(record.endOnExit).toBe(false);
  });
});

describe("nobody is left in silence", () => {
  test("[XT24] one left alone hears the last hold music until another joins; his hold flag stays", async () => {
    const talk = new Talk();
    const { agent, caller } = await talk.start();
    const { conferences } = talk.it.core;
    const hold = { hold: true, holdUrl: `${APP}/hold.mp3` };
    conferences.updateParticipant(talk.room.sid, caller.sid, hold);
    conferences.updateParticipant(talk.room.sid, caller.sid, { hold: false });

    agent.sink.onEnded({ cause: "signalling-lost" });
    await settled();
    expect(talk.it.heardBy(caller)).toBe(`${APP}/hold.mp3`);
    expect(conferences.participant(talk.room.sid, caller.sid)?.hold).toBe(false);
    await talk.join("", "client");

    expect(talk.it.heardBy(caller)).toBe("room");
  });

  test("[XM11][XM12][XT25] a silent leg puts the other on hold, and back, with the reason told", async () => {
    const talk = new Talk();
    const { agent, caller } = await talk.start();

    talk.it.media.emit({ type: "leg.silent", leg: agent.leg.id });
    await settled();
    expect(talk.it.heardBy(caller)).toBe("hold-music");
    expect(talk.of("participant-hold")[0]).toMatchObject({
      CallSid: caller.sid,
      Hold: "true",
      Reason: "peer-media-lost",
      PeerCallSid: agent.sid,
    });
    talk.it.media.emit({ type: "leg.heard", leg: agent.leg.id });
    await settled();

    expect(talk.it.heardBy(caller)).toBe("room");
    expect(talk.of("participant-unhold")[0]).toMatchObject({
      CallSid: caller.sid,
      Hold: "false",
      Reason: "peer-media-lost",
      PeerCallSid: agent.sid,
    });
  });

  test("[XT25] when the silent leg ends, who is left stays on hold until another joins", async () => {
    const talk = new Talk();
    const { agent, caller } = await talk.start();
    const { conferences } = talk.it.core;
    talk.it.media.emit({ type: "leg.silent", leg: agent.leg.id });

    agent.sink.onEnded({ cause: "signalling-lost" });
    await settled();
    expect(talk.it.heardBy(caller)).toBe("hold-music");
    expect(conferences.participant(talk.room.sid, caller.sid)?.hold).toBe(true);
    expect(talk.told.at(-1)).toBe("participant-leave");
    await talk.join("", "client");

    expect(talk.it.heardBy(caller)).toBe("room");
    expect(talk.told.slice(-2)).toEqual(["participant-join", "participant-unhold"]);
    expect(talk.of("participant-unhold")[0]).not.toHaveProperty("Reason");
  });

  test("[XT25] that hold can also be ended by REST, and he hears music all the same", async () => {
    const talk = new Talk();
    const { agent, caller } = await talk.start();
    talk.it.media.emit({ type: "leg.silent", leg: agent.leg.id });
    agent.sink.onEnded({ cause: "signalling-lost" });
    await settled();

    const record = talk.it.core.conferences.updateParticipant(talk.room.sid, caller.sid, {
      hold: false,
    });

    expect(record.hold).toBe(false);
    expect(talk.it.heardBy(caller)).toBe("hold-music");
  });

  test("[XT25] when both fall silent nobody is told that the talk goes on", async () => {
    const talk = new Talk();
    const { agent, caller } = await talk.start();

    talk.it.media.emit({ type: "leg.silent", leg: agent.leg.id });
    talk.it.media.emit({ type: "leg.silent", leg: caller.leg.id });
    talk.it.media.emit({ type: "leg.heard", leg: caller.leg.id });
    await settled();
    expect(talk.of("participant-unhold")).toEqual([]);
    talk.it.media.emit({ type: "leg.heard", leg: agent.leg.id });
    await settled();

    expect(talk.of("participant-unhold").map((each) => each["CallSid"])).toEqual([caller.sid]);
    expect([agent, caller].map((call) => talk.it.heardBy(call))).toEqual(["room", "room"]);
  });

  test("one who is on hold anyway stays there when the silent leg comes back", async () => {
    const talk = new Talk();
    const { agent, caller } = await talk.start();
    talk.it.core.conferences.updateParticipant(talk.room.sid, caller.sid, { hold: true });

    talk.it.media.emit({ type: "leg.silent", leg: agent.leg.id });
    talk.it.media.emit({ type: "leg.heard", leg: agent.leg.id });
    await settled();

    expect(talk.it.heardBy(caller)).toBe("hold-music");
    expect(talk.of("participant-unhold")).toHaveLength(0);
  });

  test("[XT25] a silent telephone does not stop those who still hear each other", async () => {
    const talk = new Talk();
    const { agent, caller } = await talk.start();
    const third = await talk.join();

    talk.it.media.emit({ type: "leg.silent", leg: third.leg.id });

    expect([agent, caller].map((call) => talk.it.heardBy(call))).toEqual(["room", "room"]);
  });

  test("[XT25] callers are not left to themselves when the only browser is silent; a colleague ends it", async () => {
    const talk = new Talk();
    const { agent, caller } = await talk.start();
    const third = await talk.join();

    talk.it.media.emit({ type: "leg.silent", leg: agent.leg.id });
    expect([caller, third].map((call) => talk.it.heardBy(call))).toEqual([
      "hold-music",
      "hold-music",
    ]);
    const colleague = await talk.join("", "client");

    expect([caller, third, colleague].map((call) => talk.it.heardBy(call))).toEqual([
      "room",
      "room",
      "room",
    ]);
  });
});
