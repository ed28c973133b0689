import { describe, expect, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { ConferenceHarness } from "../../testing/conference-harness.ts";
import { APP } from "../../testing/scripted-web.ts";

const ASKED = "/done";

describe("[XT45] a waitUrl that the application refuses", () => {
  test.each([
    ["not there", { status: 404 }, 11200],
    ["no TwiML", "<Response", 12100],
    ["of a wrong type", { contentType: "application/json", body: "x" }, 12300],
  ])("%s fails the leg, and Dial's action learns it", async (_what, answer, code) => {
    const talk = new ConferenceHarness();
    talk.it.web.respondWith(ASKED, `<Play>${APP}/sorry.wav</Play>`).on("/wait", answer);

    const call = await talk.join(`waitUrl="/wait"`);
    await settled();

    expect(talk.it.errorsOf(call.sid)).toEqual([code]);
    expect(talk.it.web.requestsTo(ASKED)[0]).toMatchObject({ DialCallStatus: "failed" });
    expect(talk.it.soundOf(call)).toBe(`${APP}/sorry.wav`);
    expect(talk.of("participant-leave")[0]).toMatchObject({
      ReasonParticipantLeft: "participant_add_failed",
    });
  });

  test("[XW15] while it is only away they hear music and stay", async () => {
    const talk = new ConferenceHarness();
    talk.it.web.on("/wait", { status: 503 });

    const call = await talk.join(`waitUrl="/wait"`);
    await settled();

    expect(talk.it.soundOf(call)).toBe("hold-music");
    expect(talk.it.core.conferences.participants(talk.room.sid)).toHaveLength(1);
  });
});

test("[XW11] who names no events is told of the start and the end alone", async () => {
  const talk = new ConferenceHarness();
  const noun = `<Conference beep="false" statusCallback="/room">talk</Conference>`;
  const first = await talk.it.ringInto(`<Dial>${noun}</Dial>`);
  await talk.it.ringInto(`<Dial>${noun}</Dial>`);

  talk.it.core.conferences.update(talk.room.sid, { status: "completed" });
  await settled();

  expect(talk.callbacks).toEqual(["conference-start", "conference-end"]);
  expect(talk.it.status(first.sid)).toBe("completed");
});

describe("how one comes in", () => {
  test("[XT48] muted, they hear and are not heard", async () => {
    const talk = new ConferenceHarness();
    const { caller } = await talk.start();

    const muted = await talk.join(`muted="true"`);

    expect(talk.it.media.memberships.get(muted.leg.id)?.membership).toMatchObject({
      muted: true,
      hold: false,
    });
    expect(talk.of("participant-join").at(-1)).toMatchObject({ Muted: "true" });
    expect(talk.it.soundOf(caller)).toBe("room");
  });

  test.each([
    ["true", "beep", "beep"],
    ["onEnter", "beep", "nothing"],
    ["onExit", "nothing", "beep"],
    ["false", "nothing", "nothing"],
    ["loudly", "beep", "beep"],
  ])("[XT48] beep=%s: %s when they come, %s when they go", async (beep, coming, going) => {
    const talk = new ConferenceHarness();
    await talk.start();
    function heard() {
      const playing = talk.it.media.roomPlaying.get(talk.room.sid)?.source;
      talk.it.media.finishRoom(talk.room.sid);
      return playing?.type === "builtin" ? playing.name : "nothing";
    }
    talk.it.web.respondWith(
      "/incoming",
      `<Dial><Conference beep="${beep}">talk</Conference></Dial>`,
    );

    const guest = await talk.it.ring();
    expect(heard()).toBe(coming);
    guest.sink.onEnded({ cause: "hangup" });
    await settled();

    expect(heard()).toBe(going);
  });

  test("[XT47] to coach one who is not there is 13240: they are not let in", async () => {
    const talk = new ConferenceHarness();
    await talk.start();
    talk.it.web.respondWith(
      "/incoming",
      `<Dial><Conference coach="CA0">talk</Conference></Dial><Play>${APP}/no.wav</Play>`,
    );

    const coach = await talk.it.ring();

    expect(talk.it.errorsOf(coach.sid)).toEqual([13240]);
    expect(talk.it.soundOf(coach)).toBe(`${APP}/no.wav`);
    expect(talk.it.core.conferences.participants(talk.room.sid)).toHaveLength(2);
  });

  test("[XT47] to coach one who is there is told in the events", async () => {
    const talk = new ConferenceHarness();
    const { agent } = await talk.start();

    await talk.join(`coach="${agent.sid}"`);

    expect(talk.of("participant-join").at(-1)).toMatchObject({
      Coaching: "true",
      CallSidToCoach: agent.sid,
    });
  });

  test("[XT15] Dial's action after a conference says answered, and no DialCallSid", async () => {
    const talk = new ConferenceHarness();
    const { caller } = await talk.start();
    talk.it.web.respondWith(ASKED, `<Play>${APP}/bye.wav</Play>`);

    talk.it.core.conferences.removeParticipant(talk.room.sid, caller.sid);
    await settled();

    const [asked] = talk.it.web.requestsTo(ASKED);
    expect(asked).toMatchObject({ DialCallStatus: "answered" });
    expect(asked).not.toHaveProperty("DialCallSid");
    expect(asked).not.toHaveProperty("DialCallDuration");
    expect(talk.it.soundOf(caller)).toBe(`${APP}/bye.wav`);
  });

  test("[XT14] Dial's timeLimit and hangupOnStar take them out of the room", async () => {
    const talk = new ConferenceHarness();
    await talk.start();
    function dial(attributes: string) {
      return `<Dial ${attributes}><Conference beep="false">talk</Conference></Dial><Play>${APP}/out.wav</Play>`;
    }
    const limited = await talk.it.ringInto(dial(`timeLimit="9"`));
    const starred = await talk.it.ringInto(dial(`hangupOnStar="true"`));

    await talk.it.clock.advance(9_100);
    starred.sink.onDigit("*");
    await settled();

    expect(talk.it.soundOf(limited)).toBe(`${APP}/out.wav`);
    expect(talk.it.soundOf(starred)).toBe(`${APP}/out.wav`);
  });
});
