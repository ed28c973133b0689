import { describe, expect, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { ConferenceHarness, aConference } from "../../testing/conference-harness.ts";
import { APP } from "../../testing/scripted-web.ts";

const ACTION = "/done";

describe("[XT20] the wait document of a conference", () => {
  test.each([
    ["that is missing", { status: 404 }, 11200],
    ["that is no TwiML", "<Response", 12100],
    ["of a wrong type", { contentType: "application/json", body: "x" }, 12300],
  ])(
    "%s removes the participant, and Dial's action gets the status `failed`",
    async (_what, answer, code) => {
      const harness = new ConferenceHarness();
      harness.it.web.respondWith(ACTION, `<Play>${APP}/sorry.wav</Play>`).on("/wait", answer);

      const call = await harness.join(`waitUrl="/wait"`);
      await settled();

      expect(harness.it.errorsOf(call.sid)).toEqual([code]);
      expect(harness.it.web.requestsTo(ACTION)[0]).toMatchObject({ DialCallStatus: "failed" });
      expect(harness.it.soundOf(call)).toBe(`${APP}/sorry.wav`);
      expect(harness.of("participant-leave")[0]).toMatchObject({
        ReasonParticipantLeft: "participant_add_failed",
      });
    },
  );

  test("[XW17] is replaced by music while the application is unavailable, and the participant stays", async () => {
    const harness = new ConferenceHarness();
    harness.it.web.on("/wait", { status: 503 });

    const call = await harness.join(`waitUrl="/wait"`);
    await settled();

    expect(harness.it.soundOf(call)).toBe("hold-music");
    expect(harness.it.core.conferences.participants(harness.room.sid)).toHaveLength(1);
  });
});

test("[XW11] a conference whose callback names no events reports only start and end", async () => {
  const harness = new ConferenceHarness();
  const noun = `<Conference beep="false" statusCallback="/room">talk</Conference>`;
  const first = await harness.it.ringInto(`<Dial>${noun}</Dial>`);
  await harness.it.ringInto(`<Dial>${noun}</Dial>`);

  harness.it.core.conferences.end(harness.room.sid);
  await settled();

  expect(harness.callbacks).toEqual(["conference-start", "conference-end"]);
  expect(harness.it.status(first.sid)).toBe("completed");
});

describe("in a conference", () => {
  test("[XT17] a participant who joins muted hears the others and is not heard", async () => {
    const { harness, caller } = await aConference();

    const muted = await harness.join(`muted="true"`);

    expect(harness.it.media.memberships.get(muted.leg.id)?.membership).toMatchObject({
      muted: true,
      hold: false,
    });
    expect(harness.of("participant-join").at(-1)).toMatchObject({ Muted: "true" });
    expect(harness.it.soundOf(caller)).toBe("room");
  });

  test("[XT15] Dial's action after a conference has the status `answered` and no DialCallSid", async () => {
    const { harness, caller } = await aConference();
    harness.it.web.respondWith(ACTION, `<Play>${APP}/bye.wav</Play>`);

    harness.it.core.conferences.end(harness.room.sid);
    await settled();

    const request = harness.it.web.requestsTo(ACTION).find(({ CallSid }) => CallSid === caller.sid);
    expect(request).toMatchObject({ DialCallStatus: "answered" });
    expect(request).not.toHaveProperty("DialCallSid");
    expect(request).not.toHaveProperty("DialCallDuration");
    expect(harness.it.soundOf(caller)).toBe(`${APP}/bye.wav`);
  });

  test("[XT14] Dial's timeLimit removes the participant from the conference", async () => {
    const harness = new ConferenceHarness();
    await harness.start();
    const limited = await harness.it.ringInto(
      `<Dial timeLimit="9"><Conference>talk</Conference></Dial><Play>${APP}/out.wav</Play>`,
    );

    await harness.it.clock.advance(9_100);

    expect(harness.it.soundOf(limited)).toBe(`${APP}/out.wav`);
  });
});
