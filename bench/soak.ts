/**
 * A hundred callers in conferences of two, coming and going, for as long as is asked
 * (`--seconds 7200`): what the exchange holds must not grow, and its main thread must stay prompt.
 * The first and the last third are compared, after the first callers have all been replaced once.
 */
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ComingAndGoing, type Comings } from "./support/coming-and-going.ts";
import { ExchangeProcess, type Vitals } from "./support/exchange-process.ts";
import { type Bench, held, type Row } from "./support/row.ts";
import { percentile } from "./support/spread.ts";
import { WebApplication } from "./support/web-application.ts";

const number = "+61255500101";
const atOnce = 100;
const warmUpMs = 20_000;
const samples = 60;
const limits = { memory: 1.1, handles: 1.1, delayMs: 50, delayGrowthMs: 10 };

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Every two that ring one after the other meet. */
const documentOf = (asked: number): string =>
  `<Dial><Conference beep="false">pair-${Math.floor(asked / 2)}</Conference></Dial>`;

const watch = async (exchange: ExchangeProcess, durationMs: number): Promise<Vitals[]> => {
  const seen: Vitals[] = [];
  await pause(warmUpMs);
  await exchange.vitals();
  for (let i = 0; i < samples; i += 1) {
    await pause(durationMs / samples);
    const vitals = await exchange.vitals();
    keep(vitals);
    seen.push(vitals);
  }
  return seen;
};

const medianOf = (vitals: Vitals[], name: keyof Vitals): number =>
  percentile(
    vitals.map((one) => one[name]),
    0.5,
  );

const rowsOf = (seen: Vitals[], comings: Comings): Row[] => {
  const third = Math.floor(seen.length / 3);
  const [first, last] = [seen.slice(0, third), seen.slice(-third)];
  const grown = (name: "memoryMb" | "handles", limit: number): Row => {
    const [before, after] = [medianOf(first, name), medianOf(last, name)];
    return held(
      `soak: ${name}, first to last third`,
      `${before.toFixed(0)} to ${after.toFixed(0)}`,
      {
        beside: `<= ${limit} x`,
        holds: after <= before * limit,
      },
    );
  };
  const [early, late] = [medianOf(first, "delayP99Ms"), medianOf(last, "delayP99Ms")];
  const { calls, failed, lost } = comings;
  return [
    held(`soak: ${atOnce} callers, ${calls} calls`, `${failed} failed, ${lost} lost`, {
      beside: "0, 0",
      holds: failed + lost === 0,
    }),
    grown("memoryMb", limits.memory),
    grown("handles", limits.handles),
    held("soak: main thread's delay p99", `${early.toFixed(1)} to ${late.toFixed(1)} ms`, {
      beside: `<= ${limits.delayMs} ms, <= ${limits.delayGrowthMs} ms more`,
      holds: late <= limits.delayMs && late <= early + limits.delayGrowthMs,
    }),
  ];
};

const course = join(import.meta.dirname, ".output", "soak.tsv");

/** The course of a soak can be looked at while it runs, and when it was stopped before its end. */
const begin = (durationMs: number): void => {
  mkdirSync(dirname(course), { recursive: true });
  const head = `# ${durationMs / 1000} s, ${atOnce} callers at once, from ${new Date().toISOString()}`;
  writeFileSync(course, `${head}\nmemory MB\thandles\tdelay p99 ms\n`);
};

const keep = ({ memoryMb, handles, delayP99Ms }: Vitals): void => {
  appendFileSync(course, `${memoryMb.toFixed(1)}\t${handles}\t${delayP99Ms.toFixed(1)}\n`);
};

const finish = ({ calls, failed, lost }: Comings): void => {
  appendFileSync(course, `# ${calls} calls, ${failed} failed, ${lost} lost\n`);
};

export const run: Bench = async ({ seconds }) => {
  const exchange = await ExchangeProcess.start();
  const application = await WebApplication.start(documentOf);
  const callers = new ComingAndGoing();
  try {
    const VoiceUrl = application.url("/voice");
    await exchange.post("/IncomingPhoneNumbers.json", { PhoneNumber: number, VoiceUrl });
    callers.start({ exchange: exchange.sip, to: number, atOnce });
    const durationMs = (seconds ?? 60) * 1000;
    begin(durationMs);
    const seen = await watch(exchange, durationMs);
    const comings = await callers.end();
    finish(comings);
    return rowsOf(seen, comings);
  } finally {
    callers.close();
    application.close();
    await exchange.close();
  }
};
