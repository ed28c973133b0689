import { describe, expect, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { CoreUnderTest, aCallInto } from "../../testing/core-under-test.ts";
import { APP } from "../../testing/scripted-web.ts";

const MENU = `<Play>${APP}/menu.wav</Play>`;
const AFTER = `<Play>${APP}/after.wav</Play>`;

async function gathering(attributes: string, inside = "") {
  const it = new CoreUnderTest();
  it.web.respondWith("/digits", "<Pause length='60'/>");
  const gather = `<Gather action="/digits" ${attributes}>${inside}</Gather>`;
  const call = await it.ringInto(gather + AFTER);
  async function press(digits: string) {
    for (const digit of digits) {
      call.sink.onDigit(digit);
    }
    await settled();
  }
  return { it, call, press };
}

describe("invalid values of a Gather", () => {
  test.each([
    [`input="speach" timeout="abc" numDigits="0"`, [12200, 13313, 13314]],
    [`input="dtmf fax"`, [12200]],
    [`input=""`, [12200]],
    [`timeout="-1"`, [13313]],
    [`numDigits="four"`, [13314]],
    [`finishOnKey="x"`, [13310]],
    [`finishOnKey="" numDigits="4" timeout="10" input="dtmf"`, []],
    [`finishOnKey="*#9" input="speech dtmf"`, []],
    [`input="speech" timeout="auto"`, []],
  ])("[XT8] %s creates the notification %j", async (attributes, codes) => {
    const { it, call } = await gathering(attributes);

    expect(it.errorsOf(call.sid)).toEqual(codes);
  });

  test("[XT8] fall back to their defaults: 5 s of silence after the last digit", async () => {
    const { it, call, press } = await gathering(`input="speach" timeout="abc" numDigits="x"`);

    await press("1");
    await it.clock.advance(4_000);
    await press("2");
    await it.clock.advance(4_900);
    expect(it.web.requestsTo("/digits")).toEqual([]);
    await it.clock.advance(200);

    expect(it.web.requestsTo("/digits")[0]).toMatchObject({ Digits: "12" });
    expect(it.errorsOf(call.sid)).toHaveLength(3);
  });
});

describe("at the end of a Gather,", () => {
  test('[XT8] with finishOnKey="" no digit ends the input, and every digit counts', async () => {
    const { it, press } = await gathering(`finishOnKey="" timeout="3"`);

    await press("1#2*");
    expect(it.web.requestsTo("/digits")).toEqual([]);
    await it.clock.advance(3_100);

    const [request] = it.web.requestsTo("/digits");
    expect(request).toMatchObject({ Digits: "1#2*", msg: "Gather End" });
    expect(request).not.toHaveProperty("FinishedOnKey");
  });

  test("[XT8] any of several finish digits ends the input", async () => {
    const { it, press } = await gathering(`finishOnKey="*9"`);

    await press("1#9");

    expect(it.web.requestsTo("/digits")[0]).toMatchObject({ Digits: "1#", FinishedOnKey: "9" });
  });

  test("[XT8] the finish digit alone is no input", async () => {
    const { it, call, press } = await gathering("");

    await press("#");

    expect(it.web.requestsTo("/digits")).toEqual([]);
    expect(it.soundOf(call)).toBe(`${APP}/after.wav`);
  });

  test("[XT8] without input the next verb runs", async () => {
    const { it, call } = await gathering("", MENU);

    await it.finish(call);
    await it.clock.advance(5_100);

    expect(it.soundOf(call)).toBe(`${APP}/after.wav`);
  });

  test("[XT8] actionOnEmptyResult requests the action without input too", async () => {
    const { it } = await gathering(`actionOnEmptyResult="true" timeout="2"`);

    await it.clock.advance(2_100);

    expect(it.web.requestsTo("/digits")[0]).toMatchObject({ Digits: "" });
  });

  test("[XT8] without an action the Gather's own document is requested, by its method", async () => {
    const { it, call } = await aCallInto(`<Gather numDigits="1" method="GET"/>`);

    call.sink.onDigit("7");
    await settled();

    const [, again] = it.web.requests.filter(({ path }) => path === "/incoming");
    expect(again).toMatchObject({ method: "GET", params: { Digits: "7" } });
  });
});

describe("prompts of a Gather", () => {
  test("[XT8] run Say, Play and Pause in order, and a digit during a Pause ends them", async () => {
    const inside = `<Say>Goodbye</Say><Pause length="2"/>${MENU}`;
    const { it, call, press } = await gathering(`numDigits="2"`, inside);
    expect(it.soundOf(call)).toBe("goodbye");
    await it.finish(call);
    await it.clock.advance(1_000);

    await press("1");
    await it.clock.advance(3_000);

    expect(it.soundOf(call)).toBe("silence");
    it.media.emit({ type: "leg.digit", leg: call.leg.id, digit: "2" });
    await settled();
    expect(it.web.requestsTo("/digits")[0]).toMatchObject({ Digits: "12" });
  });

  test('[XT8] with bargeIn="false" continue, and digits pressed meanwhile count', async () => {
    const { it, call, press } = await gathering(`bargeIn="false" numDigits="2"`, MENU);

    await press("42");
    expect(it.soundOf(call)).toBe(`${APP}/menu.wav`);
    expect(it.web.requestsTo("/digits")).toEqual([]);
    await it.finish(call);

    expect(it.web.requestsTo("/digits")[0]).toMatchObject({ Digits: "42" });
  });

  test("[XT8] exclude an element that a Gather does not allow, and create 12200 for it", async () => {
    const { it, call } = await gathering("", `<Hangup/>${MENU}`);

    expect(it.errorsOf(call.sid)).toEqual([12200]);
    expect(it.soundOf(call)).toBe(`${APP}/menu.wav`);
  });
});
