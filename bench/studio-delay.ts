/**
 * A listener's tone to the sound device of an audio server's line, through a cable there, and back
 * to the listener: beside the raw loop of JACK, whose cable is the same, and beside a browser whose
 * microphone is what its call gives, with the same SDK in the same room.
 */
import type { SipListener } from "@linedesk/testkit";
import { connectLoop, JackLoop } from "./support/jack-loop.ts";
import { openLoopPhone } from "./support/loop-phone.ts";
import { measureEcho } from "./support/measure-echo.ts";
import { formatPercentiles, percentile } from "./support/percentiles.ts";
import { describePriority } from "./support/real-time.ts";
import { type Bench, infoRow, limitRow } from "./support/row.ts";
import { Studio } from "./support/studio.ts";

const SECONDS_PER_TIME = 0.7;
const MIN_TIMES = 20;
const MOST_BEYOND_RAW_MS = 40;

export const run: Bench = async ({ seconds }) => {
  const times = Math.max(MIN_TIMES, Math.round((seconds ?? 0) / SECONDS_PER_TIME));
  const studio = await Studio.open();
  const raw = await JackLoop.start(studio.sound.name, "raw");
  const line = await JackLoop.start(studio.sound.name, "line");
  try {
    const listener = await studio.ring();
    const release = await studio.accept();
    connectLoop(studio.sound.name, "linedesk-line1");
    // The buffers on the way have found their depth by then.
    await measureEcho(listener, 5);
    raw.forget();
    line.forget();
    const ours = await measureEcho(listener, times);
    const { toStudio, fromStudio } = await studio.line1();
    const { delaysMs: bare } = await raw.report();
    const { delaysMs: own } = await line.report();
    await release();
    const theirs = await measureBrowser(studio, listener, times);
    const most = percentile(bare, 0.95) + MOST_BEYOND_RAW_MS;
    const words = `studio delay: listener to device and back (${ours.length}), ${describePriority(studio.isRealTime)}`;
    const waits = `${toStudio.latencyMs.toFixed(1)} ms to the device, ${fromStudio.latencyMs.toFixed(1)} ms from it`;
    return [
      infoRow(`studio delay: raw loop of JACK (${bare.length})`, formatPercentiles(bare, 1)),
      limitRow(
        `studio delay: a line's own sound, call to device and back (${own.length})`,
        formatPercentiles(own, 1),
        {
          beside: `p95 <= raw p95 + ${MOST_BEYOND_RAW_MS} = ${most.toFixed(1)} ms`,
          holds: percentile(own, 0.95) <= most,
        },
      ),
      limitRow(words, formatPercentiles(ours, 1), {
        beside: `p95 <= raw p95 + ${MOST_BEYOND_RAW_MS} = ${most.toFixed(1)} ms`,
        holds: percentile(ours, 0.95) <= most,
      }),
      limitRow(
        `studio delay: the same on a browser softphone (${theirs.length})`,
        formatPercentiles(theirs, 1),
        {
          beside: "the audio server's is no longer",
          holds: percentile(ours, 0.5) <= percentile(theirs, 0.5),
        },
      ),
      infoRow("studio delay: of it, in the audio server's own queues", waits),
    ];
  } finally {
    raw.close();
    line.close();
    await studio.close();
  }
};

/** None where this machine's browser does not call. */
async function measureBrowser(
  studio: Studio,
  listener: SipListener,
  times: number,
): Promise<number[]> {
  try {
    const browser = await openLoopPhone(studio.station);
    await measureEcho(listener, 5);
    const delays = await measureEcho(listener, times);
    await browser.close();
    return delays;
  } catch (error) {
    console.error(error);
    return [];
  }
}
