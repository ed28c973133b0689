import { openJanusMixer } from "./support/janus-mixer.ts";
import { measureTurns } from "./support/measure-delay.ts";
import { measureLoad, type Load } from "./support/measure-load.ts";
/**
 * Compares the exchange's mixer with Janus AudioBridge, with the same telephones and the same
 * packet rate, one after the other in the same run. It measures many rooms of two, one large room,
 * and the delay of a room.
 */
import { openExchangeMixer, type Mixer } from "./support/mixer.ts";
import { percentile, formatPercentiles } from "./support/percentiles.ts";
import { type Bench, limitRow, type Row } from "./support/row.ts";

const scenes = [
  { name: "200 legs, two a room", legs: 200, roomSize: 2 },
  { name: "100 legs, one room", legs: 100, roomSize: 100 },
];

const openers = { exchange: openExchangeMixer, janus: openJanusMixer };

async function using<T>(open: () => Promise<Mixer>, work: (mixer: Mixer) => Promise<T>) {
  const mixer = await open();
  try {
    return await work(mixer);
  } finally {
    await mixer.close();
  }
}

/** Is true when every packet arrived at the other side, except for packets in transit. */
function isWhole({ receivedPerLeg }: Load): boolean {
  return receivedPerLeg > 49.5;
}

async function compareLoad(
  { name, legs, roomSize }: (typeof scenes)[number],
  durationMs: number,
): Promise<Row[]> {
  const load = { legs, roomSize, durationMs };
  const ours = await using(openers.exchange, (mixer) => measureLoad(mixer, load));
  const theirs = await using(openers.janus, (mixer) => measureLoad(mixer, load));
  function perCore({ core }: Load): number {
    return Math.floor(legs / core);
  }
  function words(one: Load): string {
    return `${perCore(one)} legs per core (${(one.core * 100).toFixed(1)} %, ${one.receivedPerLeg.toFixed(1)}/s)`;
  }
  const ratio = perCore(ours) / perCore(theirs);
  return [
    limitRow(`mixer beside Janus: ${name}`, words(ours), {
      beside: `${words(theirs)}: ${ratio.toFixed(2)} x, >= 1.0`,
      holds: ratio >= 1 && isWhole(ours),
    }),
    limitRow(`mixer beside Janus: ${name}, gaps`, String(ours.counts.gaps), {
      beside: `${theirs.counts.gaps}; 0`,
      holds: ours.counts.gaps === 0,
    }),
  ];
}

async function compareDelay(durationMs: number): Promise<Row> {
  const ours = await using(openers.exchange, (mixer) => measureTurns(mixer, durationMs));
  const theirs = await using(openers.janus, (mixer) => measureTurns(mixer, durationMs));
  const share = percentile(ours, 0.5) / percentile(theirs, 0.5);
  return limitRow("mixer beside Janus: delay of a room", formatPercentiles(ours, 1), {
    beside: `${formatPercentiles(theirs, 1)}: ${share.toFixed(2)} of it, <= 0.20`,
    holds: share <= 0.2,
  });
}

export const run: Bench = async ({ seconds }) => {
  const durationMs = (seconds ?? 10) * 1000;
  const rows: Row[] = [];
  for (const scene of scenes) {
    rows.push(...(await compareLoad(scene, durationMs)));
  }
  return [...rows, await compareDelay(durationMs)];
};
