import { expect, test } from "vitest";

import { watchForHang } from "./hang-watch.ts";

/** Time that the test moves, a second at a time. */
class SteppedClock {
  #now = 0;
  #due: { at: number; run: () => void }[] = [];
  elapsedMs(): number {
    return this.#now;
  }
  after(delayMs: number, run: () => void): () => void {
    const entry = { at: this.#now + delayMs, run };
    this.#due.push(entry);
    return () => {
      this.#due = this.#due.filter((one) => one !== entry);
    };
  }
  async pass(seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second += 1) {
      this.#now += 1_000;
      const due = this.#due.filter(({ at }) => at <= this.#now);
      this.#due = this.#due.filter(({ at }) => at > this.#now);
      for (const { run } of due) {
        run();
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

function aWatch() {
  const clock = new SteppedClock();
  const state = { alive: true, hungs: 0 };
  const stop = watchForHang({
    clock,
    isAlive: async () => {
      if (!state.alive) {
        throw new Error("no answer");
      }
      return true;
    },
    onHung: () => {
      state.hungs += 1;
    },
  });
  return { clock, state, stop };
}

test("[XR263] a part that runs and has not answered for 6 s is hung, which is said once", async () => {
  const { clock, state } = aWatch();
  await clock.pass(5);
  state.alive = false;

  await clock.pass(5);
  expect(state.hungs).toBe(0);
  await clock.pass(10);

  expect(state.hungs).toBe(1);
});

test("[XR263] an answer in between begins the time anew", async () => {
  const { clock, state } = aWatch();
  await clock.pass(1);
  for (let round = 0; round < 5; round += 1) {
    state.alive = false;
    await clock.pass(4);
    state.alive = true;
    await clock.pass(1);
  }

  expect(state.hungs).toBe(0);
});

test("[XR263] a part has a minute until its first answer", async () => {
  const { clock, state } = aWatch();
  state.alive = false;

  await clock.pass(55);
  expect(state.hungs).toBe(0);
  await clock.pass(10);

  expect(state.hungs).toBe(1);
});

test("a watch that is ended asks no more", async () => {
  const { clock, state, stop } = aWatch();
  await clock.pass(2);
  state.alive = false;
  stop();

  await clock.pass(100);

  expect(state.hungs).toBe(0);
});
