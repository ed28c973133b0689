/**
 * Shows a thousand waiting callers and fifty events a second in the console in Chromium. It counts
 * the frames that are lost while the list scrolls. It also counts the clicks that reach another row
 * than the intended one while rows appear, disappear and move.
 */
import { setTimeout as wait } from "node:timers/promises";

import type { CDPSession, Page } from "@playwright/test";

import { openBareList } from "./support/bare-list.ts";
import { openCrowdedDesk } from "./support/crowded-desk.ts";
import { formatPercentiles, percentile } from "./support/percentiles.ts";
import { type Bench, infoRow, limitRow, type Row } from "./support/row.ts";

const CALLS = 1_000;
const EVENTS_PER_S = 50;
const DEFAULT_SECONDS = 10;
const CLICKS = 1_000;
const IN_FRONT_MS = 2_000;
const FRAME_MS = 1_000 / 60;
const MOST_DROPPED = 0.01;
const SLOW = { times: 4, framesPerS: 55, p99Ms: 50 };
/** The scrolls of a slowed page differ from each other, so the median of this many counts. */
const SLOW_ROUNDS = 5;
/** The maximum number of scrolls, for a machine on which the bare page misses the limits. */
const MOST_SLOW_ROUNDS = 12;
/** After this many clicks the pointer leaves the list, so that the list can sort its rows. */
const CLICKS_A_VISIT = 10;
const THAW_MS = 850;

/** The milliseconds between frames. */
interface Scrolls {
  desk: number[];
  /** The bare page with the same rows, scrolled in the same way before and after the desk. */
  bare: number[];
}

export const run: Bench = async ({ seconds }) => {
  const desk = await openCrowdedDesk(CALLS);
  const { page, devtools } = desk;
  const forS = seconds ?? DEFAULT_SECONDS;
  try {
    const still = await scroll(page, forS / 2, { moves: false });
    const bare = await openBareList(page, CALLS);
    const bareDevtools = await desk.context.newCDPSession(bare);
    async function scrollBare(times: number): Promise<number[]> {
      await bringToFront(bare);
      return scrollSlowed(bareDevtools, times, () => scroll(bare, forS / 2));
    }
    async function scrollBoth(times: number): Promise<Scrolls> {
      const before = await scrollBare(times);
      await bringToFront(page);
      const stop = desk.churn(EVENTS_PER_S);
      try {
        const frames = await scrollSlowed(devtools, times, () => scroll(page, forS));
        return { desk: frames, bare: [...before, ...(await scrollBare(times))] };
      } finally {
        stop();
      }
    }
    const scrolls = await scrollBoth(1);
    const slow: Scrolls[] = [];
    while (slow.filter(isMachineFit).length < SLOW_ROUNDS && slow.length < MOST_SLOW_ROUNDS) {
      slow.push(await scrollBoth(SLOW.times));
    }
    await bare.close();
    await page.bringToFront();
    const stop = desk.churn(EVENTS_PER_S);
    try {
      return [
        ...reportFrames(scrolls, still),
        ...reportSlow(slow),
        reportClicks(await clickMany(page)),
      ];
    } finally {
      stop();
    }
  } finally {
    await desk.close();
  }
};

/**
 * Brings the page to the front and waits: a page that becomes visible first draws the changes that
 * it missed, which are not part of the scrolling.
 */
async function bringToFront(page: Page): Promise<void> {
  await page.bringToFront();
  await wait(IN_FRONT_MS);
}

/**
 * Slows down the measured page, and only during the measurement. The browser does this by keeping
 * the page's thread busy even when it is idle, which would take a whole core from the other page.
 */
async function scrollSlowed(
  devtools: CDPSession,
  times: number,
  measure: () => Promise<number[]>,
): Promise<number[]> {
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: times });
  try {
    return await measure();
  } finally {
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  }
}

/** Returns the milliseconds between drawn frames, while the list scrolls up and down. */
function scroll(page: Page, seconds: number, { moves } = { moves: true }): Promise<number[]> {
  const params = { forMs: seconds * 1_000, moves };
  return page.evaluate(async ({ forMs, moves: isMoving }) => {
    const view = [...document.querySelectorAll("[role=grid] [role=presentation]")].find(
      (one) => one.scrollHeight > one.clientHeight + 1_000,
    );
    if (view === undefined) {
      throw new Error("The list does not scroll.");
    }
    const frames: number[] = [];
    let step = 60;
    const startMs = performance.now();
    let beforeMs = startMs;
    while (beforeMs - startMs < forMs) {
      const atMs = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
      frames.push(atMs - beforeMs);
      beforeMs = atMs;
      const { scrollTop, scrollHeight, clientHeight } = view;
      if (scrollTop + step < 0 || scrollTop + step > scrollHeight - clientHeight) {
        step = -step;
      }
      view.scrollTop += isMoving ? step : 0;
    }
    // The first frame began before the loop did.
    return frames.slice(1);
  }, params);
}

function countDropped(frames: readonly number[]): number {
  return frames.reduce((sum, ms) => sum + Math.max(0, Math.round(ms / FRAME_MS) - 1), 0);
}

function countPerS(frames: readonly number[]): number {
  return frames.length / (frames.reduce((sum, ms) => sum + ms, 0) / 1_000);
}

function shareDropped(frames: readonly number[]): number {
  const dropped = countDropped(frames);
  return dropped / (frames.length + dropped);
}

