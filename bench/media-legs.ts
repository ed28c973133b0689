import { measureLoad } from "./support/measure-load.ts";
/**
 * Measures the phone legs that one core carries: PCMU legs in rooms of two, 50 packets/s in both
 * directions. The phones run in a second process, so that this process runs only the exchange's
 * media.
 */
import { openExchangeMixer } from "./support/mixer.ts";
import { type Bench, limitRow, infoRow } from "./support/row.ts";

/** The legs in the exchange, and the minimum that one core must carry. */
const LEGS = 200;

export const run: Bench = async ({ seconds }) => {
  const mixer = await openExchangeMixer();
  try {
    const durationMs = (seconds ?? 10) * 1000;
    const load = await measureLoad(mixer, { legs: LEGS, roomSize: 2, durationMs });
    const perCore = Math.floor(LEGS / load.core);
    const { gaps } = load.counts;
    const rates = `${load.sentPerLeg.toFixed(1)}/s sent, 50/s wanted`;
    return [
      infoRow(`media: CPU of ${LEGS} legs`, `${(load.core * 100).toFixed(1)} % of a core`),
      limitRow("media: legs per core, extrapolated", String(perCore), {
        beside: ">= 200",
        holds: perCore >= 200,
      }),
      infoRow("media: packets to each leg", `${load.receivedPerLeg.toFixed(1)}/s`, rates),
      limitRow("media: gaps in sequence", String(gaps), { beside: "0", holds: gaps === 0 }),
    ];
  } finally {
    await mixer.close();
  }
};
