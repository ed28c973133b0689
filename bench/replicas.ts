/**
 * Runs two servers on one PostgreSQL and one exchange, behind a load balancer. In random order
 * their networks are cut, stalled and slow, one is killed, one hangs, one has a wrong clock, the
 * database takes no changes, and both are upgraded, one after the other. Meanwhile listeners call,
 * and people at four consoles press buttons. Afterwards the history of all commands and events is
 * checked. `--seed N` repeats the order of a run.
 */
import { join } from "node:path";

import { copyAsVersion } from "./replicas/copy-as-version.ts";
import { ReplicaSite } from "./replicas/replica-site.ts";
import { type ReplicaOutcome, runReplicas } from "./replicas/run-replicas.ts";
import { siteFaults } from "./replicas/site-faults.ts";
import { openBenchDatabase } from "./support/bench-database.ts";
import { buildBundles } from "./support/bench-desk.ts";
import { type Bench, infoRow, requiredRow, type Row } from "./support/row.ts";

const root = join(import.meta.dirname, "..");
const DEFAULT_S = 60;
const CALLERS = 12;
const MOST_SHOWN = 20;

export const run: Bench = async ({ seconds, seed: given }) => {
  buildBundles();
  const seed = given ?? Date.now() % 1_000_000;
  console.error(`the seed is ${seed}`);
  const database = await openBenchDatabase();
  let site: ReplicaSite | null = null;
  try {
    site = await ReplicaSite.open({
      folder: join(database.folder, "site"),
      database: { url: database.urls.server, adminUrl: database.urls.admin },
      programs: {
        server: programOf("server"),
        exchange: programOf("exchange"),
        upgraded: [
          copyAsVersion(join(root, "dist", "server.js"), join(database.folder, "upgraded")),
        ],
      },
      callers: CALLERS,
      hasLines: true,
    });
    const forMs = (seconds ?? DEFAULT_S) * 1_000;
    const onFault = (name: string) => console.error(name);
    return rowsOf(await runReplicas({ site, seed, forMs, faults: siteFaults, onFault }), seed);
  } finally {
    await site?.close();
    await database.close();
  }
};

function programOf(name: string): string[] {
  return ["--enable-source-maps", join(root, "dist", `${name}.js`)];
}

function rowsOf(
  { happened, found, history, presses, bridged, loads }: ReplicaOutcome,
  seed: number,
): Row[] {
  const name = `${happened.length} faults at two servers, seed ${seed}`;
  const { acknowledged, refused, unknown } = presses;
  const connected = history.callers.filter(({ isConnected }) => isConnected).length;
  return [
    ...Object.entries(found).map(([what, list]: [string, string[]]) => {
      list.slice(0, MOST_SHOWN).forEach((fault) => console.error(`${what}: ${fault}`));
      return requiredRow(`${name}: faults of ${what}`, String(list.length), {
        beside: "0",
        holds: list.length === 0,
      });
    }),
    infoRow(
      `${name}: presses acknowledged, refused, unanswered`,
      `${acknowledged}, ${refused}, ${unknown}`,
    ),
    infoRow(
      `${name}: callers, still connected, answered`,
      `${history.callers.length}, ${connected}, ${bridged}`,
    ),
    infoRow(`${name}: stored events`, String(history.stored.length)),
    infoRow(
      `${name}: load`,
      `${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}`,
    ),
  ];
}
