/**
 * Restarts an exchange with its supervisor again and again by `linedesk restart exchange`, under
 * SIP calls of every kind. It measures the calls that continue, the silence of each telephone, and
 * the time from the command until both sides of each pair hear each other again.
 */
import { loadavg, setPriority } from "node:os";
import { setTimeout as wait } from "node:timers/promises";

import { buildBundles } from "./support/bench-desk.ts";
import { CrashCallers } from "./support/crash-callers.ts";
import { PacketGaps } from "./support/packet-gaps.ts";
import { formatPercentiles, percentile } from "./support/percentiles.ts";
import { type Bench, infoRow, limitRow, requiredRow, type Row } from "./support/row.ts";
import { SupervisedExchange } from "./support/supervised-exchange.ts";

const RESTARTS = 10;
const RESTART_S = 8;
const MAX_SILENCE_MS = 300;
const POLL_MS = 4;
/** In reality the telephones are other machines, so other work must not delay this process. */
const URGENT = -10;
/** The documents of the calls arrive, and bridges begin, after the command has ended. */
const SETTLE_MS = 2_000;

export const run: Bench = async ({ seconds }) => {
  buildBundles();
  const restarts = seconds === null ? RESTARTS : Math.max(2, Math.round(seconds / RESTART_S));
  const exchange = await SupervisedExchange.start();
  const callers = new CrashCallers(exchange);
  comeFirst();
  try {
    await callers.ringAll();
    const silences: number[] = [];
    const commands: number[] = [];
    const loads: number[] = [];
    for (let count = 0; count < restarts; count += 1) {
      await wait(1_000);
      const measured = await measureRestart(exchange, callers);
      silences.push(...measured.silences);
      commands.push(measured.commandMs);
      loads.push(loadavg()[0] ?? 0);
    }
    return rowsOf(callers, { restarts, silences, commands, loads });
  } finally {
    await callers.close();
    await exchange.close();
  }
};

function comeFirst(): void {
  try {
    setPriority(process.pid, URGENT);
  } catch {
    // Without this right, a busy machine makes the silence seem longer.
  }
}

async function measureRestart(exchange: SupervisedExchange, callers: CrashCallers) {
  const phones = callers.phones.filter(({ status }) => status === "talking");
  const gaps = new PacketGaps(phones);
  const startMs = performance.now();
  let commandMs = 0;
  const restarted = exchange.restart().then(() => (commandMs = performance.now() - startMs));
  restarted.catch(() => undefined);
  while (commandMs === 0 || performance.now() - startMs < commandMs + SETTLE_MS) {
    await Promise.race([wait(POLL_MS), commandMs === 0 ? restarted : wait(POLL_MS)]);
    gaps.check();
  }
  return { silences: gaps.longest(), commandMs };
}

interface Measured {
  restarts: number;
  silences: number[];
  commands: number[];
  loads: number[];
}

function rowsOf(callers: CrashCallers, { restarts, silences, commands, loads }: Measured): Row[] {
  const all = callers.phones.length;
  const continued = callers.phones.filter(({ status }) => status === "talking").length;
  const bridged = callers.pairs.filter((pair) => callers.isBridged(pair)).length;
  const name = `${String(restarts)} planned restarts of the exchange`;
  const load = `load ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}`;
  return [
    requiredRow(`${name}: calls that continue`, `${continued} of ${all}`, {
      beside: "all",
      holds: continued === all,
    }),
    requiredRow(`${name}: pairs that hear each other`, `${bridged} of ${callers.pairs.length}`, {
      beside: "all",
      holds: bridged === callers.pairs.length,
    }),
    limitRow(`${name}: silence, ${load}`, formatPercentiles(silences), {
      beside: `p95 <= ${MAX_SILENCE_MS} ms`,
      holds: percentile(silences, 0.95) <= MAX_SILENCE_MS,
    }),
    infoRow(`${name}: duration of the command`, formatPercentiles(commands)),
  ];
}
