import { setTimeout as wait } from "node:timers/promises";

/** Waits until the condition is true and returns the value. Throws with the last value. */
export async function pollUntil<T>(
  what: string,
  look: () => Promise<T> | T,
  isSo: (seen: T) => boolean,
  withinMs = 30_000,
): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (isSo(seen)) {
      return seen;
    }
    if (Date.now() > deadline) {
      throw new Error(`${what}: not within ${withinMs} ms; last seen ${JSON.stringify(seen)}`);
    }
    await wait(100);
  }
}
