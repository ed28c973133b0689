/**
 * What a desk keeps of a long day: 126,000 events, as many as come in eight hours, as fast as the
 * page takes them; then what its heap, its document and its listeners are after a collection.
 */
import type { CDPSession } from "@playwright/test";

import { type CrowdedDesk, openCrowdedDesk } from "./support/crowded-desk.ts";
import { type Bench, infoRow, limitRow, type Row } from "./support/row.ts";

const CALLS = 100;
const EVENTS = 126_000;
const AT_ONCE = 200;
/**
 * As many drawings as come in the first minutes of a shift: what runs with each is compiled then,
 * step by step, and what is kept on purpose, as the last fifty who ended, is full.
 */
const WARM_UP = { events: 40_000, atOnce: 40 };
const EVENTS_PER_S = 2_000;
const MOST_GROWN_MB = 2;
const MOST_GROWN_SHARE = 0.01;

interface Held {
  heapMb: number;
  nodes: number;
  listeners: number;
}

export const run: Bench = async ({ seconds }) => {
  const desk = await openCrowdedDesk(CALLS);
  try {
    const events = seconds === null ? EVENTS : seconds * EVENTS_PER_S;
    const startMs = performance.now();
    await send(desk, WARM_UP.events, WARM_UP.atOnce);
    const before = await measureHeld(desk);
    await send(desk, events / 2);
    const middle = await measureHeld(desk);
    await send(desk, events / 2);
    const after = await measureHeld(desk);
    const sent = { events, ms: performance.now() - startMs };
    return [...report(before, after, sent), reportHalves([before, middle, after])];
  } finally {
    await desk.close();
  }
};

async function send({ page, crowd }: CrowdedDesk, count: number, atOnce = AT_ONCE): Promise<void> {
  for (let sent = 0; sent < count; sent += atOnce) {
    for (let index = 0; index < atOnce; index += 1) {
      crowd.emit();
    }
    // The page has taken these, and drawn them, before the next ones come.
    await crowd.untilTaken();
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => done(null))));
  }
}

async function measureHeld({ devtools, page, crowd }: CrowdedDesk): Promise<Held> {
  // As many callers as before, so that what is drawn is the same.
  crowd.settleAt(CALLS);
  await page.waitForFunction(
    (rows) => document.querySelector("[role=grid]")?.getAttribute("aria-rowcount") === rows,
    String(CALLS + 1),
  );
  await page.waitForTimeout(3_000);
  await collect(devtools);
  const { metrics } = await devtools.send("Performance.getMetrics");
  function valueOf(name: string): number {
    return metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  }
  return {
    heapMb: valueOf("JSHeapUsedSize") / 1e6,
    nodes: valueOf("Nodes"),
    listeners: valueOf("JSEventListeners"),
  };
}

/** More than once: what a finaliser lets go is collected by the next. */
async function collect(devtools: CDPSession): Promise<void> {
  await devtools.send("Performance.enable");
  for (let time = 0; time < 4; time += 1) {
    await devtools.send("HeapProfiler.collectGarbage");
  }
}

function report(before: Held, after: Held, sent: { events: number; ms: number }): Row[] {
  const name = `desk, ${sent.events} events`;
  const grownMb = after.heapMb - before.heapMb;
  function count(what: "nodes" | "listeners"): Row {
    const holds = after[what] <= before[what] * (1 + MOST_GROWN_SHARE);
    return limitRow(`${name}: ${what}`, `${before[what]} to ${after[what]}`, {
      beside: `<= ${MOST_GROWN_SHARE * 100} % more`,
      holds,
    });
  }
  return [
    limitRow(
      `${name}: heap`,
      `${before.heapMb.toFixed(1)} to ${after.heapMb.toFixed(1)} MB, ${grownMb.toFixed(2)} more`,
      { beside: `<= ${MOST_GROWN_MB} MB more`, holds: grownMb <= MOST_GROWN_MB },
    ),
    count("nodes"),
    count("listeners"),
    infoRow(`${name}: taken in`, `${(sent.ms / 1_000).toFixed(0)} s`),
  ];
}

/** What grows with each event grows alike in both; compiled code and full stores do not. */
function reportHalves([before, middle, after]: readonly [Held, Held, Held]): Row {
  const [first, second] = [middle.heapMb - before.heapMb, after.heapMb - middle.heapMb];
  return infoRow("of it in each half", `${first.toFixed(2)}, ${second.toFixed(2)} MB`);
}
