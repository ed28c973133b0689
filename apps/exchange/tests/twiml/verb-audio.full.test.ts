import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { rootMeanSquare } from "@linedesk/audio";
import { BootedExchange, eventually } from "../support/booted-exchange.ts";
import { receivesTone, melodyOf, TwimlScene } from "../support/twiml-scene.ts";

let booted: BootedExchange;

beforeAll(async () => {
  booted = await BootedExchange.start();
});
afterAll(() => booted.close());

describe.concurrent("verbs on a telephone call", () => {
  test("[XT1][XT4] verbs are heard in order, Play as often as told, up to Hangup", async () => {
    await using scene = await TwimlScene.open(booted);

    const caller = await scene.connect(
      `<Play loop="2">${scene.tone(500)}</Play><Play>${scene.tone(700)}</Play>
       <Hangup/><Play>${scene.tone(900)}</Play>`,
    );
    const end = await caller.ended;

    expect(melodyOf(caller, [500, 700, 900])).toEqual([500, 500, 700]);
    expect(end.by).toBe("exchange");
    expect(await scene.requests("status")).toMatchObject({ CallStatus: "completed" });
  });

  test("[XT1] Redirect replaces the document, by an address relative to it", async () => {
    await using scene = await TwimlScene.open(booted);
    scene.answer(
      "next",
      `<Redirect method="GET">sub/last</Redirect><Play>${scene.tone(900)}</Play>`,
    );
    scene.answer("sub/last", `<Play>${scene.tone(700)}</Play>`);

    const caller = await scene.connect(
      `<Play>${scene.tone(500)}</Play><Redirect>next</Redirect><Play>${scene.tone(900)}</Play>`,
    );
    await caller.ended;

    expect(melodyOf(caller, [500, 700, 900])).toEqual([500, 700]);
    expect([scene.paramsOf("next").length, scene.paramsOf("sub/last").length]).toEqual([1, 1]);
  });

  test("[XT1] an empty Redirect asks for its own document again", async () => {
    await using scene = await TwimlScene.open(booted);
    function isFirst() {
      return scene.paramsOf("incoming").length === 1;
    }
    scene.answer("incoming", () => (isFirst() ? "<Pause/><Redirect/>" : "<Hangup/>"));

    const caller = await scene.ringAgain();
    await caller.ended;

    expect(scene.paramsOf("incoming")).toHaveLength(2);
  });

  test("[XT7] Pause is as long as it says, and a second where it says nothing", async () => {
    await using scene = await TwimlScene.open(booted);
    const tone = `<Play>${scene.tone(500)}</Play>`;

    const caller = await scene.connect(`${tone}<Pause/>${tone}<Pause length="2"/>${tone}`);
    await caller.ended;

    const [short, long] = gapsMs(caller.receivedAudio(10_000));
    // Half a second of silence is in the tone's own file.
    expect(short).toBeGreaterThan(1400);
    expect(short).toBeLessThan(2300);
    expect(Number(long) - Number(short)).toBeGreaterThan(700);
  });

  test("[XT4] Play sends its digits as telephone events, w waits", async () => {
    await using scene = await TwimlScene.open(booted);

    const caller = await scene.connect(`<Play digits="12w*#"/>`);
    await caller.ended;

    expect(caller.digitsReceived).toBe("12*#");
  });

  test("[XT5] Say is heard before what stands behind it", async () => {
    await using scene = await TwimlScene.open(booted);

    const caller = await scene.connect(
      `<Say loop="2">Goodbye.</Say><Play>${scene.tone(500)}</Play>`,
    );
    await caller.ended;

    const received = caller.receivedAudio(10_000);
    const spoken = received.subarray(0, startOf(received, 500));
    expect(rootMeanSquare(spoken.filter((sample) => Math.abs(sample) > 100))).toBeGreaterThan(300);
    expect(melodyOf(caller, [500])).toEqual([500]);
  });

  test("[XT5] a Say of what nobody has recorded is heard by the caller", async () => {
    await using scene = await TwimlScene.open(booted);

    const caller = await scene.connect(`<Say>The weather will be fine.</Say><Pause length="5"/>`);

    await eventually(
      async () => rootMeanSquare(caller.receivedAudio(300)),
      (level) => level > 300,
    );
    const [{ CallSid = "" } = {}] = scene.paramsOf("incoming");
    expect(await booted.rest.calls(CallSid).notifications.list()).toEqual([]);
  });

  test.each([
    ["busy", 486, "busy"],
    ["rejected", 603, "no-answer"],
    ["whatever", 603, "no-answer"],
  ])("[XT21] Reject as %s ends the call unanswered with %d", async (reason, status, sipCode) => {
    await using scene = await TwimlScene.open(booted);

    const caller = await scene.ring(`<Reject reason="${reason}"/><Play>${scene.tone(500)}</Play>`);
    await expect(caller.answered).rejects.toThrow("ended before it was answered");

    expect(await caller.ended).toMatchObject({ by: "exchange", status });
    expect(await scene.requests("status")).toMatchObject({
      CallStatus: sipCode,
      CallDuration: "0",
    });
  });

  test("[XT10][XT51] Leave has no place outside of a queue, and the document's end answers", async () => {
    await using scene = await TwimlScene.open(booted);

    const caller = await scene.connect(`<Leave/><Play>${scene.tone(500)}</Play>`);
    await receivesTone(caller, 500);
    const [call] = await booted.rest.calls.list({ to: scene.number });
    const notes = await eventually(
      () => booted.rest.calls(String(call?.sid)).notifications.list(),
      (list) => list.length > 0,
    );

    expect(notes.map(({ errorCode }) => errorCode)).toEqual(["12200"]);
  });
});

/** Where a tone begins, to 50 ms. */
function startOf(samples: Int16Array, frequencyHz: number): number {
  for (let at = 0; at + 400 <= samples.length; at += 400) {
    const isThere = melodyOf({ receivedAudio: () => samples.subarray(at, at + 400) }, [
      frequencyHz,
    ]);
    if (isThere.length > 0) {
      return at;
    }
  }
  return samples.length;
}

/** The silences between sounds, first to last. */
function gapsMs(samples: Int16Array): number[] {
  const gaps: number[] = [];
  let quietFrom: number | null = null;
  for (let at = 0; at + 160 <= samples.length; at += 160) {
    const isLoud = rootMeanSquare(samples.subarray(at, at + 160)) > 500;
    if (isLoud && quietFrom !== null && at - quietFrom > 1600) {
      gaps.push((at - quietFrom) / 8);
    }
    if (isLoud) {
      quietFrom = at + 160;
    }
  }
  return gaps;
}
