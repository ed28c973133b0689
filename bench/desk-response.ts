/**
 * Measures the time from a key to the first drawn change, without events. It also reads the
 * browser's own measure of interactions (INP), with fifty events a second on a processor that is
 * four times slower.
 */
import { setTimeout as wait } from "node:timers/promises";

import type { Page } from "@playwright/test";

import { type CrowdedDesk, openCrowdedDesk } from "./support/crowded-desk.ts";
import { pageScript } from "./support/page-script.ts";
import { formatPercentiles, percentile } from "./support/percentiles.ts";
import { type Bench, limitRow, type Row } from "./support/row.ts";

const CALLS = 200;
const EVENTS_PER_S = 50;
const SLOWER = 4;
const MIN_ROUNDS = 6;
const SECONDS_PER_ROUND = 10;
const KEY_LIMIT_MS = 50;
const INP_LIMITS = { p75: 50, worst: 100 };
/** Commands run at most every 300 ms. */
const KEY_PAUSE_MS = 350;
/** Each key changes the screen. The console draws a mark before the server answers. */
const KEYS = [
  "ArrowDown",
  "j",
  "k",
  "n",
  "l",
  "l",
  "x",
  "x",
  "2",
  "1",
  "s",
  "Escape",
  "?",
  "Escape",
];

export const run: Bench = async ({ seconds }) => {
  const script = await pageScript("response-watch");
  const desk = await openCrowdedDesk(CALLS, script);
  try {
    const rounds = Math.max(MIN_ROUNDS, Math.round((seconds ?? 0) / SECONDS_PER_ROUND));
    const answers = await pressKeys(desk.page, rounds);
    return [reportKeys(answers), ...reportInteractions(await interact(desk, rounds))];
  } finally {
    await desk.close();
  }
};

async function pressKeys(page: Page, rounds: number): Promise<number[]> {
  await focusRow(page);
  // The first round warms up the code and is not counted.
  for (let round = -1; round < rounds; round += 1) {
    if (round === 0) {
      await page.evaluate(() => void (window.responses.answers = []));
    }
    for (const key of KEYS) {
      await page.keyboard.press(key);
      await page.waitForFunction(() => window.responses.isIdle);
      await wait(KEY_PAUSE_MS);
    }
    await focusRow(page);
  }
  return page.evaluate(() => window.responses.answers);
}

/** Focuses a row, as a person does with the arrow keys, so that the keys of the queue work. */
async function focusRow(page: Page): Promise<void> {
  await page.getByRole("row").nth(2).focus();
  await wait(KEY_PAUSE_MS);
}

/** Uses rows, cards and marks, by mouse and key, while the list changes. */
async function interact(desk: CrowdedDesk, rounds: number) {
  const { page, devtools } = desk;
  const stop = desk.churn(EVENTS_PER_S);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await wait(2_000);
  await page.evaluate(() => window.responses.interactions.clear());
  let count = 0;
  for (let round = 0; round < rounds; round += 1) {
    const box = await page.getByRole("grid").boundingBox();
    for (const share of [0.25, 0.4, 0.6]) {
      await page.mouse.click(box === null ? 0 : box.x + 300, (box?.y ?? 0) + 300 * share);
      await wait(KEY_PAUSE_MS);
    }
    for (const key of ["j", "n", "l", "l", "s", "Escape"]) {
      await page.keyboard.press(key);
      await wait(KEY_PAUSE_MS);
    }
    count += 9;
    await page.mouse.move(5, 5);
  }
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  stop();
  const slow = await page.evaluate(() => [...window.responses.interactions.values()]);
  return { count, slow };
}

function reportKeys(answers: readonly number[]): Row {
  const p95 = percentile(answers, 0.95);
  return limitRow(
    `key to the first change drawn, ${CALLS} waiting (${answers.length})`,
    formatPercentiles(answers, 1),
    { beside: `p95 <= ${KEY_LIMIT_MS} ms`, holds: p95 <= KEY_LIMIT_MS },
  );
}

/**
 * Reports the interactions. The browser records only those from 16 ms on; others count as 16 ms.
 */
function reportInteractions({ count, slow }: { count: number; slow: number[] }): Row[] {
  const all = [...slow, ...Array.from({ length: Math.max(0, count - slow.length) }, () => 16)];
  const [p75, worst] = [percentile(all, 0.75), Math.max(...all)];
  const name = `interactions, ${EVENTS_PER_S} events/s, processor ${SLOWER} times slower (${all.length})`;
  return [
    limitRow(`${name}`, `p75 ${p75}, worst ${worst} ms`, {
      beside: `p75 <= ${INP_LIMITS.p75}, worst <= ${INP_LIMITS.worst} ms`,
      holds: p75 <= INP_LIMITS.p75 && worst <= INP_LIMITS.worst,
    }),
  ];
}
