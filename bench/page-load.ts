/**
 * Measures the first load of the desk with an empty cache: bytes over the wire, blocking time,
 * largest paint and layout shift.
 */
import type { BrowserContext, CDPSession } from "@playwright/test";

import { type Station, startStation } from "@linedesk/testkit";
import { openWholeBrowser, openContext, type TestBrowser } from "../e2e/support/browser.ts";
import { openDesk, untilReady } from "../e2e/support/desk.ts";
import { buildBundles } from "./support/bench-desk.ts";
import { formatPercentiles, percentile } from "./support/percentiles.ts";
import { type Bench, infoRow, limitRow, type Row } from "./support/row.ts";

const BLOCKING_LIMIT_MS = 50;
/** Includes the voice SDK, its sounds and the typeface, which load after the first screen. */
const BYTES_LIMIT = 480_000;
const LARGEST_PAINT_LIMIT_MS = 1_200;
const SHIFT_LIMIT = 0.02;
const MIN_LOADS = 7;
const SECONDS_PER_LOAD = 3;
/** The part of a task beyond this time counts as blocking. */
const LONG_TASK_MS = 50;

interface Load {
  blockedMs: number;
  /** Includes the time before the first paint, when there is nothing to press. */
  wholeMs: number;
  longestMs: number;
  firstPaintMs: number;
  largestPaintMs: number;
  /** Cumulative layout shift. */
  shift: number;
  readyMs: number;
  bytes: number;
}

export const run: Bench = async ({ seconds }) => {
  buildBundles();
  const station = await startStation({ from: "bundles" });
  let chromium: TestBrowser | null = null;
  try {
    chromium = await openWholeBrowser();
    const context = await openContext(chromium.browser);
    await context.addInitScript(noteLongTasks);
    await context.addInitScript(notePaints);
    await (await openDesk(context, station, "Alice")).close();
    const count = Math.max(MIN_LOADS, Math.round((seconds ?? 0) / SECONDS_PER_LOAD));
    const loads: Load[] = [];
    // The first load warms up the server and is not counted.
    for (let index = -1; index < count; index += 1) {
      const one = await loadOnce(context, station);
      if (index >= 0) {
        loads.push(one);
      }
    }
    return report(loads);
  } finally {
    await chromium?.close();
    await station.close();
  }
};

interface LongTask {
  startTime: number;
  duration: number;
}

function noteLongTasks(): void {
  const page = globalThis as unknown as { longTasks: LongTask[] };
  page.longTasks = [];
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      page.longTasks.push({ startTime, duration });
    }
  }).observe({ type: "longtask", buffered: true });
}

interface Paints {
  largestMs: number;
  shift: number;
}

/** Records shifts as browsers report them. A shift within half a second of a press is no fault. */
function notePaints(): void {
  const page = globalThis as unknown as { paints: Paints };
  page.paints = { largestMs: 0, shift: 0 };
  new PerformanceObserver((list) => {
    page.paints.largestMs = list.getEntries().at(-1)?.startTime ?? page.paints.largestMs;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[]) {
      page.paints.shift += entry.hadRecentInput ? 0 : entry.value;
    }
  }).observe({ type: "layout-shift", buffered: true });
}

async function loadOnce(context: BrowserContext, station: Station): Promise<Load> {
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  await network.send("Network.enable");
  await network.send("Network.clearBrowserCache");
  const countBytes = watchBytes(network);
  const startedAt = performance.now();
  await page.goto(new URL("/2zz", station.url).href);
  await untilReady(page);
  const readyMs = performance.now() - startedAt;
  const measured = await page.evaluate(readTasks);
  await page.close();
  return { ...summarise(measured), readyMs, bytes: countBytes() };
}

function watchBytes(network: CDPSession): () => number {
  let bytes = 0;
  network.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
  return () => bytes;
}

async function readTasks() {
  // An idle moment lets the browser report the tasks of the last paint.
  await new Promise((done) => requestIdleCallback(done, { timeout: 1000 }));
  const { longTasks, paints } = globalThis as unknown as {
    longTasks: LongTask[];
    paints: Paints;
  };
  const paint = performance.getEntriesByName("first-contentful-paint")[0];
  return { tasks: longTasks, paints, firstPaintMs: paint?.startTime ?? 0 };
}

type Measured = Awaited<ReturnType<typeof readTasks>>;

function summarise({ tasks, paints, firstPaintMs }: Measured) {
  const counted = tasks.filter(({ startTime, duration }) => startTime + duration > firstPaintMs);
  return {
    blockedMs: sumBeyond(counted),
    wholeMs: sumBeyond(tasks),
    longestMs: Math.max(0, ...tasks.map(({ duration }) => duration)),
    firstPaintMs,
    largestPaintMs: paints.largestMs,
    shift: paints.shift,
  };
}

function sumBeyond(tasks: readonly LongTask[]): number {
  return tasks.reduce((sum, { duration }) => sum + duration - LONG_TASK_MS, 0);
}

function report(loads: readonly Load[]): Row[] {
  function all(pick: (load: Load) => number): number[] {
    return loads.map(pick);
  }
  const blocked = percentile(
    all(({ blockedMs }) => blockedMs),
    0.5,
  );
  const bytes = Math.max(...all(({ bytes: one }) => one));
  return [
    limitRow(
      `first load of the desk: total blocking time (${loads.length})`,
      formatPercentiles(all(({ blockedMs }) => blockedMs)),
      { beside: `p50 <= ${BLOCKING_LIMIT_MS} ms`, holds: blocked <= BLOCKING_LIMIT_MS },
    ),
    infoRow(
      "first load: blocking time, before the first paint too",
      formatPercentiles(all((one) => one.wholeMs)),
    ),
    infoRow("first load: longest task", formatPercentiles(all(({ longestMs }) => longestMs))),
    infoRow("first load: first paint", formatPercentiles(all((one) => one.firstPaintMs))),
    ...paintRows(loads),
    infoRow(
      "first load: desk live and line registered",
      formatPercentiles(all((one) => one.readyMs)),
    ),
    limitRow("first load: bytes over the wire", `${Math.round(bytes / 1000)} KB`, {
      beside: `<= ${BYTES_LIMIT / 1000} KB`,
      holds: bytes <= BYTES_LIMIT,
    }),
  ];
}

function paintRows(loads: readonly Load[]): Row[] {
  const paints = loads.map(({ largestPaintMs }) => largestPaintMs);
  const shift = Math.max(...loads.map((one) => one.shift));
  return [
    limitRow("first load: largest paint", formatPercentiles(paints), {
      beside: `p50 <= ${LARGEST_PAINT_LIMIT_MS} ms`,
      holds: percentile(paints, 0.5) <= LARGEST_PAINT_LIMIT_MS,
    }),
    limitRow("first load: layout shift, at most", shift.toFixed(3), {
      beside: `<= ${SHIFT_LIMIT}`,
      holds: shift <= SHIFT_LIMIT,
    }),
  ];
}
