import type { Page } from "@playwright/test";

import type { CalledListener, SipListener } from "@linedesk/testkit";
import { measureBrowserTone } from "./browser.ts";
import { pollUntil } from "./poll-until.ts";

/** The tones of the listener's telephone and of the operator's microphone. */
export const listenerHz = 440;
export const operatorHz = 1000;

/** A tone is present above the first of these amplitudes (0..1), and absent below the second. */
const presentAbove = 0.02;
const absentBelow = 0.004;
const quietBelow = 64;
const samplesPerMs = 8;
const packetMs = 20;

type ToneMeter = Pick<SipListener | CalledListener, "toneAmplitude">;

export function untilListenerReceives(listener: ToneMeter, hz: number): Promise<number> {
  return pollUntil(
    `the listener hears ${hz} Hz`,
    () => listener.toneAmplitude(hz, 400),
    (level) => level > presentAbove,
  );
}

export function untilListenerReceivesNo(listener: ToneMeter, hz: number): Promise<number> {
  return pollUntil(
    `the listener hears no ${hz} Hz`,
    () => listener.toneAmplitude(hz, 400),
    (level) => level < absentBelow,
  );
}

/** Waits for this much more sound of any kind, by the listener's packets. */
export async function untilListenerReceivesFor(listener: SipListener, ms: number): Promise<void> {
  const enough = listener.packetsReceived + ms / packetMs;
  await pollUntil(
    `the listener receives ${ms} ms more`,
    () => listener.packetsReceived,
    (packets) => packets >= enough,
  );
}

/** Returns the loudness (0..1) of the last received sound of any kind, such as music. */
export function loudnessOf(listener: SipListener, lastMs = 1000): number {
  const samples = listener.receivedAudio(lastMs);
  let sum = 0;
  for (const sample of samples) {
    sum += (sample / 32_768) ** 2;
  }
  return Math.sqrt(sum / Math.max(1, samples.length));
}

export function untilMusic(listener: SipListener, withinMs = 30_000): Promise<number> {
  return pollUntil(
    "the listener hears music",
    // The window is as short as for the tones, so that older sound does not count.
    () => loudnessOf(listener, 400),
    (level) => level > 0.005,
    withinMs,
  );
}

/** Returns the longest recent silence in ms, measured in received sound and not by a clock. */
export function longestSilenceMs(listener: SipListener, lastMs = 10_000): number {
  const samples = listener.receivedAudio(lastMs);
  // The time before the first sound does not count.
  const first = samples.findIndex((sample) => Math.abs(sample) >= quietBelow);
  let [longest, quiet] = [0, 0];
  for (const sample of samples.subarray(first)) {
    quiet = Math.abs(sample) < quietBelow ? quiet + 1 : 0;
    longest = Math.max(longest, quiet);
  }
  return longest / samplesPerMs;
}

export function untilBrowserReceives(page: Page, hz: number, withinMs = 30_000) {
  return pollUntil(
    `the browser receives ${hz} Hz`,
    () => measureBrowserTone(page, hz),
    ({ share, level }) => share > 0.7 && level > 0.01,
    withinMs,
  );
}

export function untilBrowserReceivesNo(page: Page, hz: number) {
  return pollUntil(
    `the browser receives no ${hz} Hz`,
    () => measureBrowserTone(page, hz),
    ({ share, level }) => share * level < 0.005,
  );
}
