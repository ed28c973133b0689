/**
 * Measures the time from the operator's click on Answer until both sides hear each other. It
 * alternates with the same SDK in the same browser, connected to the smallest peer that can answer.
 */
import { setTimeout as wait } from "node:timers/promises";

import { expect } from "@playwright/test";

import { answer, lineCard } from "../e2e/support/desk.ts";
import type { Moments } from "./page/moments.ts";
import type { BenchDesk } from "./support/bench-desk.ts";
import {
  atListener,
  audible,
  between,
  callBare,
  clicked,
  hangUpBare,
  type Measured,
  measureJoin,
  type Moment,
  openMeasuredPair,
  ringDesk,
} from "./support/measured-calls.ts";
import { formatPercentiles, percentile } from "./support/percentiles.ts";
import { type Bench, infoRow, limitRow, type Row } from "./support/row.ts";

const AIM = 1.5;
const MIN_CALLS = 20;
const SECONDS_PER_CALL = 4;

export const run: Bench = async ({ seconds }) => {
  const pair = await openMeasuredPair();
  try {
    const count = Math.max(MIN_CALLS, Math.round((seconds ?? 0) / SECONDS_PER_CALL));
    const ours: Measured[] = [];
    const theirs: Measured[] = [];
    // The first two calls warm everything up, including the detectors, and are not counted.
    for (let index = -2; index < count; index += 1) {
      const our = await callStation(pair.desk, index + 2);
      const their = await callBare(pair);
      await hangUpBare(pair);
      await wait(300);
      if (index >= 0) {
        ours.push(our);
        theirs.push(their);
      }
    }
    return report(ours, theirs);
  } finally {
    await pair.close();
  }
};

async function callStation(desk: BenchDesk, index: number): Promise<Measured> {
  const { page } = desk;
  const { listener, shown } = await ringDesk(desk, index);
  try {
    return await measureJoin(page, listener, () => answer(page, shown));
  } finally {
    await listener.close();
    await expect(lineCard(page, 1).getByText("No call")).toBeVisible();
    await wait(300);
  }
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

/** Returns the time of each step since the previous one. Their sum is close to the whole time. */
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
    return infoRow(`accept to audio: part, ${name}`, `p50 ${our} ms`, bare);
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
