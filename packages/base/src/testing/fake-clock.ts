import { SteppedClock } from "./stepped-clock.ts";

export class FakeClock extends SteppedClock {
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
