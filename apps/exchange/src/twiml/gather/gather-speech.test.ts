import { describe, expect, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { AFTER, gathering } from "../../testing/a-gather.ts";
import { CoreUnderTest } from "../../testing/core-under-test.ts";
import { APP } from "../../testing/scripted-web.ts";

const MENU = `<Play>${APP}/menu.wav</Play>`;

describe("a Gather that hears speech", () => {
  test("sends SpeechResult, Confidence and Language to its action", async () => {
    const { it, speak, fallSilent, understand } = await gathering(
      `input="speech" language="en-AU" hints="sales, support" speechModel="phone_call"`,
    );

    await speak();
    it.media.emitUtterance("utterance.audio");
    await fallSilent();
    await understand("support", 0.91);

    expect(it.web.requestsTo("/said")[0]).toMatchObject({
      SpeechResult: "support",
      Confidence: "0.9100",
      Language: "en-AU",
    });
    expect(it.web.requestsTo("/said")[0]).not.toHaveProperty("Digits");
    expect(it.recogniser.requests).toMatchObject([
      { language: "en-AU", hints: "sales, support", speechModel: "phone_call" },
    ]);
    expect(it.recogniser.samples).toHaveLength(1);
  });

  test("waits the timeout for speech to begin, and then for its end", async () => {
    const { it, call, speak, fallSilent, understand } = await gathering(
      `input="speech" timeout="3"`,
    );
    await it.clock.advance(2_900);
    await speak();

    await it.clock.advance(30_000);
    expect(it.soundOf(call)).toBe("silence");
    await fallSilent();
    await understand("hello");

    expect(it.web.requestsTo("/said")[0]).toMatchObject({ SpeechResult: "hello" });
  });

  test("[XT8] goes on with the next verb where nobody speaks or nothing is understood", async () => {
    const silent = await gathering(`input="speech" timeout="3"`);
    await silent.it.clock.advance(3_100);
    expect(silent.it.soundOf(silent.call)).toBe(`${APP}/after.wav`);

    const coughing = await gathering(`input="speech"`);
    await coughing.speak();
    await coughing.fallSilent();
    coughing.it.recogniser.end({ type: "nothing" });
    await settled();
    expect(coughing.it.soundOf(coughing.call)).toBe(`${APP}/after.wav`);
  });

  test("with actionOnEmptyResult its action hears of nothing", async () => {
    const { it } = await gathering(`input="dtmf speech" actionOnEmptyResult="true" timeout="2"`);

    await it.clock.advance(2_100);

    const empty = { Digits: "", SpeechResult: "", Confidence: "0.0", Language: "en-US" };
    expect(it.web.requestsTo("/said")[0]).toMatchObject(empty);
  });

  test("does not listen where only keys are asked for, and to no keys where only speech is", async () => {
    const keyed = await gathering("");
    expect(keyed.it.media.listenings.size).toBe(0);

    const spoken = await gathering(`input="speech" numDigits="1"`);
    spoken.call.sink.onDigit("1");
    await settled();
    expect(spoken.it.web.requestsTo("/said")).toEqual([]);
  });
});

describe("speech and prompts", () => {
  test("the first word ends the prompts", async () => {
    const { it, call, speak } = await gathering(`input="speech"`, MENU);
    expect(it.soundOf(call)).toBe(`${APP}/menu.wav`);

    await speak();

    expect(it.soundOf(call)).toBe("silence");
  });

  test('with bargeIn="false" nobody is listened to before their end', async () => {
    const { it, call } = await gathering(`input="speech" bargeIn="false"`, MENU);
    expect(it.media.listenings.size).toBe(0);

    await it.finish(call);

    expect(it.media.listenings.size).toBe(1);
  });

  test("a key ends speech, and what was said is given up", async () => {
    const { it, call, speak, fallSilent, understand } = await gathering(
      `input="dtmf speech" numDigits="2"`,
    );
    await speak();

    call.sink.onDigit("4");
    await settled();
    expect(it.recogniser.isCancelled).toBe(true);
    await fallSilent();
    await understand("support");
    expect(it.web.requestsTo("/said")).toEqual([]);
    call.sink.onDigit("2");
    await settled();

    expect(it.web.requestsTo("/said")[0]).toMatchObject({ Digits: "42", msg: "Gather End" });
    expect(it.web.requestsTo("/said")[0]).not.toHaveProperty("SpeechResult");
  });
});

describe("a finish key after words", () => {
  test("ends the listening, and what was said is sent", async () => {
    const { it, call, speak, understand } = await gathering(`input="speech dtmf"`);
    await speak();

    call.sink.onDigit("#");
    await settled();
    expect(it.media.listenings.size).toBe(0);
    await understand("sales department", 0.9);

    expect(it.web.requestsTo("/said")[0]).toMatchObject({ SpeechResult: "sales department" });
    expect(it.web.requestsTo("/said")[0]).not.toHaveProperty("Digits");
  });

  test("changes nothing while they are made text of, and a digit still wins", async () => {
    const { it, call, speak, fallSilent, understand } = await gathering(
      `input="speech dtmf" numDigits="1"`,
    );
    await speak();
    await fallSilent();

    call.sink.onDigit("#");
    await settled();
    expect(it.recogniser.isCancelled).toBe(false);
    call.sink.onDigit("4");
    await settled();
    await understand("sales");

    expect(it.web.requestsTo("/said")[0]).toMatchObject({ Digits: "4" });
    expect(it.web.requestsTo("/said")).toHaveLength(1);
  });

  test("is a digit where it finishes nothing", async () => {
    const { it, call, speak } = await gathering(
      `input="speech dtmf" finishOnKey="*" numDigits="1"`,
    );
    await speak();

    call.sink.onDigit("#");
    await settled();

    expect(it.web.requestsTo("/said")[0]).toMatchObject({ Digits: "#" });
  });
});

describe("how long speech is heard", () => {
  test.each([
    ["", 5_000, 60_000],
    [`timeout="7"`, 7_000, 60_000],
    [`speechTimeout="2" maxSpeechTime="10"`, 2_000, 10_000],
    [`speechTimeout="auto"`, 900, 60_000],
    [`speechTimeout="900" maxSpeechTime="900"`, 60_000, 60_000],
    [`timeout="auto"`, 900, 60_000],
    [`timeout="auto" speechTimeout="3"`, 3_000, 60_000],
  ])(
    "[XT8] %s ends it after %i ms of silence, and after %i ms",
    async (attributes, end, longest) => {
      const { it, call } = await gathering(`input="speech" ${attributes}`);

      expect(it.errorsOf(call.sid)).toEqual([]);
      const plans = [...it.media.listenings.values()].map(({ plan }) => plan);
      expect(plans).toEqual([{ endSilenceMs: end, longestMs: longest }]);
    },
  );
});

describe("values that cannot be read", () => {
  test.each([
    [`speechTimeout="soon"`, 13327],
    [`speechTimeout="auto" speechModel="phone_call"`, 13327],
    [`maxSpeechTime="0"`, 13328],
    [`hints="$NO_SUCH_CLASS"`, 13330],
    [`language="english"`, 13331],
    [`bargeIn="maybe"`, 13332],
    [`profanityFilter="x"`, 13333],
    [`speechModel="best"`, 13334],
    [`debug="2"`, 13336],
    [`actionOnEmptyResult="si"`, 13338],
    [`enhanced="very"`, 13339],
  ])("%s is noted as %i, and speech is heard", async (attribute, code) => {
    const { it, call, speak } = await gathering(`input="speech" ${attribute}`);

    await speak();

    expect(it.errorsOf(call.sid)).toEqual([code]);
    expect(it.recogniser.requests).toHaveLength(1);
  });
});

describe("where speech cannot be recognised", () => {
  test.each([
    ["missing", 12200],
    ["language", 13331],
  ] as const)("(%s) that is noted as %i, and keys are heard", async (code, errorCode) => {
    const it = new CoreUnderTest();
    it.web.respondWith("/said", "<Pause/>");
    it.recogniser.refusal = { type: "failed", code, message: "not here" };
    const call = await it.ringInto(`<Gather input="dtmf speech" numDigits="1" action="/said"/>`);
    expect(it.errorsOf(call.sid)).toEqual([errorCode]);
    expect(it.media.listenings.size).toBe(0);

    call.sink.onDigit("1");
    await settled();

    expect(it.web.requestsTo("/said")[0]).toMatchObject({ Digits: "1" });
  });

  test("without keys it is as if nobody spoke: the timeout, then the next verb", async () => {
    const it = new CoreUnderTest();
    it.recogniser.refusal = { type: "failed", code: "missing", message: "not here" };
    const call = await it.ringInto(`<Gather input="speech" timeout="4"/>${AFTER}`);

    await it.clock.advance(3_900);
    expect(it.soundOf(call)).toBe("silence");
    await it.clock.advance(200);

    expect(it.soundOf(call)).toBe(`${APP}/after.wav`);
  });

  test("where nobody more can be listened to, that is noted, and keys are heard", async () => {
    const { it, call } = await gathering("");
    it.media.mostListenings = 0;
    const second = await it.ringInto(`<Gather input="dtmf speech" numDigits="1" action="/said"/>`);
    await settled();

    expect(it.errorsOf(second.sid)).toEqual([12200]);
    expect(it.errorsOf(call.sid)).toEqual([]);
    second.sink.onDigit("1");
    await settled();
    expect(it.web.requestsTo("/said")[0]).toMatchObject({ Digits: "1" });
  });

  test("a recogniser that fails is noted, and the next verb runs", async () => {
    const { it, call, speak, fallSilent } = await gathering(`input="speech"`);
    await speak();
    await fallSilent();

    it.recogniser.end({ type: "failed", code: "broken", message: "it broke" });
    await settled();

    expect(it.errorsOf(call.sid)).toEqual([12200]);
    expect(it.soundOf(call)).toBe(`${APP}/after.wav`);
  });
});

describe("swear words", () => {
  test.each([
    ["", "what the f*** is this s***"],
    [`profanityFilter="false"`, "what the fuck is this shit"],
  ])("with '%s' the result is '%s'", async (attributes, shown) => {
    const { it, speak, fallSilent, understand } = await gathering(`input="speech" ${attributes}`);
    await speak();
    await fallSilent();

    await understand("what the fuck is this shit");

    expect(it.web.requestsTo("/said")[0]).toMatchObject({ SpeechResult: shown });
  });
});
