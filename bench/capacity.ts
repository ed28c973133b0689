/**
 * Measures what a site of two servers carries, without media: 40 consoles and 1,000 waiting callers
 * of one station at 50 events a second, the processor time of a request with one server and with
 * two, and the waits for locks at twice the load. The callers are webhooks of a scripted service.
 * `--parts screens,cost,locks,notify` chooses parts.
 */
import { loadavg } from "node:os";

import { CapacitySite } from "./capacity/capacity-site.ts";
import { EventLoad } from "./capacity/event-load.ts";
import { LockWaits } from "./capacity/lock-waits.ts";
import { measureCost } from "./capacity/measure-cost.ts";
import { measureRows } from "./capacity/measure-rows.ts";
import { run as runHubCluster } from "./hub-cluster.ts";
import { buildBundles } from "./support/bench-desk.ts";
import { formatPercentiles, percentile } from "./support/percentiles.ts";
import { type Bench, infoRow, limitRow, type Row } from "./support/row.ts";

const CONSOLES = 40;
const CALLERS = 1_000;
const PER_SECOND = 50;
const DEFAULT_S = 20;
const MOST_SCREEN_MS = 150;
const MOST_LOCK_MS = 5;
const PARTS = ["screens", "cost", "locks", "notify"] as const;

export const run: Bench = async (options) => {
  buildBundles();
  const seconds = options.seconds ?? DEFAULT_S;
  const chosen = options.parts ?? PARTS;
  const rows: Row[] = [];
  if (["screens", "cost", "locks"].some((part) => chosen.includes(part))) {
    rows.push(...(await measureSite(chosen, seconds)));
  }
  if (chosen.includes("notify")) {
    rows.push(...(await runHubCluster({ seconds })));
  }
  const [load = 0] = loadavg();
  return [...rows, infoRow("capacity: load average at the end", load.toFixed(1))];
};

async function measureSite(chosen: readonly string[], seconds: number): Promise<Row[]> {
  const locks = new LockWaits();
  const site = await CapacitySite.open({ people: CONSOLES }, locks.onLog);
  try {
    await site.callers.fill(CALLERS);
    const rows = await measureRows(site);
    if (chosen.includes("cost")) {
      rows.push(...(await measureCost(site, { perSecond: PER_SECOND, seconds })));
    }
    await site.addServer();
    await site.openConsoles();
    if (chosen.includes("screens")) {
      rows.push(...(await measureScreens(site, seconds)));
    }
    if (chosen.includes("locks")) {
      rows.push(...(await measureLocks(site, locks, seconds)));
    }
    return rows;
  } finally {
    await site.close();
  }
}

async function measureScreens(site: CapacitySite, seconds: number): Promise<Row[]> {
  const load = new EventLoad(site, { hasCallers: true });
  const { sent, failed, lastMs, answerMs } = await load.run({ perSecond: PER_SECOND, seconds });
  const name = `${CONSOLES} consoles, ${CALLERS} callers, ${PER_SECOND} events/s, two servers`;
  const p95 = percentile(lastMs, 0.95);
  return [
    limitRow(`${name}: request to the last console`, formatPercentiles(lastMs, 1), {
      beside: `p95 ${MOST_SCREEN_MS} ms`,
      holds: p95 <= MOST_SCREEN_MS,
    }),
    limitRow(`${name}: events at every console`, `${lastMs.length} of ${sent}, ${failed} failed`, {
      beside: "all",
      holds: lastMs.length === sent && failed === 0,
    }),
    infoRow(`${name}: request to its answer`, formatPercentiles(answerMs, 1)),
  ];
}

async function measureLocks(site: CapacitySite, locks: LockWaits, seconds: number): Promise<Row[]> {
  const load = new EventLoad(site, { hasCallers: true });
  const perSecond = 2 * PER_SECOND;
  await locks.start(site.database.urls.admin);
  const { sent, failed, lastMs } = await load.run({ perSecond, seconds });
  const waits = await locks.end(site.database.urls.admin);
  const all = waits.map(({ ms }) => ms);
  // An event that waited for no lock has a wait of 0.
  const each = [...all, ...Array.from({ length: Math.max(0, sent - all.length) }, () => 0)];
  const name = `${perSecond} events/s, two servers`;
  const kinds = [...new Set(waits.map(({ what }) => what))].map(
    (what) => `${waits.filter((wait) => wait.what === what).length} for ${what}`,
  );
  return [
    limitRow(`${name}: waits for locks over all events`, formatPercentiles(each, 1), {
      beside: `p95 ${MOST_LOCK_MS} ms`,
      holds: percentile(each, 0.95) <= MOST_LOCK_MS,
    }),
    infoRow(`${name}: those of 1 ms or more`, `${all.length}: ${formatPercentiles(all, 1)}`),
    infoRow(`${name}: those of 1 ms or more, by lock`, kinds.join(", ")),
    infoRow(`${name}: request to the last console`, formatPercentiles(lastMs, 1)),
    infoRow(`${name}: events, failed`, `${sent}, ${failed}`),
  ];
}
