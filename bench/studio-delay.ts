/**
 * A listener's tone to the sound device of an audio server's line, through a cable there, and back
 * to the listener, and each way for itself: beside the raw loop of JACK, whose cable is the same,
 * beside what two telephones have of each other by the exchange alone, and beside a browser whose
 * microphone is what its call gives, with the same SDK in the same room.
 */
import type { SipListener } from "@linedesk/testkit";
import { connectLoop, JackLoop } from "./support/jack-loop.ts";
import { openLoopPhone } from "./support/loop-phone.ts";
import { delayOf, type Echo, measureEcho } from "./support/measure-echo.ts";
import { formatPercentiles, percentile } from "./support/percentiles.ts";
import { describePriority } from "./support/real-time.ts";
import { type Bench, infoRow, limitRow, type Row } from "./support/row.ts";
import { Studio } from "./support/studio.ts";

const SECONDS_PER_TIME = 0.7;
const MIN_TIMES = 20;
const SETTLE_TIMES = 10;
const MOST_BEYOND_RAW_MS = 40;

export const run: Bench = async ({ seconds }) => {
  const times = Math.max(MIN_TIMES, Math.round((seconds ?? 0) / SECONDS_PER_TIME));
  const studio = await Studio.open();
  const raw = await JackLoop.start(studio.sound.name, "raw");
  const line = await JackLoop.start(studio.sound.name, "line");
  let monitor: JackLoop | null = null;
  try {
    const listener = await studio.ring();
    const release = await studio.accept();
    connectLoop(studio.sound.name, "linedesk-line1");
    // In life they are on machines of their own.
    studio.spareOthers();
    monitor = await JackLoop.start(studio.sound.name, "monitor");
    // The buffers on the way have found their depth by then.
    await measureEcho(listener, SETTLE_TIMES);
    for (const loop of [raw, line, monitor]) {
      loop.forget();
    }
    const ours = await measureEcho(listener, times);
    const { toStudio, reception } = await studio.line1();
    const { delaysMs: bare } = await raw.report();
    const { delaysMs: own } = await line.report();
    const { onsetsMs } = await monitor.report();
    await release();
    const theirs = await measureBrowser(studio, listener, times);
    const pair = await studio.ringPair();
    await measureEcho(pair.first, SETTLE_TIMES, pair.other);
    const alone = await measureEcho(pair.first, Math.max(MIN_TIMES, times / 4), pair.other);
    const most = percentile(bare, 0.95) + MOST_BEYOND_RAW_MS;
    function held(what: string, delays: readonly number[]): Row {
      return limitRow(`studio delay: ${what} (${delays.length})`, formatPercentiles(delays, 1), {
        beside: `p95 <= raw p95 + ${MOST_BEYOND_RAW_MS} = ${most.toFixed(1)} ms`,
        holds: percentile(delays, 0.95) <= most,
      });
    }
    const whole = ours.map(delayOf);
    const browser = theirs.map(delayOf);
    const waits = `${toStudio.latencyMs.toFixed(1)} ms to the device`;
    const buffered = `${reception.bufferMs.toFixed(1)} ms`;
    return [
      infoRow(`studio delay: raw loop of JACK (${bare.length})`, formatPercentiles(bare, 1)),
      infoRow(
        `studio delay: telephone to telephone by the exchange alone (${alone.length})`,
        formatPercentiles(alone.map(delayOf), 1),
      ),
      held("a line's own sound, call to device and back", own),
      held("listener to the device's output", toDevice(ours, onsetsMs)),
      held("the device's input to the listener", fromDevice(ours, onsetsMs)),
      held(`listener to device and back, ${describePriority(studio.isRealTime)}`, whole),
      limitRow(
        `studio delay: the same on a browser softphone (${browser.length})`,
        formatPercentiles(browser, 1),
        {
          beside: "the audio server's is no longer",
          holds: percentile(whole, 0.5) <= percentile(browser, 0.5),
        },
      ),
      infoRow("studio delay: of it, in the audio server's own queue", waits),
      infoRow("studio delay: of it, in the receive buffer of the call", buffered),
    ];
  } finally {
    raw.close();
    line.close();
    monitor?.close();
    await studio.close();
  }
};

function toDevice(echoes: readonly Echo[], onsetsMs: readonly number[]): number[] {
  return echoes.flatMap((echo) => onsetIn(echo, onsetsMs).map((onset) => onset - echo.sentMs));
}

/** The cable takes a period of JACK, which is part of it. */
function fromDevice(echoes: readonly Echo[], onsetsMs: readonly number[]): number[] {
  return echoes.flatMap((echo) => onsetIn(echo, onsetsMs).map((onset) => echo.receivedMs - onset));
}

/** When the device played it; none where nobody was there to listen. */
function onsetIn({ sentMs, receivedMs }: Echo, onsetsMs: readonly number[]): number[] {
  return onsetsMs.filter((onset) => onset > sentMs && onset < receivedMs).slice(0, 1);
}

/** None where this machine's browser does not call. */
async function measureBrowser(
  studio: Studio,
  listener: SipListener,
  times: number,
): Promise<Echo[]> {
  try {
    const browser = await openLoopPhone(studio.station);
    await measureEcho(listener, SETTLE_TIMES);
    const echoes = await measureEcho(listener, times);
    await browser.close();
    return echoes;
  } catch (error) {
    console.error(error);
    return [];
  }
}
