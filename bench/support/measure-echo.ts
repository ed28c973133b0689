import { setTimeout as wait } from "node:timers/promises";

import { rootMeanSquare } from "@linedesk/audio";
import type { SipListener } from "@linedesk/testkit";
import { wallMs } from "./wall-ms.ts";

const TONE_HZ = 1000;
/** The level of a returned tone: far above any codec's noise and far below the tone. */
const LOUD = 1500;
const QUIET = 300;
const QUIET_FOR_MS = 200;
const WITHIN_MS = 3_000;
const SILENCE = new Int16Array(1);

/** The times of the first sent packet of a tone, and of the first received one with it. */
export interface Echo {
  sentMs: number;
  receivedMs: number;
}

export function delayOf({ sentMs, receivedMs }: Echo): number {
  return receivedMs - sentMs;
}

/** Measures a telephone's tone at another telephone, or at the same one if the tone returns. */
export async function measureEcho(
  listener: SipListener,
  times: number,
  receiver = listener,
): Promise<Echo[]> {
  const echoes: Echo[] = [];
  for (let time = 0; time < times; time += 1) {
    listener.say(SILENCE);
    await waitFor("silence", () => rootMeanSquare(receiver.receivedAudio(QUIET_FOR_MS)) < QUIET);
    // Each tone reaches the packets and the blocks on its way at another phase.
    await wait((time * 7) % 20);
    const before = listener.packetsSent;
    listener.say(TONE_HZ);
    await waitFor("its own packet", () => listener.packetsSent > before);
    const sentMs = wallMs();
    await waitFor("the tone", () => rootMeanSquare(receiver.receivedAudio(10)) > LOUD);
    echoes.push({ sentMs, receivedMs: wallMs() });
    await wait(100);
  }
  return echoes;
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
