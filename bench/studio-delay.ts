/**
 * Measures the delay of a listener's tone to the sound device of an audio server's line, through a
 * cable there, and back to the listener. It also measures each direction separately. It compares
 * these delays with three others. The first is the delay of the raw loop of JACK with the same
 * cable. The second is the delay of two telephones on the exchange. The third is the delay of a
 * browser whose microphone is its call's own sound, with the same SDK in the same room. The clocks
 * of telephone, line, browser and JACK have a random phase to the exchange's tick, which stays the
 * same during a call. Therefore there are several calls, each with new clocks.
 */
import { connectLoop, JackLoop } from "./support/jack-loop.ts";
import { openLoopPhone } from "./support/loop-phone.ts";
import { delayOf, type Echo } from "./support/measure-echo.ts";
import { formatPercentiles, percentile } from "./support/percentiles.ts";
import { describePriority } from "./support/real-time.ts";
import { type Bench, infoRow, limitRow, type Row } from "./support/row.ts";
import { Studio } from "./support/studio.ts";
import type { Telephone } from "./support/telephones.ts";

const SECONDS_PER_TIME = 0.7;
const CALLS = 6;
const MIN_TIMES = 8;
/** These tones take eight seconds. A buffer that grew for a late packet shrinks after four. */
const SETTLE_TIMES = 12;
const MOST_BEYOND_RAW_MS = 40;

/** The values of all calls together. */
interface Measured {
  raw: number[];
  /** The delay of a line alone, from its call to the device and back. */
  own: number[];
  alone: number[];
  toDevice: number[];
  fromDevice: number[];
  whole: number[];
  browser: number[];
  /** The medians of the calls. */
  wholeByCall: number[];
  browserByCall: number[];
  /** The wait in the line's queue, for its device and for late packets. */
  queuedMs: number[];
  bufferedMs: number[];
}

export const run: Bench = async ({ seconds }) => {
  const times = Math.max(MIN_TIMES, Math.round((seconds ?? 0) / SECONDS_PER_TIME / CALLS));
  const studio = await Studio.open();
  const measured: Measured = {
    raw: [],
    own: [],
    alone: [],
    toDevice: [],
    fromDevice: [],
    whole: [],
    browser: [],
    wholeByCall: [],
    browserByCall: [],
    queuedMs: [],
    bufferedMs: [],
  };
  const loops: JackLoop[] = [];
  try {
    // JACK accepts one client at a time.
    for (const kind of ["raw", "line", "monitor"] as const) {
      loops.push(await JackLoop.start(studio.sound.name, kind));
    }
    connectLoop(studio.sound.name, "linedesk-line1");
    for (let call = 0; call < CALLS; call += 1) {
      const listener = await studio.ring();
      // In reality the exchange and the telephones run on separate machines.
      studio.raiseOtherPriorities();
      await measureLine({ studio, listener, loops }, times, measured);
      await measureBrowser(studio, listener, times, measured);
      await listener.hangUp();
      await measureAlone(studio, times, measured);
    }
  } finally {
    for (const loop of loops) {
      loop.close();
    }
    await studio.close();
  }
  return describe(measured, studio.isRealTime);
};

interface LineCall {
  studio: Studio;
  listener: Telephone;
  /** The raw loop, the line's own loop, and the monitor of the device. */
  loops: readonly JackLoop[];
}

async function measureLine(
  { studio, listener, loops }: LineCall,
  times: number,
  measured: Measured,
): Promise<void> {
  const release = await studio.accept();
  // During these tones the buffers on the way reach their final depth. They are not counted.
  await listener.measureEcho(SETTLE_TIMES);
  for (const loop of loops) {
    loop.forget();
  }
  const echoes = await listener.measureEcho(times);
  const { toStudio, reception } = await studio.line1();
  const [raw, own, monitor] = await Promise.all(loops.map((loop) => loop.report()));
  await release();
  const onsetsMs = monitor?.onsetsMs ?? [];
  measured.raw.push(...(raw?.delaysMs ?? []));
  measured.own.push(...(own?.delaysMs ?? []));
  measured.toDevice.push(...toDevice(echoes, onsetsMs));
  measured.fromDevice.push(...fromDevice(echoes, onsetsMs));
  const whole = echoes.map(delayOf);
  measured.whole.push(...whole);
  measured.wholeByCall.push(percentile(whole, 0.5));
  measured.queuedMs.push(toStudio.latencyMs);
  measured.bufferedMs.push(reception.bufferMs);
}

