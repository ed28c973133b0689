/**
 * A file of a hundred thousand lines, a tenth of them bad, goes into the phone book as a person
 * takes it there: checked, imported, cancelled on the way, imported on, broken off by a reload of
 * the page, and imported to its end. Meanwhile keys are pressed on the desk, and the longest task
 * of the page is noted.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { expect, type Locator, type Page } from "@playwright/test";

import { startStation } from "@linedesk/testkit";
import { openWholeBrowser, openContext, type TestBrowser } from "../e2e/support/browser.ts";
import { openDesk, untilReady } from "../e2e/support/desk.ts";
import type { LineWatch } from "./page/line-watch.ts";
import { buildBundles } from "./support/bench-desk.ts";
import { pageScript } from "./support/page-script.ts";
import { formatPercentiles, percentile } from "./support/percentiles.ts";
import { type Bench, infoRow, limitRow, type Row } from "./support/row.ts";

const LINES = 100_000;
const BAD_EVERY = 10;
const GOOD = LINES - LINES / BAD_EVERY;
/** Each phase of the file, checking or importing. */
const PHASE_LIMIT_MS = 240_000;
const TASK_LIMIT_MS = 200;
const KEY_LIMIT_MS = 100;
const KEY_PAUSE_MS = 500;

export const run: Bench = async () => {
  buildBundles();
  const script = await pageScript("line-watch");
  const folder = mkdtempSync(join(tmpdir(), "linedesk-import-"));
  const station = await startStation({ from: "bundles" });
  let chromium: TestBrowser | null = null;
  try {
    chromium = await openWholeBrowser();
    const context = await openContext(chromium.browser);
    await context.addInitScript({ content: script });
    const page = await openDesk(context, station, "Alice");
    await page.keyboard.press("p");
    return report(await takeFile(page, writeFile(folder)));
  } finally {
    await chromium?.close();
    await station.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

/** On the disk: what a test's browser is handed as bytes costs the page a long task. */
function writeFile(folder: string): string {
  const lines = Array.from({ length: LINES }, (_, n) =>
    n % BAD_EVERY === 7 ? `Bad ${n},12` : `Listener ${n},+6149${1_100_000 + n}`,
  );
  const path = join(folder, "listeners.csv");
  writeFileSync(path, ["Name,Number", ...lines].join("\n"));
  return path;
}

interface Taken extends Omit<LineWatch, "from"> {
  checkMs: number;
  importMs: number;
  /** Of the file's lines when it was cancelled. */
  cancelledAt: number;
  /** There already, after the reload: what was added before it. */
  addedAtReload: number;
  /** In the phone book more than before. */
  added: number;
  /** In the file that the card saves, each with its number. */
  badLines: number;
}

const patient = { timeout: PHASE_LIMIT_MS };

async function takeFile(page: Page, file: string): Promise<Taken> {
  const card = page.getByRole("region", { name: "Phone book" });
  const before = await countContacts(card);
  const first = startWatch(page);
  const checkMs = await check(card, file);
  await startImport(card);
  await card.getByRole("button", { name: "Cancel" }).click();
  const cancelled = await card.getByText(/^Cancelled after/).textContent(patient);
  await card.getByRole("button", { name: "Done" }).click();
  await check(card, file);
  await startImport(card);
  const early = await first.stop();

  page.once("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await untilReady(page);
  const last = startWatch(page);
  await check(card, file);
  const known = await card.getByText(/there already/).textContent();
  const beganAt = performance.now();
  await startImport(card);
  await card.getByRole("button", { name: "Done" }).waitFor(patient);
  const importMs = performance.now() - beganAt;
  const late = await last.stop();
  const badLines = await countBadLines(page, card);
  await card.getByRole("button", { name: "Done" }).click();
  const added = await untilAdded(card, before);
  return {
    longestMs: Math.max(early.longestMs, late.longestMs),
    answers: [...early.answers, ...late.answers],
    checkMs,
    importMs,
    cancelledAt: readCount(cancelled),
    addedAtReload: readCount(known?.split("contacts,")[1] ?? null),
    added,
    badLines,
  };
}

async function check(card: Locator, file: string): Promise<number> {
  const beganAt = performance.now();
  await card.getByRole("button", { name: "Import", exact: true }).click();
  await card.getByLabel("Choose a file").setInputFiles(file);
  await card.getByText(/there already, 10,000 bad lines/).waitFor(patient);
  await card.getByRole("button", { name: /^Import [\d,]+ contacts/ }).waitFor(patient);
  return performance.now() - beganAt;
}

/** Until some of it is imported. */
async function startImport(card: Locator): Promise<void> {
  await card.getByRole("button", { name: /^Import [\d,]+ contacts/ }).click();
  await card.getByText(/^[1-9][\d,]* of 100,000 lines/).waitFor(patient);
}

async function countContacts(card: Locator): Promise<number> {
  const words = card.getByText(/^[\d,]+ contacts of 2ZZ/);
  return readCount(await words.textContent(patient));
}

/** The book follows an import within seconds. */
async function untilAdded(card: Locator, before: number): Promise<number> {
  let added = 0;
  const counting = expect.poll(async () => (added = (await countContacts(card)) - before));
  await counting.toBe(GOOD).catch(() => undefined);
  return added;
}

async function countBadLines(page: Page, card: Locator): Promise<number> {
  const saving = page.waitForEvent("download");
  await card.getByRole("button", { name: "Save all as a file" }).click();
  const lines = readFileSync(await (await saving).path(), "utf8").split("\n");
  const bad = lines.map((line) => /^(\d+)\t"12" is no telephone number/.exec(line)?.[1]);
  return new Set(bad.filter((line) => line !== undefined)).size;
}

/** The first number in the words. */
function readCount(words: string | null): number {
  return Number(/[\d,]+/.exec(words ?? "")?.[0].replaceAll(",", "") ?? Number.NaN);
}

/** Selects one line and the other, all the while. */
function startWatch(page: Page): { stop: () => Promise<LineWatch> } {
  let isOver = false;
  const pressing = (async () => {
    await page.evaluate(() => (window.lineWatch.from = performance.now()));
    for (let count = 0; !isOver; count += 1) {
      // With Alt it is a key of the desk wherever the focus is.
      await page.keyboard.press(count % 2 === 0 ? "Alt+2" : "Alt+1");
      await wait(KEY_PAUSE_MS);
    }
  })();
  return {
    stop: async () => {
      isOver = true;
      await pressing;
      return page.evaluate(() => window.lineWatch);
    },
  };
}

function report(taken: Taken): Row[] {
  const { checkMs, importMs, cancelledAt, addedAtReload, added, badLines, longestMs } = taken;
  const keys = percentile(taken.answers, 0.95);
  return [
    infoRow("import: 100,000 lines checked, with 10,000 bad ones", `${seconds(checkMs)} s`),
    infoRow("import: cancelled after so many lines", `${cancelledAt}`, `of ${LINES}`),
    infoRow("import: there already after the reload on the way", `${addedAtReload}`),
    infoRow("import: the rest of the file imported", `${seconds(importMs)} s`),
    limitRow("import: contacts added in all", `${added}`, {
      beside: `${GOOD}`,
      holds: added === GOOD,
    }),
    limitRow("import: bad lines in the saved file, by number", `${badLines}`, {
      beside: `${LINES - GOOD}`,
      holds: badLines === LINES - GOOD,
    }),
    limitRow("import: longest task of the page", `${Math.round(longestMs)} ms`, {
      beside: `<= ${TASK_LIMIT_MS} ms`,
      holds: longestMs <= TASK_LIMIT_MS,
    }),
    limitRow(
      `import: key to the other line selected (${taken.answers.length})`,
      formatPercentiles(taken.answers, 1),
      { beside: `p95 <= ${KEY_LIMIT_MS} ms`, holds: keys <= KEY_LIMIT_MS },
    ),
  ];
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1);
}
