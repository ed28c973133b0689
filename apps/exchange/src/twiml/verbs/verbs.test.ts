import { describe, expect, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { CoreUnderTest, aCallInto } from "../../testing/core-under-test.ts";
import { APP } from "../../testing/scripted-web.ts";

describe("in a document", () => {
  test("[XT4] Play plays without end when `loop` is 0", async () => {
    const { it, call } = await aCallInto(`<Play loop="0">${APP}/music.mp3</Play>`);

    expect(it.media.playing.get(call.leg.id)?.loop).toBe(0);
  });

  test("Play plays `musicUrl` while the live programme is unavailable, and requests the programme again", async () => {
    const it = new CoreUnderTest();
    it.media.brokenUrls.add(`${APP}/live`);

    const call = await it.ringInto(
      `<Play loop="0" musicUrl="${APP}/hold.mp3">${APP}/live</Play><Hangup/>`,
    );
    expect(it.soundOf(call)).toBe(`${APP}/hold.mp3`);
    expect(it.errorsOf(call.sid)).toEqual([13420]);

    it.media.brokenUrls.clear();
    await it.clock.advance(30_000);
    expect(it.soundOf(call)).toBe(`${APP}/live`);
    expect(it.media.playing.get(call.leg.id)?.source).toMatchObject({
      musicUrl: `${APP}/hold.mp3`,
    });
    expect(it.errorsOf(call.sid)).toEqual([13420]);
  });

  test("music is not fetched from a host that is not allowed", async () => {
    const { it, call } = await aCallInto(
      `<Play loop="0" musicUrl="http://10.0.0.1/a.wav">${APP}/live</Play>`,
    );

    expect(it.media.playing.get(call.leg.id)?.source).toEqual({ type: "url", url: `${APP}/live` });
  });

  test("[XT4] Play sends digits to a telephone, with their pauses", async () => {
    const it = new CoreUnderTest();

    await it.ringInto(`<Play digits="1w23"/><Pause length="9"/>`);
    expect(it.media.sentDigits).toEqual(["1"]);
    await it.clock.advance(1_000);

    expect(it.media.sentDigits).toEqual(["1", "23"]);
  });

  test("a sound is not fetched from a host that is not allowed", async () => {
    const { it, call } = await aCallInto(
      `<Play>http://10.0.0.1/a.wav</Play><Play>${APP}/b.wav</Play>`,
    );

    expect(it.errorsOf(call.sid)).toEqual([13420]);
    expect(it.soundOf(call)).toBe(`${APP}/b.wav`);
  });

  test("[XT5] free text without espeak-ng is an error, and the next verb runs", async () => {
    const { it, call } = await aCallInto(`<Say>Welcome to 2ZZ</Say><Play>${APP}/b.wav</Play>`);
    await settled();

    expect(it.errorsOf(call.sid)).toEqual([13520]);
    expect(it.messagesOf(call.sid)[0]).toContain("espeak-ng");
    expect(it.soundOf(call)).toBe(`${APP}/b.wav`);
  });

  test("[XT5] Say plays a sentence that exists as a recording", async () => {
    const { it, call } = await aCallInto(
      "<Say>We are sorry: an application error has occurred. Goodbye!</Say>",
    );
    await settled();

    expect(it.soundOf(call)).toBe("apology");
  });

  test("[XT5] Say repeats its text without end when `loop` is 0", async () => {
    const { it, call } = await aCallInto(`<Say loop="0">Goodbye</Say>`);
    await settled();

    expect(it.media.playing.get(call.leg.id)).toMatchObject({ loop: 0 });
  });

  test("[XT7] Pause waits 1 s by default", async () => {
    const { it, call } = await aCallInto(`<Pause/><Pause length="3"/>`);

    await it.clock.advance(3_900);
    expect(it.status(call.sid)).toBe("in-progress");
    await it.clock.advance(200);

    expect(it.status(call.sid)).toBe("completed");
  });
});

describe("Reject, Hangup", () => {
  test.each([
    ["<Reject/>", "declined", 603, "no-answer"],
    [`<Reject reason="busy"/>`, "busy", 486, "busy"],
  ])("[XT21][XI2] %s leaves the call unanswered", async (verb, cause, sipCode, status) => {
    const { it, call } = await aCallInto(verb);

    expect(call.leg.answers).toBe(0);
    expect(call.leg.declined).toMatchObject({ cause, sipCode });
    expect(it.status(call.sid)).toBe(status);
  });

  test("[XT51] Hangup as the first verb answers the call and then ends it", async () => {
    const { it, call } = await aCallInto("<Hangup/>");

    expect(call.leg.answers).toBe(1);
    expect(it.status(call.sid)).toBe("completed");
  });
});
