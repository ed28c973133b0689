import { SteppedClock } from "./stepped-clock.ts";

/** Time that stands still until told otherwise, and lets promises settle when it goes on. */
export class FakeClock extends SteppedClock {
  /** Lets everything happen that happens within the time, each at its moment. */
  async advance(durationMs: number): Promise<void> {
    const endMs = this.elapsedMs() + durationMs;
    await settled();
    while (this.runNext(endMs)) {
      await settled();
    }
  }
}

/** All that is already under way has happened. */
export async function settled(): Promise<void> {
  for (let round = 0; round < 8; round += 1) {
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}
