/** Calls of a desk and of its bare peer, with the moments that follow a click. */
import { setTimeout as wait } from "node:timers/promises";

import { expect, type Page } from "@playwright/test";

import { ring, type SipListener } from "@linedesk/testkit";
import { BarePeer } from "../bare-peer.ts";
import type { Moments } from "../page/moments.ts";
import { type BenchDesk, openBenchDesk, openProbed } from "./bench-desk.ts";
import { holdsOperatorTone, LISTENER_HZ, OPERATOR_HZ } from "./tones.ts";

const SOUND_WITHIN_MS = 15_000;
const MAIN_LINE = "+61255500101";

/** One click and its moments. */
export interface Measured {
  moments: Moments;
  /** The time at which the operator's tone, or the tone in its place, reached the far end. */
  listenerAt: number;
}

export interface MeasuredPair {
  desk: BenchDesk;
  bare: BarePeer;
  barePage: Page;
  close(): Promise<void>;
}

/** Opens a station's desk and the smallest peer of the same SDK, in one browser. */
export async function openMeasuredPair(): Promise<MeasuredPair> {
  const bare = new BarePeer();
  const desk = await openBenchDesk({ microphoneHz: OPERATOR_HZ }).catch((error: unknown) => {
    bare.close();
    throw error;
  });
  async function close(): Promise<void> {
    await desk.close();
    bare.close();
  }
  try {
    const barePage = await (await openProbed(desk.chromium)).newPage();
    await barePage.goto(await bare.start());
    await expect(barePage).toHaveTitle("bare", { timeout: 10_000 });
    return { desk, bare, barePage, close };
  } catch (error) {
    await close();
    throw error;
  }
}

export interface RungCall {
  listener: SipListener;
  /** The number as rows show it. */
  shown: string;
}

/** Calls from another number each time, because rows of ended calls stay for a while. */
export async function ringDesk({ station }: BenchDesk, index: number): Promise<RungCall> {
  const last = String(index % 1000).padStart(3, "0");
  const exchange = { address: station.sip.host, port: station.sip.port };
  const from = `+61491570${last}`;
  const listener = await ring({ exchange, from, to: MAIN_LINE, sends: LISTENER_HZ });
  await listener.answered;
  return { listener, shown: `0491 570 ${last}` };
}

async function forgetMoments(page: Page): Promise<void> {
  await page.evaluate(() => (window.probe.moments = {}));
}

/**
 * Measures the time from the click that takes the call until both sides receive each other's tone.
 */
export async function measureJoin(
  page: Page,
  listener: SipListener,
  press: () => Promise<void>,
): Promise<Measured> {
  await forgetMoments(page);
  const [listenerAt] = await Promise.all([waitForOperator(listener), press()]);
  return { moments: await readMoments(page, "heard"), listenerAt };
}

/** Returns the time at which the newest 20 ms first fulfil a condition, checked every 2 ms. */
async function waitUntilReceived(
  what: string,
  listener: SipListener,
  is: (samples: Int16Array) => boolean,
): Promise<number> {
  for (const until = Date.now() + SOUND_WITHIN_MS; Date.now() < until; await wait(2)) {
    if (is(listener.receivedAudio(20))) {
      return Date.now();
    }
  }
  throw new Error(`The listener did not hear ${what} within ${SOUND_WITHIN_MS / 1000} s.`);
}

/** Waits for the operator's tone; the listener receives music before it. */
function waitForOperator(listener: SipListener): Promise<number> {
  return waitUntilReceived("the operator", listener, holdsOperatorTone);
}

async function readMoments(page: Page, until: keyof Moments): Promise<Moments> {
  await page.waitForFunction((name) => window.probe.moments[name] !== undefined, until, {
    timeout: SOUND_WITHIN_MS,
  });
  return page.evaluate(() => window.probe.moments);
}

/** Measures the time from the bare page's button until both sides receive each other's tone. */
export async function callBare({ barePage, bare }: MeasuredPair): Promise<Measured> {
  await forgetMoments(barePage);
  bare.forget();
  await pressBare(barePage);
  const moments = await readMoments(barePage, "heard");
  return { moments, listenerAt: await waitForBare(bare) };
}

async function pressBare(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Call" }).click();
}

export async function hangUpBare({ barePage }: MeasuredPair): Promise<void> {
  await pressBare(barePage);
  await expect(barePage).toHaveTitle("bare");
}

async function waitForBare(bare: BarePeer): Promise<number> {
  for (const until = Date.now() + SOUND_WITHIN_MS; bare.receivedAt === null; await wait(2)) {
    if (Date.now() > until) {
      throw new Error("The bare peer did not hear the operator.");
    }
  }
  return bare.receivedAt;
}

export type Moment = (measured: Measured) => number | undefined;

/** Returns the milliseconds between two moments, for the calls that have both. */
export function between(calls: readonly Measured[], from: Moment, to: Moment): number[] {
  return calls.flatMap((call) => {
    const [start, end] = [from(call), to(call)];
    return start === undefined || end === undefined ? [] : [end - start];
  });
}

export const clicked: Moment = ({ moments }) => moments.clicked;
export const audible: Moment = ({ moments }) => moments.heard;
export const atListener: Moment = (measured) => measured.listenerAt;
