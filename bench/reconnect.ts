/**
 * Measures the time from the return of a network after 30 s until the desk is live again: once with
 * every connection refused, once with packets lost without an error.
 */
import { setTimeout as wait } from "node:timers/promises";

import { expect, type Page } from "@playwright/test";

import { NetworkLink, startStation } from "@linedesk/testkit";
import { openWholeBrowser, openContext, type TestBrowser } from "../e2e/support/browser.ts";
import { openDesk } from "../e2e/support/desk.ts";
import { buildBundles } from "./support/bench-desk.ts";
import { type Bench, limitRow, type Row } from "./support/row.ts";

const AWAY_MS = 30_000;
const LIMIT_MS = 2_000;

export const run: Bench = async () => {
  buildBundles();
  const station = await startStation({ from: "bundles" });
  let chromium: TestBrowser | null = null;
  let network: NetworkLink | null = null;
  try {
    network = await NetworkLink.open(Number(new URL(station.url).port));
    chromium = await openWholeBrowser();
    const url = `http://127.0.0.1:${network.port}`;
    const page = await openDesk(await openContext(chromium.browser), { url }, "Alice");
    const rows: Row[] = [];
    for (const how of ["refused", "silent"] as const) {
      rows.push(row(how, await comeBack(page, network, how)));
    }
    return rows;
  } finally {
    await chromium?.close();
    await network?.close();
    await station.close();
  }
};

async function comeBack(page: Page, network: NetworkLink, how: "silent" | "refused") {
  const live = page.getByRole("banner").getByText("Live", { exact: true });
  if (how === "silent") {
    network.lose();
  } else {
    network.cut();
  }
  await expect(live).toHaveCount(0, { timeout: 20_000 });
  await wait(AWAY_MS);
  network.restore();
  const restoredAt = performance.now();
  await live.waitFor({ timeout: 60_000 });
  return performance.now() - restoredAt;
}

function row(how: string, ms: number): Row {
  return limitRow(`network away for 30 s, ${how}: return to live`, `${Math.round(ms)} ms`, {
    beside: `<= ${LIMIT_MS} ms`,
    holds: ms <= LIMIT_MS,
  });
}
