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

/** Resolves when all pending promises have settled. */
export async function settled(): Promise<void> {
  for (let round = 0; round < 8; round += 1) {
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}
