import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { BootedExchange } from "../support/booted-exchange.ts";
import { receivesTone, receivesNoTone, melodyOf, TwimlScene } from "../support/twiml-scene.ts";

let booted: BootedExchange;

beforeAll(async () => {
  booted = await BootedExchange.start();
});
afterAll(() => booted.close());

describe.concurrent("Gather hears the keys of a telephone", () => {
  test.each([
    ["its finish key", "", "159#", { Digits: "159", FinishedOnKey: "#" }],
    ["another finish key", 'finishOnKey="*"', "1#*", { Digits: "1#", FinishedOnKey: "*" }],
    ["enough keys", 'numDigits="2"', "34", { Digits: "34" }],
    ["its timeout", 'timeout="1" finishOnKey=""', "7#", { Digits: "7#" }],
  ])("[XT8] up to %s", async (_end, attributes, keys, params) => {
    await using scene = await TwimlScene.open(booted);
    const prompt = `<Play loop="0">${scene.tone(500)}</Play>`;
    const caller = await scene.connect(`<Gather action="keys" ${attributes}>${prompt}</Gather>`);
    await receivesTone(caller, 500);

    await caller.sendDigits(keys);

    const request = await scene.requests("keys");
    expect(request).toMatchObject({ ...params, CallStatus: "in-progress" });
    expect("FinishedOnKey" in request).toBe("FinishedOnKey" in params);
  });

  test("[XT8] the first key ends the prompt, and the action's document goes on", async () => {
    await using scene = await TwimlScene.open(booted);
    scene.answer("keys", `<Play>${scene.tone(700)}</Play>`);
    const caller = await scene.connect(
      `<Gather action="keys" numDigits="2"><Play loop="0">${scene.tone(500)}</Play></Gather>
       <Play>${scene.tone(900)}</Play>`,
    );
    await receivesTone(caller, 500);

    await caller.sendDigits("1");
    await receivesNoTone(caller, 500);
    await caller.sendDigits("2");
    await caller.ended;

    expect(await scene.requests("keys")).toMatchObject({ Digits: "12" });
    expect(melodyOf(caller, [700, 900])).toEqual([700]);
  });

  test("[XT8] with bargeIn=false the prompt plays to its end, and the keys count", async () => {
    await using scene = await TwimlScene.open(booted);
    const caller = await scene.connect(
      `<Gather action="keys" numDigits="2" bargeIn="false">
         <Play>${scene.tone(500, 1500)}</Play><Pause/><Play>${scene.tone(700)}</Play>
       </Gather>`,
    );
    await receivesTone(caller, 500);

    await caller.sendDigits("12");

    expect(await scene.requests("keys")).toMatchObject({ Digits: "12" });
    await caller.ended;
    expect(melodyOf(caller, [500, 700])).toEqual([500, 700]);
  });

  test("[XT8] without a key it goes on with the next verb", async () => {
    await using scene = await TwimlScene.open(booted);

    const caller = await scene.connect(
      `<Gather action="keys" timeout="1"><Say>Goodbye.</Say></Gather><Play>${scene.tone(500)}</Play>`,
    );
    await caller.ended;

    expect(melodyOf(caller, [500])).toEqual([500]);
    expect(scene.paramsOf("keys")).toEqual([]);
  });

  test("[XT8][XT63] with actionOnEmptyResult it asks its action, by its method", async () => {
    await using scene = await TwimlScene.open(booted);

    await scene.connect(
      `<Gather action="keys" method="GET" timeout="1" actionOnEmptyResult="true"/>
       <Redirect>unreachable</Redirect>`,
    );

    expect(await scene.requests("keys", ({ method }) => method === "GET")).toMatchObject({
      Digits: "",
    });
    expect(scene.paramsOf("unreachable")).toEqual([]);
  });
});
