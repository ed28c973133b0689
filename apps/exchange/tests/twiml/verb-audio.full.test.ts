import { describe, expect, test } from "vitest";

import { rootMeanSquare } from "@linedesk/audio";
import { eventually } from "../support/booted-exchange.ts";
import { melodyOf, TwimlScene } from "../support/twiml-scene.ts";
import { useExchange } from "../support/use-exchange.ts";

const booted = useExchange({ keepsClients: true });

describe.concurrent("on a telephone call", () => {
  test("[XT1][XT4] verbs are heard in order, Play with its repetitions, up to Hangup", async () => {
    await using scene = await TwimlScene.open(booted());

    const caller = await scene.connect(
      `<Play loop="2">${scene.tone(500)}</Play><Play>${scene.tone(700)}</Play>
       <Hangup/><Play>${scene.tone(900)}</Play>`,
    );
    const end = await caller.ended;

    expect(melodyOf(caller, [500, 700, 900])).toEqual([500, 500, 700]);
    expect(end.by).toBe("exchange");
    expect(await scene.requests("status")).toMatchObject({ CallStatus: "completed" });
  });

  test("[XT4] Play sends its digits as telephone events, without its w", async () => {
    await using scene = await TwimlScene.open(booted());

    const caller = await scene.connect(`<Play digits="12w*#"/>`);
    await caller.ended;

    expect(caller.digitsReceived).toBe("12*#");
  });

  test("[XT5] the caller hears a Say without a recorded prompt", async () => {
    await using scene = await TwimlScene.open(booted());

    const caller = await scene.connect(`<Say>The weather will be fine.</Say><Pause length="5"/>`);

    await eventually(
      async () => rootMeanSquare(caller.receivedAudio(300)),
      (level) => level > 300,
    );
    const [{ CallSid = "" } = {}] = scene.paramsOf("incoming");
    expect(await booted().rest.calls(CallSid).notifications.list()).toEqual([]);
  });
});
