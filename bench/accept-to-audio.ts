/**
 * From the operator's click on Answer until he and the listener hear one another; beside the same
 * SDK in the same browser on the smallest peer that can answer, turn by turn.
 */
import { setTimeout as wait } from "node:timers/promises";

import { expect, type Page } from "@playwright/test";

import { ring, type SipListener } from "@linedesk/testkit";
import { answer, lineCard } from "../e2e/support/desk.ts";
import { BarePeer } from "./bare-peer.ts";
import type { Moments } from "./page/probe.ts";
import { type BenchDesk, openBenchDesk, openProbed } from "./support/bench-desk.ts";
import { percentile, formatPercentiles } from "./support/percentiles.ts";
import { type Bench, limitRow, type Row, infoRow } from "./support/row.ts";
import { holdsOperatorTone, LISTENER_HZ, OPERATOR_HZ } from "./support/tones.ts";

const AIM = 1.5;
const MIN_CALLS = 20;
const SECONDS_PER_CALL = 4;
const AUDIO_WITHIN_MS = 15_000;
const MAIN_LINE = "+61255500101";

interface Measured {
  moments: Moments;
  /** When the operator's tone arrived at the far end. */
  listenerAt: number;
}

export const run: Bench = async ({ seconds }) => {
  const bare = new BarePeer();
  const desk = await openBenchDesk({ microphoneHz: OPERATOR_HZ }).catch((error: unknown) => {
    bare.close();
    throw error;
  });
  try {
    const barePage = await openBarePage(desk, bare);
    const count = Math.max(MIN_CALLS, Math.round((seconds ?? 0) / SECONDS_PER_CALL));
    const ours: Measured[] = [];
    const theirs: Measured[] = [];
    // The first two warm everything up, the detectors too, and are not counted.
    for (let index = -2; index < count; index += 1) {
      const our = await callStation(desk, index + 2);
      const their = await callBare(barePage, bare);
      if (index < 0) {
        continue;
      }
      ours.push(our);
      theirs.push(their);
    }
    return report(ours, theirs);
  } finally {
    await desk.close();
    bare.close();
  }
};

async function openBarePage({ chromium }: BenchDesk, bare: BarePeer): Promise<Page> {
  const page = await (await openProbed(chromium)).newPage();
  await page.goto(await bare.start());
  await expect(page).toHaveTitle("bare", { timeout: 10_000 });
  return page;
}

async function callStation({ page, station }: BenchDesk, index: number): Promise<Measured> {
  // Rows of ended calls stay for a while: each call is somebody else's.
  const last = String(index % 1000).padStart(3, "0");
  const exchange = { address: station.sip.host, port: station.sip.port };
  const listener = await ring({
    exchange,
    from: `+61491570${last}`,
    to: MAIN_LINE,
    sends: LISTENER_HZ,
  });
  try {
    await listener.answered;
    await page.evaluate(() => (window.probe.moments = {}));
    const [listenerAt] = await Promise.all([
      waitForListener(listener),
      answer(page, `0491 570 ${last}`),
    ]);
    return { moments: await waitForPage(page), listenerAt };
  } finally {
    await listener.close();
    await expect(lineCard(page, 1).getByText("No call")).toBeVisible();
    await wait(300);
  }
}

/** Looks every 2 ms at the newest 20 ms: what he hears before is music. */
async function waitForListener(listener: SipListener): Promise<number> {
  for (const until = Date.now() + AUDIO_WITHIN_MS; Date.now() < until; await wait(2)) {
    if (holdsOperatorTone(listener.receivedAudio(20))) {
      return Date.now();
    }
  }
  throw new Error(`The listener did not hear the operator within ${AUDIO_WITHIN_MS / 1000} s.`);
}

async function waitForPage(page: Page): Promise<Moments> {
  await page.waitForFunction(() => window.probe.moments.heard !== undefined, null, {
    timeout: AUDIO_WITHIN_MS,
  });
  return page.evaluate(() => window.probe.moments);
}

async function callBare(page: Page, bare: BarePeer): Promise<Measured> {
  bare.forget();
  await page.evaluate(() => (window.probe.moments = {}));
  await page.getByRole("button").click();
  const moments = await waitForPage(page);
  for (const until = Date.now() + AUDIO_WITHIN_MS; bare.receivedAt === null; await wait(2)) {
    if (Date.now() > until) {
      throw new Error("The bare peer did not hear the operator.");
    }
  }
  const listenerAt = bare.receivedAt;
  await page.getByRole("button").click();
  await expect(page).toHaveTitle("bare");
  await wait(300);
  return { moments, listenerAt };
}

type Moment = (measured: Measured) => number | undefined;

const clicked: Moment = ({ moments }) => moments.clicked;
const audible: Moment = ({ moments }) => moments.heard;
const atListener: Moment = (measured) => measured.listenerAt;

function between(calls: readonly Measured[], from: Moment, to: Moment): number[] {
  return calls.flatMap((call) => {
    const [start, end] = [from(call), to(call)];
    return start === undefined || end === undefined ? [] : [end - start];
  });
}

function report(ours: readonly Measured[], theirs: readonly Measured[]): Row[] {
  function beside(name: string, to: Moment): Row {
    const our = between(ours, clicked, to);
    const their = between(theirs, clicked, to);
    const ratio = percentile(our, 0.5) / percentile(their, 0.5);
    return limitRow(`accept to audio: ${name} (${our.length})`, formatPercentiles(our), {
      beside: `bare ${formatPercentiles(their)}; ratio ${ratio.toFixed(2)}, aim <= ${AIM}`,
      holds: ratio <= AIM,
    });
  }
  return [
    beside("click to the listener's tone in the browser", audible),
    beside("click to the operator's tone at the telephone", atListener),
    infoRow(
      "accept to audio: HTTP answer of accept to the listener's tone",
      formatPercentiles(between(ours, ({ moments }) => moments.accepted, audible)),
    ),
    infoRow(
      "accept to audio: HTTP answer of accept to the operator's tone",
      formatPercentiles(between(ours, ({ moments }) => moments.accepted, atListener)),
    ),
    ...steps(ours, theirs),
  ];
}

/** Where the time goes, each since the step before; these add up to the first row by and large. */
function steps(ours: readonly Measured[], theirs: readonly Measured[]): Row[] {
  function step(name: string, from: keyof Moments, to: keyof Moments): Row {
    const [our = 0, their = 0] = [ours, theirs].map((calls) =>
      percentile(
        between(
          calls,
          ({ moments }) => moments[from],
          ({ moments }) => moments[to],
        ),
        0.5,
      ),
    );
    const bare = Number.isNaN(their) ? "" : `bare p50 ${their} ms`;
    return infoRow(`accept to audio: of it, ${name}`, `p50 ${our} ms`, bare);
  }
  return [
    step("click to HTTP answer", "clicked", "accepted"),
    step("click to microphone", "clicked", "microphone"),
    step("microphone to invite sent", "microphone", "invited"),
    step("invite sent to answer", "invited", "answered"),
    step("invite sent to the exchange's description", "invited", "described"),
    step("description to media connected", "described", "connected"),
    step("media connected to tone heard", "connected", "heard"),
  ];
}
