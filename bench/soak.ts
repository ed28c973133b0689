/**
 * Keeps a hundred callers in conferences of two for a given time (`--seconds 7200`). Each of them
 * hangs up after a while, and another listener calls. The resources of the exchange must not grow,
 * and its main thread must stay responsive. The bench compares the first and the last third
 * of the time after a warm-up of 20 s.
 */
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { CallerChurn, type ChurnCounts } from "./support/caller-churn.ts";
import { ExchangeProcess, type Vitals } from "./support/exchange-process.ts";
import { percentile } from "./support/percentiles.ts";
import { type Bench, limitRow, type Row } from "./support/row.ts";
import { WebApplication } from "./support/web-application.ts";

const NUMBER = "+61255500101";
const AT_ONCE = 100;
const WARM_UP_MS = 20_000;
const SAMPLES = 60;
const limits = { memory: 1.1, handles: 1.1, delayMs: 50, delayGrowthMs: 10 };

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Returns a document with which two consecutive callers meet in a conference. */
function documentOf(requestCount: number): string {
  return `<Dial><Conference beep="false">pair-${Math.floor(requestCount / 2)}</Conference></Dial>`;
}

async function watch(exchange: ExchangeProcess, durationMs: number): Promise<Vitals[]> {
  const seen: Vitals[] = [];
  await pause(WARM_UP_MS);
  await exchange.vitals();
  for (let i = 0; i < SAMPLES; i += 1) {
    await pause(durationMs / SAMPLES);
    const vitals = await exchange.vitals();
    record(vitals);
    seen.push(vitals);
  }
  return seen;
}

function medianOf(vitals: Vitals[], name: keyof Vitals): number {
  return percentile(
    vitals.map((one) => one[name]),
    0.5,
  );
}

function rowsOf(seen: Vitals[], counts: ChurnCounts): Row[] {
  const third = Math.floor(seen.length / 3);
  const [first, last] = [seen.slice(0, third), seen.slice(-third)];
  function grown(name: "memoryMb" | "handles", limit: number): Row {
    const [before, after] = [medianOf(first, name), medianOf(last, name)];
    return limitRow(
      `soak: ${name}, first to last third`,
      `${before.toFixed(0)} to ${after.toFixed(0)}`,
      {
        beside: `<= ${limit} x`,
        holds: after <= before * limit,
      },
    );
  }
  const [early, late] = [medianOf(first, "delayP99Ms"), medianOf(last, "delayP99Ms")];
  const { calls, failed, lost } = counts;
  return [
    limitRow(`soak: ${AT_ONCE} callers, ${calls} calls`, `${failed} failed, ${lost} lost`, {
      beside: "0, 0",
      holds: failed + lost === 0,
    }),
    grown("memoryMb", limits.memory),
    grown("handles", limits.handles),
    limitRow("soak: main thread's delay p99", `${early.toFixed(1)} to ${late.toFixed(1)} ms`, {
      beside: `<= ${limits.delayMs} ms, <= ${limits.delayGrowthMs} ms more`,
      holds: late <= limits.delayMs && late <= early + limits.delayGrowthMs,
    }),
  ];
}

const course = join(import.meta.dirname, ".output", "soak.tsv");

/** Writes the measurements while the soak runs, so that an early stop does not lose them. */
function begin(durationMs: number): void {
  mkdirSync(dirname(course), { recursive: true });
  const head = `# ${durationMs / 1000} s, ${AT_ONCE} concurrent callers, from ${new Date().toISOString()}`;
  writeFileSync(course, `${head}\nmemory MB\thandles\tdelay p99 ms\n`);
}

function record({ memoryMb, handles, delayP99Ms }: Vitals): void {
  appendFileSync(course, `${memoryMb.toFixed(1)}\t${handles}\t${delayP99Ms.toFixed(1)}\n`);
}

function finish({ calls, failed, lost }: ChurnCounts): void {
  appendFileSync(course, `# ${calls} calls, ${failed} failed, ${lost} lost\n`);
}

export const run: Bench = async ({ seconds }) => {
  const exchange = await ExchangeProcess.start();
  const application = await WebApplication.start(documentOf);
  const callers = new CallerChurn();
  try {
    const VoiceUrl = application.url("/voice");
    await exchange.post("/IncomingPhoneNumbers.json", { PhoneNumber: NUMBER, VoiceUrl });
    callers.start({ exchange: exchange.sip, to: NUMBER, atOnce: AT_ONCE });
    const durationMs = (seconds ?? 60) * 1000;
    begin(durationMs);
    const seen = await watch(exchange, durationMs);
    const counts = await callers.end();
    finish(counts);
    return rowsOf(seen, counts);
  } finally {
    callers.close();
    application.close();
    await exchange.close();
  }
};