function describeDropped(frames: readonly number[]): string {
  const dropped = countDropped(frames);
  return `${dropped} of ${frames.length + dropped}`;
}

/** `still` has no movement and no events, so its lost frames are those of the machine. */
function reportFrames({ desk, bare }: Scrolls, still: readonly number[]): Row[] {
  const name = `queue scroll, ${CALLS} calls, ${EVENTS_PER_S} events/s`;
  return [
    limitRow(`${name}: frames dropped`, describeDropped(desk), {
      beside: `bare page ${describeDropped(bare)} + ${MOST_DROPPED * 100} %`,
      holds: shareDropped(desk) <= shareDropped(bare) + MOST_DROPPED,
    }),
    infoRow(
      `${name}: frames a second`,
      countPerS(desk).toFixed(1),
      `bare page ${countPerS(bare).toFixed(1)}; with nothing moving ${describeDropped(still)} lost`,
    ),
    infoRow(`${name}: from frame to frame`, formatPercentiles(desk, 1), formatPercentiles(bare, 1)),
  ];
}

interface Smoothness {
  perS: number;
  p99: number;
}

function describeSmoothness({ perS, p99 }: Smoothness): string {
  return `${perS.toFixed(1)}, p99 ${p99.toFixed(1)} ms`;
}

function smoothnessOf(frames: readonly number[]): Smoothness {
  return { perS: countPerS(frames), p99: percentile(frames, 0.99) };
}

function holdsSlow({ perS, p99 }: Smoothness): boolean {
  return perS >= SLOW.framesPerS && p99 <= SLOW.p99Ms;
}

/** If the bare page misses the limits of `SLOW` in a scroll, the scroll proves nothing. */
function isMachineFit({ bare }: Scrolls): boolean {
  return holdsSlow(smoothnessOf(bare));
}

function median(rounds: readonly Smoothness[]): Smoothness {
  const middle = (all: number[]) => percentile(all, 0.5);
  return {
    perS: middle(rounds.map(({ perS }) => perS)),
    p99: middle(rounds.map(({ p99 }) => p99)),
  };
}

/** If too few scrolls of the bare page meet the limits, every scroll counts. */
function reportSlow(all: readonly Scrolls[]): Row[] {
  const fit = all.filter(isMachineFit);
  const counted = fit.length === SLOW_ROUNDS ? fit : all;
  const desk = median(counted.map((round) => smoothnessOf(round.desk)));
  const bare = median(counted.map((round) => smoothnessOf(round.bare)));
  const name = `the same on a processor ${SLOW.times} times slower: frames a second`;
  return [
    limitRow(`${name}, median of ${counted.length}`, describeSmoothness(desk), {
      beside: `>= ${SLOW.framesPerS}, p99 <= ${SLOW.p99Ms} ms; bare page ${describeSmoothness(bare)}`,
      holds: holdsSlow(desk),
    }),
    ...all.map((round, at) =>
      infoRow(
        `scroll ${at + 1}${counted.includes(round) ? "" : ", not counted: the bare page misses the limits"}`,
        describeSmoothness(smoothnessOf(round.desk)),
        `bare page ${describeSmoothness(smoothnessOf(round.bare))}`,
      ),
    ),
  ];
}

interface ClickCounts {
  right: number;
  /** The click was ignored, because the row had just appeared there or had disappeared. */
  nothing: number;
  wrong: number;
}

/** Aims at a visible row, moves there as a hand does, and clicks. */
async function clickMany(page: Page): Promise<ClickCounts> {
  const counts: ClickCounts = { right: 0, nothing: 0, wrong: 0 };
  for (let index = 0; index < CLICKS; index += 1) {
    if (index % CLICKS_A_VISIT === 0) {
      await page.mouse.move(5, 5);
      await wait(THAW_MS * Math.random());
    }
    const aimed = await aim(page);
    const before = await openedRow(page);
    await page.mouse.move(aimed.x, aimed.y, { steps: 3 });
    await page.mouse.down();
    await page.mouse.up();
    const after = await openedRow(page);
    if (after === aimed.id) {
      counts.right += 1;
    } else if (after === before || after === "") {
      counts.nothing += 1;
    } else {
      counts.wrong += 1;
    }
  }
  return counts;
}

function aim(page: Page): Promise<{ id: string; x: number; y: number }> {
  return page.evaluate(() => {
    const view = document.querySelector("[role=grid]")?.getBoundingClientRect() ?? new DOMRect();
    const rows = [...document.querySelectorAll<HTMLElement>("[data-row]")].filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return top > view.top + 40 && bottom < view.bottom - 60;
    });
    const row = rows[Math.floor(Math.random() * rows.length)];
    const cell = row?.querySelector("[role=gridcell]:nth-child(4)");
    const box = (cell ?? document.body).getBoundingClientRect();
    return { id: row?.dataset["row"] ?? "", x: box.x + box.width / 2, y: box.y + box.height / 2 };
  });
}

function openedRow(page: Page): Promise<string> {
  return page.evaluate(
    () => document.querySelector<HTMLElement>("[data-opened]")?.dataset["row"] ?? "",
  );
}

function reportClicks({ right, nothing, wrong }: ClickCounts): Row {
  const all = right + nothing + wrong;
  return limitRow(
    `aimed clicks under churn (${all}; ${nothing} not carried out): on another row`,
    String(wrong),
    { beside: "0", holds: wrong === 0 },
  );
}
