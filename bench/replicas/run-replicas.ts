import { loadavg } from "node:os";
import { setTimeout as wait } from "node:timers/promises";

import { seededRandom } from "../../apps/server/tests/support/seeded-random.ts";
import { DeskWork } from "../history/desk-work.ts";
import { findFaults, type HistoryFaults } from "../history/find-faults.ts";
import type { History } from "../history/history.ts";
import { readHistory } from "../history/read-history.ts";
import { CallerWork } from "./caller-work.ts";
import { OwnerWork } from "./owner-work.ts";
import type { ReplicaSite } from "./replica-site.ts";
import { type SiteFault, untilReady } from "./site-faults.ts";

/** The pause between two faults is up to this. */
const PAUSE_MS = 1_000;
/** Reconciliation runs every 30 s, and repairs what two comparisons found. */
const SETTLED_MS = 90_000;
const CHECK_EVERY_MS = 1_000;

export interface ReplicaRun {
  site: ReplicaSite;
  seed: number;
  forMs: number;
  faults: readonly SiteFault[];
  onFault?: (name: string) => void;
}

export interface ReplicaOutcome {
  /** The names of the faults, in the order in which they happened. */
  happened: string[];
  history: History;
  found: HistoryFaults;
  presses: { acknowledged: number; refused: number; unknown: number };
  bridged: number;
  loads: number[];
}

/** Lets faults happen in random order beside working people, and checks the history afterwards. */
export async function runReplicas(run: ReplicaRun): Promise<ReplicaOutcome> {
  const { site } = run;
  const isShown = (number: string) =>
    site.desks.some((desk) => desk.findByNumber(number) !== undefined);
  const work = {
    desks: new DeskWork(site.desks.slice(2)),
    owners: new OwnerWork(site.desks.slice(0, 2), seededRandom(run.seed + 1)),
    callers: new CallerWork({ callers: site.callers, isShown }, seededRandom(run.seed + 2)),
  };
  Object.values(work).forEach((one: { start(): void }) => one.start());
  const loads: number[] = [];
  const happened = await runFaults(run, loads);
  await work.callers.end();
  const commands = [...(await work.owners.end()), ...(await work.desks.end())];
  const { history, found } = await settle(site, commands);
  const presses = {
    acknowledged: work.desks.count("acknowledged"),
    refused: work.desks.count("refused"),
    unknown: work.desks.count("unknown"),
  };
  return { happened, history, found, presses, bridged: work.owners.bridged, loads };
}

/**
 * Lets the faults happen in random order: each at least once, and none again before all others have
 * happened.
 */
async function runFaults(run: ReplicaRun, loads: number[]): Promise<string[]> {
  const { site, seed, forMs, faults, onFault } = run;
  const random = seededRandom(seed);
  const happened: string[] = [];
  const left: SiteFault[] = [];
  const endMs = performance.now() + forMs;
  while (happened.length < faults.length || performance.now() < endMs) {
    if (left.length === 0) {
      left.push(...faults);
    }
    const [fault] = left.splice(Math.floor(random() * left.length), 1);
    onFault?.(fault?.name ?? "");
    await fault?.run(site, random);
    await Promise.all(site.servers.map((server) => untilReady(server)));
    happened.push(fault?.name ?? "");
    loads.push(loadavg()[0] ?? 0);
    await wait(PAUSE_MS * random());
  }
  return happened;
}

/** Waits until the history has no fault, because repairs take time. Returns the last history. */
async function settle(
  site: ReplicaSite,
  commands: History["commands"],
): Promise<{ history: History; found: HistoryFaults }> {
  for (const endMs = performance.now() + SETTLED_MS; ;) {
    const history = await readHistory({
      databaseUrl: site.database.adminUrl,
      exchangeUrl: site.exchangeUrl,
      secrets: site.secrets,
      callers: site.callers.all,
      desks: site.desks,
      commands,
    });
    const found = findFaults(history);
    if (Object.values(found).every((list: string[]) => list.length === 0)) {
      return { history, found };
    }
    if (performance.now() > endMs) {
      return { history, found };
    }
    await wait(CHECK_EVERY_MS);
  }
}
