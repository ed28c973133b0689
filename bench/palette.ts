/**
 * Measures the palette with 5,000 contacts on a processor that is four times slower: from a key to
 * the first drawn change, and to the matching contacts.
 */
import { setTimeout as wait } from "node:timers/promises";

import type { Page } from "@playwright/test";

import { startStation } from "@linedesk/testkit";
import { callApi, myStations } from "../e2e/support/api.ts";
import { openWholeBrowser, openContext, type TestBrowser } from "../e2e/support/browser.ts";
import { openDesk } from "../e2e/support/desk.ts";
import { buildBundles } from "./support/bench-desk.ts";
import { pageScript } from "./support/page-script.ts";
import { formatPercentiles, percentile } from "./support/percentiles.ts";
import { type Bench, infoRow, limitRow, type Row } from "./support/row.ts";

const CONTACTS = 5_000;
const BATCH = 1_000;
const SLOWER = 4;
const MIN_ROUNDS = 6;
const SECONDS_PER_ROUND = 8;
const KEY_LIMIT_MS = 32;
const KEY_PAUSE_MS = 350;
const WORDS = ["hold", "listener 4", "settings", "0491 1"];

export const run: Bench = async ({ seconds }) => {
  buildBundles();
  const script = await pageScript("response-watch");
  const station = await startStation({ from: "bundles" });
  let chromium: TestBrowser | null = null;
  try {
    chromium = await openWholeBrowser();
    const context = await openContext(chromium.browser);
    await context.addInitScript({ content: script });
    const page = await openDesk(context, station, "Alice");
    await addContacts(page);
    const devtools = await context.newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    const rounds = Math.max(MIN_ROUNDS, Math.round((seconds ?? 0) / SECONDS_PER_ROUND));
    return report(await typeWords(page, rounds));
  } finally {
    await chromium?.close();
    await station.close();
  }
};

async function addContacts(page: Page): Promise<void> {
  const station = (await myStations(page)).find(({ callSign }) => callSign === "2ZZ")?.id ?? "";
  for (let from = 0; from < CONTACTS; from += BATCH) {
    const rows = Array.from({ length: BATCH }, (_, n) => ({
      line: from + n + 2,
      name: `Listener ${from + n}`,
      number: `+6149${1_100_000 + from + n}`,
      tags: [],
      note: "",
    }));
    const answer = await callApi(page, "/api/contacts/import", { station, dryRun: false, rows });
    if (!answer.ok()) {
      throw new Error(`The server did not import the contacts: ${answer.status()}`);
    }
  }
}

interface Typed {
  /** From Ctrl K to the first change. */
  opening: number[];
  keys: number[];
  /** From the last key of a name until its contacts are shown. */
  foundMs: number[];
}

async function typeWords(page: Page, rounds: number): Promise<Typed> {
  const typed: Typed = { opening: [], keys: [], foundMs: [] };
  // The first round warms up the code and is not counted.
  for (let round = -1; round < rounds; round += 1) {
    for (const words of WORDS) {
      await page.keyboard.press("Control+k");
      await page.getByRole("option").first().waitFor();
      await wait(KEY_PAUSE_MS);
      const opening = await takeAnswers(page);
      const foundMs = await typeInto(page, words);
      const keys = await takeAnswers(page);
      if (round >= 0) {
        typed.opening.push(...opening);
        typed.keys.push(...keys);
        typed.foundMs.push(...foundMs);
      }
      await page.keyboard.press("Escape");
      await page.getByRole("option").first().waitFor({ state: "detached" });
      await wait(KEY_PAUSE_MS);
      await takeAnswers(page);
    }
  }
  return typed;
}

/** Returns the answer times of the presses since the last call. */
function takeAnswers(page: Page): Promise<number[]> {
  return page.evaluate(() => window.responses.answers.splice(0));
}

async function typeInto(page: Page, words: string): Promise<number[]> {
  for (const letter of words) {
    await page.keyboard.press(letter === " " ? "Space" : letter);
    await page.waitForFunction(() => window.responses.isIdle);
    await wait(KEY_PAUSE_MS / 2);
  }
  if (!words.startsWith("listener")) {
    return [];
  }
  const typedAt = performance.now();
  await page.keyboard.press("2");
  await page
    .getByRole("option", { name: /Listener 42/ })
    .first()
    .waitFor();
  return [performance.now() - typedAt];
}

function report({ opening, keys, foundMs }: Typed): Row[] {
  const p75 = percentile(keys, 0.75);
  const name = `palette, ${CONTACTS} contacts, processor ${SLOWER} times slower`;
  return [
    limitRow(
      `${name}: key to the first change drawn (${keys.length})`,
      `p75 ${p75.toFixed(1)}, ${formatPercentiles(keys, 1)}`,
      { beside: `p75 <= ${KEY_LIMIT_MS} ms`, holds: p75 <= KEY_LIMIT_MS },
    ),
    infoRow(`${name}: Ctrl K to the first change drawn`, formatPercentiles(opening, 1)),
    infoRow(`${name}: key to the matching contacts`, formatPercentiles(foundMs, 1)),
  ];
}
