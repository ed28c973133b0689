import { setTimeout as wait } from "node:timers/promises";

import { rootMeanSquare } from "@linedesk/audio";
import type { SipListener } from "@linedesk/testkit";

const TONE_HZ = 1000;
/** Of what comes back: far above the noise of any codec, far below the tone. */
const LOUD = 1500;
const QUIET = 300;
const QUIET_FOR_MS = 200;
const WITHIN_MS = 3_000;
const SILENCE = new Int16Array(1);

/** From the first packet of a tone that a telephone sends to the first that brings it back. */
export async function measureEcho(listener: SipListener, times: number): Promise<number[]> {
  const delaysMs: number[] = [];
  for (let time = 0; time < times; time += 1) {
    listener.say(SILENCE);
    await waitFor("silence", () => rootMeanSquare(listener.receivedAudio(QUIET_FOR_MS)) < QUIET);
    // Each meets the packets and the blocks on the way at another moment.
    await wait((time * 7) % 20);
    const startMs = performance.now();
    listener.say(TONE_HZ);
    await waitFor("the tone", () => rootMeanSquare(listener.receivedAudio(10)) > LOUD);
    delaysMs.push(performance.now() - startMs);
    await wait(100);
  }
  return delaysMs;
}

async function waitFor(what: string, is: () => boolean): Promise<void> {
  const endMs = performance.now() + WITHIN_MS;
  while (!is()) {
    if (performance.now() > endMs) {
      throw new Error(`The listener did not receive ${what} within ${WITHIN_MS / 1000} s.`);
    }
    await wait(1);
  }
}
