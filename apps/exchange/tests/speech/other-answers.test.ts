import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import { BootedExchange, eventually } from "../support/booted-exchange.ts";
import { Cleanup } from "../support/sip-support.ts";
import { TwimlScene } from "../support/twiml-scene.ts";
import { spokenAfter } from "./spoken.ts";

// Callers who say nothing, press a key, say a strange word or speak a strange language, over PCMU.

const TIMEOUT_MS = 60_000;
const SENTENCE = "my name is peter and I am calling from the airport";

const cleanup = new Cleanup();
let booted: BootedExchange;
let scene: TwimlScene;

beforeAll(async () => {
  booted = await BootedExchange.start();
}, TIMEOUT_MS);
beforeEach(async () => {
  scene = await TwimlScene.open(booted);
  for (const name of ["said", "further"]) {
    scene.answer(name, `<Pause length="60"/>`);
  }
});
afterEach(async () => {
  await scene[Symbol.asyncDispose]();
  await cleanup.run();
});
afterAll(() => booted.close());

/** A caller who says this to a Gather, after which the document goes further. */
function speakTo(gather: string, text: string | null) {
  const sends = text === null ? {} : { sends: spokenAfter(cleanup, { text }) };
  return scene.connect(`${gather}<Redirect>further</Redirect>`, sends);
}

test(
  "who says nothing falls through to the next verb",
  async () => {
    await speakTo(`<Gather input="speech" action="said" timeout="2"/>`, null);

    await scene.requests("further");

    expect(scene.paramsOf("said")).toEqual([]);
  },
  TIMEOUT_MS,
);

test(
  "who says nothing comes to the action all the same with actionOnEmptyResult",
  async () => {
    const gather = `<Gather input="speech" action="said" timeout="2" actionOnEmptyResult="true"/>`;
    await speakTo(gather, null);

    const params = await scene.requests("said");

    expect(params).toMatchObject({ SpeechResult: "", Language: "en-US" });
    expect(scene.paramsOf("further")).toEqual([]);
  },
  TIMEOUT_MS,
);

test(
  "a key that is pressed while they speak counts alone",
  async () => {
    const gather = `<Gather input="dtmf speech" action="said" numDigits="1" timeout="20"
      speechTimeout="30" partialResultCallback="recognised"/>`;
    const caller = await speakTo(gather, SENTENCE);
    await scene.requests("recognised");

    await caller.sendDigits("5");

    const params = await scene.requests("said");
    expect(params["Digits"]).toBe("5");
    expect(params["SpeechResult"]).toBeUndefined();
  },
  TIMEOUT_MS,
);

test(
  "a hint that no dictionary has is heard among others",
  async () => {
    const gather = `<Gather input="speech" action="said" timeout="20" speechTimeout="1"
      hints="Sales, Weather report, Linedesk, Operator"/>`;
    await speakTo(gather, "linedesk");

    expect((await scene.requests("said"))["SpeechResult"]).toBe("Linedesk");
  },
  TIMEOUT_MS,
);

test(
  "who speaks a language that nobody here knows is not heard, and that is noted",
  async () => {
    const gather = `<Gather input="speech" action="said" timeout="6" language="sw-KE"/>`;
    await speakTo(gather, SENTENCE);

    const { CallSid = "" } = await scene.requests("further");

    expect(scene.paramsOf("said")).toEqual([]);
    const [note] = await eventually(
      () => booted.rest.calls(CallSid).notifications.list(),
      (notes) => notes.length > 0,
    );
    expect(note).toMatchObject({
      errorCode: "13331",
      messageText: expect.stringContaining("sw-KE is not recognised here"),
    });
  },
  TIMEOUT_MS,
);
