import { Generator } from "./support/generator.ts";
import { measurePair, measureTurns } from "./support/measure-delay.ts";
/** Measures the delay that a room of two legs adds, with 2 and with 100 legs in the exchange. */
import { openExchangeMixer } from "./support/mixer.ts";
import { percentile, formatPercentiles } from "./support/percentiles.ts";
import { type Bench, limitRow, type Row } from "./support/row.ts";

const limits = { p50Ms: 25, p95Ms: 40 };

async function measure(legs: number, durationMs: number): Promise<Row> {
  const mixer = await openExchangeMixer();
  const pairs = legs < 20 ? 1 : 5;
  const generator = legs > pairs * 2 ? new Generator() : null;
  try {
    await generator?.connect(mixer, { count: legs - pairs * 2 });
    const delays: number[] = [];
    if (generator === null) {
      delays.push(...(await measureTurns(mixer, durationMs)));
    } else {
      const all = Array.from({ length: pairs }, (_, pair) =>
        measurePair(mixer, { pair, durationMs }),
      );
      delays.push(...(await Promise.all(all)).flat());
    }
    const name = `media: delay added by a room, ${legs} legs (${delays.length})`;
    const holds =
      percentile(delays, 0.5) <= limits.p50Ms && percentile(delays, 0.95) <= limits.p95Ms;
    const beside = `p50 <= ${limits.p50Ms}, p95 <= ${limits.p95Ms} ms`;
    return limitRow(name, formatPercentiles(delays, 1), { beside, holds });
  } finally {
    generator?.close();
    await mixer.close();
  }
}

export const run: Bench = async ({ seconds }) => {
  const durationMs = (seconds ?? 10) * 1000;
  return [await measure(2, durationMs), await measure(100, durationMs)];
};
