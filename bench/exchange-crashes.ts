/**
 * Kills a whole exchange again and again while it has SIP calls of every kind. These are callers in
 * a queue, pairs in a room, callers bridged with a telephone behind a trunk, and parties that REST
 * has dialled. It measures the calls that continue, the silence of each telephone, and the time
 * until both sides of each pair hear each other again. FreeSWITCH's `sofia recover` takes 1 to 4 s,
 * as published.
 */
import { setTimeout as wait } from "node:timers/promises";

import { buildBundles } from "./support/bench-desk.ts";
import { CrashCallers } from "./support/crash-callers.ts";
import { KilledExchange } from "./support/killed-exchange.ts";
import { PacketGaps } from "./support/packet-gaps.ts";
import { formatPercentiles, percentile } from "./support/percentiles.ts";
import { type Bench, limitRow, requiredRow, type Row } from "./support/row.ts";

const KILLS = 20;
const KILL_S = 10;
const MAX_SILENCE_MS = 2_000;
const MAX_BRIDGE_MS = 3_000;
const POLL_MS = 20;
const RECOVERED_WITHIN_MS = 15_000;
/** Every fourth start is killed again while it continues the calls. */
const TWICE_EVERY = 4;

export const run: Bench = async ({ seconds }) => {
  buildBundles();
  const kills = seconds === null ? KILLS : Math.max(2, Math.round(seconds / KILL_S));
  const exchange = await KilledExchange.start();
  const callers = new CrashCallers(exchange);
  try {
    await callers.ringAll();
    const silences: number[] = [];
    const bridges: number[] = [];
    for (let kill = 1; kill <= kills; kill += 1) {
      await wait(1_000 + Math.random() * 3_000);
      const measured = await measureKill(exchange, callers, kill % TWICE_EVERY === 0);
      silences.push(...measured.silences);
      bridges.push(...measured.bridges);
    }
    const pairs = await countBridgedPairs(callers);
    return rowsOf({ callers, kills, pairs, silences, bridges });
  } finally {
    await callers.close();
    await exchange.close();
  }
};

async function measureKill(exchange: KilledExchange, callers: CrashCallers, isTwice: boolean) {
  const phones = callers.phones.filter(({ status }) => status === "talking");
  const startMs = performance.now();
  const gaps = new PacketGaps(phones);
  await exchange.kill();
  if (isTwice) {
    await wait(Math.random() * 500);
    await exchange.kill();
  }
  const bridges = new Map<number, number>();
  while (performance.now() - startMs < RECOVERED_WITHIN_MS) {
    await wait(POLL_MS);
    gaps.check();
    callers.pairs.forEach((pair, at) => {
      if (!bridges.has(at) && gaps.areBack(pair) && callers.isBridged(pair)) {
        bridges.set(at, performance.now() - startMs);
      }
    });
    if (gaps.areBack(phones) && bridges.size === callers.pairs.length) {
      break;
    }
  }
  return { silences: gaps.longest(), bridges: [...bridges.values()] };
}

/** Returns the number of pairs that hear each other both ways within the time limit. */
async function countBridgedPairs(callers: CrashCallers): Promise<number> {
  const bridged = new Set<number>();
  const startMs = performance.now();
  while (bridged.size < callers.pairs.length) {
    callers.pairs.forEach((pair, at) => callers.isBridged(pair) && bridged.add(at));
    if (performance.now() - startMs > RECOVERED_WITHIN_MS) {
      break;
    }
    await wait(POLL_MS);
  }
  return bridged.size;
}

function rowsOf({
  callers,
  kills,
  pairs,
  silences,
  bridges,
}: {
  callers: CrashCallers;
  kills: number;
  pairs: number;
  silences: number[];
  bridges: number[];
}): Row[] {
  const all = callers.phones.length;
  const continued = callers.phones.filter(({ status }) => status === "talking").length;
  const name = `${String(kills)} kills of the exchange`;
  return [
    requiredRow(`${name}: calls that continue`, `${continued} of ${all}`, {
      beside: "all",
      holds: continued === all,
    }),
    requiredRow(
      `${name}: pairs that hear each other, both ways`,
      `${pairs} of ${callers.pairs.length}`,
      {
        beside: "all",
        holds: pairs === callers.pairs.length,
      },
    ),
    limitRow(`${name}: silence`, formatPercentiles(silences), {
      beside: `p95 <= ${MAX_SILENCE_MS} ms`,
      holds: percentile(silences, 0.95) <= MAX_SILENCE_MS,
    }),
    limitRow(`${name}: talking again`, formatPercentiles(bridges), {
      beside: `p95 <= ${MAX_BRIDGE_MS} ms; FreeSWITCH 1 to 4 s, as published`,
      holds: percentile(bridges, 0.95) <= MAX_BRIDGE_MS,
    }),
  ];
}