/** Returns no figures if the browser of this machine cannot make calls. */
async function measureBrowser(
  studio: Studio,
  listener: Telephone,
  times: number,
  { browser, browserByCall }: Measured,
): Promise<void> {
  try {
    const phone = await openLoopPhone(studio.station);
    await listener.measureEcho(SETTLE_TIMES);
    const delays = (await listener.measureEcho(times)).map(delayOf);
    await phone.close();
    browser.push(...delays);
    browserByCall.push(percentile(delays, 0.5));
  } catch (error) {
    console.error(error);
  }
}

async function measureAlone(studio: Studio, times: number, { alone }: Measured): Promise<void> {
  const { first, other } = await studio.ringPair();
  await first.measureEcho(SETTLE_TIMES, other);
  alone.push(...(await first.measureEcho(times, other)).map(delayOf));
  await Promise.all([first.hangUp(), other.hangUp()]);
}

function describe(measured: Measured, isRealTime: boolean): Row[] {
  const { raw, own, alone, whole, browser, queuedMs, bufferedMs } = measured;
  const most = percentile(raw, 0.95) + MOST_BEYOND_RAW_MS;
  const name = `studio delay, ${CALLS} calls, ${describePriority(isRealTime)}`;
  function row(what: string, delays: readonly number[]): [string, string] {
    return [`${name}: ${what} (${delays.length})`, formatPercentiles(delays, 1)];
  }
  function held(what: string, delays: readonly number[]): Row {
    return limitRow(...row(what, delays), {
      beside: `p95 <= raw p95 + ${MOST_BEYOND_RAW_MS} = ${most.toFixed(1)} ms`,
      holds: percentile(delays, 0.95) <= most,
    });
  }
  return [
    infoRow(...row("raw loop of JACK", raw)),
    infoRow(...row("telephone to telephone by the exchange alone", alone)),
    held("a line's own sound, call to device and back", own),
    held("listener to the device's output", measured.toDevice),
    held("the device's input to the listener", measured.fromDevice),
    held("listener to device and back", whole),
    limitRow(...row("the same on a browser softphone, without a sound device", browser), {
      beside: "the audio server's delay is not longer",
      holds: percentile(whole, 0.5) <= percentile(browser, 0.5),
    }),
    infoRow(`${name}: medians of the calls on the line`, list(measured.wholeByCall)),
    infoRow(`${name}: medians of the calls on the browser`, list(measured.browserByCall)),
    infoRow(...row("part, in the audio server's own queue", queuedMs)),
    infoRow(...row("part, the wait for late packets", bufferedMs)),
  ];
}

function list(delays: readonly number[]): string {
  return `${delays.map((ms) => ms.toFixed(0)).join(", ")} ms`;
}

function toDevice(echoes: readonly Echo[], onsetsMs: readonly number[]): number[] {
  return echoes.flatMap((echo) => onsetIn(echo, onsetsMs).map((onset) => onset - echo.sentMs));
}

/** The delay includes the delay of the cable, which is a period of JACK. */
function fromDevice(echoes: readonly Echo[], onsetsMs: readonly number[]): number[] {
  return echoes.flatMap((echo) => onsetIn(echo, onsetsMs).map((onset) => echo.receivedMs - onset));
}

/** Returns the time at which the device played the tone. Without a monitor the list is empty. */
function onsetIn({ sentMs, receivedMs }: Echo, onsetsMs: readonly number[]): number[] {
  return onsetsMs.filter((onset) => onset > sentMs && onset < receivedMs).slice(0, 1);
}
