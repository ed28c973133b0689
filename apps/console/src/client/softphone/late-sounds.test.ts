import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { createLateSounds } from "./late-sounds.ts";

/** The sounds that the page's players fetch, play and pause, in order. */
let log: string[] = [];

class FakeAudio {
  loop = false;
  currentTime = 0;
  sink = "";
  #url = "";
  set src(url: string) {
    this.#url = url;
    log.push(`fetch ${url}`);
  }
  setSinkId(sink: string): Promise<void> {
    this.sink = sink;
    return sink === "gone" ? Promise.reject(new Error("no such device")) : Promise.resolve();
  }
  play(): Promise<void> {
    log.push(`play ${this.#url} on ${this.sink}${this.loop ? ", on and on" : ""}`);
    return this.#url.includes("blocked") ? Promise.reject(new Error("blocked")) : Promise.resolve();
  }
  pause(): void {
    log.push(`pause ${this.#url}`);
  }
}

beforeEach(() => {
  log = [];
  vi.useFakeTimers();
  vi.stubGlobal("Audio", FakeAudio);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("the SDK's sounds are fetched once, at the first need and not at creation", async () => {
  const { Sound, load } = createLateSounds();
  const [digit, ring] = [
    new Sound("dtmf1", "/dtmf1.wav", { maxDuration: 1_000 }),
    new Sound("incoming", "/incoming.wav", { shouldLoop: true }),
  ];
  expect(log).toEqual([]);

  await digit.play();
  expect(log).toEqual(["fetch /dtmf1.wav", "play /dtmf1.wav on default"]);
  load();
  load();
  await vi.advanceTimersByTimeAsync(0);
  expect(log.slice(2)).toEqual(["fetch /incoming.wav"]);

  await ring.play();
  expect(log.at(-1)).toBe("play /incoming.wav on default, on and on");
});

test("[VD59] a sound ends when it is stopped or after its length, and plays on each device", async () => {
  const { Sound } = createLateSounds();
  const digit = new Sound("dtmf1", "/dtmf1.wav", { maxDuration: 1_000 });
  digit.setSinkIds(["desk", "gone"]);
  await digit.play();
  expect(log.filter((line) => line.startsWith("play"))).toEqual([
    "play /dtmf1.wav on desk",
    "play /dtmf1.wav on gone",
  ]);
  log = [];
  await vi.advanceTimersByTimeAsync(999);
  expect([digit.isPlaying, log]).toEqual([true, []]);
  await vi.advanceTimersByTimeAsync(1);
  expect([digit.isPlaying, log]).toEqual([false, ["pause /dtmf1.wav", "pause /dtmf1.wav"]]);

  log = [];
  const late = new Sound("outgoing", "/outgoing.wav", {});
  const played = late.play();
  late.stop();
  await played;
  expect(log).toEqual(["fetch /outgoing.wav", "pause /outgoing.wav"]);
  // A blocked sound is silent, and nothing fails.
  await new Sound("outgoing", "/blocked.wav", {}).play();
});
