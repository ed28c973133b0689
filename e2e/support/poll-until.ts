import { setTimeout as wait } from "node:timers/promises";

/** Reads a value until it is the expected one, and returns it. Throws after `withinMs`. */
export async function pollUntil<T>(
  what: string,
  read: () => Promise<T> | T,
  isExpected: (seen: T) => boolean,
  withinMs = 30_000,
): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const seen = await read();
    if (isExpected(seen)) {
      return seen;
    }
    if (Date.now() > deadline) {
      throw new Error(`${what}: not within ${withinMs} ms; last seen ${JSON.stringify(seen)}`);
    }
    await wait(100);
  }
}
