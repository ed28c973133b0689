/**
 * What 500 callers on hold cost: plain RTP legs of PCMU that all hear the built-in music, each from
 * its own beginning, and talk into it as callers do. The music is encoded once for all of them. The
 * telephones run in a second process.
 */
import { openExchangeBridge } from "./support/bridge.ts";
import { measureLoad } from "./support/mixing-load.ts";
import { type Bench, held, told } from "./support/row.ts";

const callers = 500;
/** The thread that decodes the music has started and is idle again by then. */
const firstSoundMs = 5000;

export const run: Bench = async ({ seconds }) => {
  const bridge = await openExchangeBridge((media, { leg }) =>
    media.play(leg, `music of ${leg}`, { type: "builtin", name: "hold-music" }, 0),
  );
  try {
    await bridge.join({ leg: "first", room: "", port: 9 });
    await new Promise((resolve) => setTimeout(resolve, firstSoundMs));
    bridge.leave("first");
    const durationMs = (seconds ?? 10) * 1000;
    const load = await measureLoad(bridge, { legs: callers, roomSize: 1, durationMs });
    const { gaps, late } = load.counts;
    const rate = load.receivedPerLeg.toFixed(1);
    return [
      held(`hold music: CPU of ${callers} callers`, `${(load.core * 100).toFixed(1)} % of a core`, {
        beside: "<= 100 %",
        holds: load.core <= 1,
      }),
      held("hold music: packets to each caller", `${rate}/s`, {
        beside: "50.0/s",
        holds: Math.abs(load.receivedPerLeg - 50) < 0.25,
      }),
      held("hold music: packets lost", String(gaps), { beside: "0", holds: gaps === 0 }),
      told("hold music: packets more than 60 ms after the one before", String(late)),
    ];
  } finally {
    await bridge.close();
  }
};
