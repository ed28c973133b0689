import { expect, test } from "vitest";

import { FakeClock } from "@linedesk/base/testing";
import { Metronome } from "./metronome.ts";

test("the metronome beats every 10 ms, and after a stall it catches up at most 50 beats", async () => {
  const clock = new FakeClock();
  let beats = 0;
  const metronome = new Metronome(clock, () => {
    beats += 1;
  });

  await clock.advance(1000);
  expect(beats).toBe(100);

  const late = new FakeClock();
  const due: (() => void)[] = [];
  let lateBeats = 0;
  const stalled = new Metronome(
    { now: () => late.now(), elapsedMs: () => late.elapsedMs(), after: later },
    () => {
      lateBeats += 1;
    },
  );
  function later(_delayMs: number, run: () => void): () => void {
    due.push(run);
    return () => undefined;
  }
  await late.advance(60_000);
  due.shift()?.();
  expect(lateBeats).toBe(50);

  metronome.close();
  stalled.close();
  await clock.advance(1000);
  expect(beats).toBe(100);
});
