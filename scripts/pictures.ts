import { join } from "node:path";

import type { Page } from "@playwright/test";

import { startStation } from "@linedesk/testkit";
import { callApi, myStations } from "../e2e/support/api.ts";
import { openBrowser, openContext } from "../e2e/support/browser.ts";
import { answer, choose, lineCard, openDesk, queueRow, untilReady } from "../e2e/support/desk.ts";
import { listenerHz, operatorHz, untilBrowserReceives } from "../e2e/support/listen.ts";
import { untilSettled } from "../e2e/support/screen-audit.ts";
import { manualLanguages } from "./manual/page-order.ts";
import { expect } from "./pictures/expect.ts";
import { fillDesk } from "./pictures/fill-desk.ts";
import { takeManualPictures } from "./pictures/manual-pictures.ts";

const folder = join(import.meta.dirname, "../docs/pictures");

async function takeBoth(page: Page, name: string): Promise<void> {
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    await untilSettled(page);
    await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`) });
  }
}

async function takeSection(page: Page, section: string, name: string): Promise<void> {
  await page.goto(new URL(`/2zz/admin/${section}`, page.url()).href);
  await page.getByRole("heading", { level: 2 }).first().waitFor();
  await expect(page.getByText("Loading", { exact: true })).toHaveCount(0);
  await takeBoth(page, name);
}

/** Lets line 2 of the station feed the air, and answers a caller on it. */
async function goOnAir(desk: Page, caller: string): Promise<void> {
  const [own] = (await myStations(desk)).filter(({ callSign }) => callSign === "2ZZ");
  const feed = { station: own?.id, line: "line2", feedsAir: true };
  expect((await callApi(desk, "/api/station/line_feed", feed)).ok()).toBe(true);
  // A text field with the focus would receive the key as text.
  await desk.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await desk.keyboard.press("2");
  await answer(desk, caller);
  await expect(lineCard(desk, 2).getByText("On air", { exact: true })).toBeVisible();
}

/** Takes the README's pictures: the desk with calls, the admin area and the board. */
async function takeReadmePictures(): Promise<void> {
  await using station = await startStation({ from: "bundles" });
  const chromium = await openBrowser({ microphoneHz: operatorHz });
  try {
    const context = await openContext(chromium.browser, { width: 1440, height: 900 });
    const desk = await openDesk(context, station, "Alice");
    await callApi(desk, "/api/user/settings", { setting: "THEME", value: "system" });
    await desk.reload();
    await untilReady(desk);
    const full = await fillDesk({ station, browser: chromium.browser, desk });
    await answer(desk, full.mine);
    await untilBrowserReceives(desk, listenerHz);
    await choose(desk, full.known);
    await desk.mouse.move(0, 0);
    // The quality of a call is known after a few seconds.
    await expect(desk.getByText(/^MOS \d/)).toBeVisible();
    await desk.waitForTimeout(12_000);
    await expect(queueRow(desk, full.mine)).toContainText("On line 1");
    await goOnAir(desk, full.priority);
    await choose(desk, full.known);
    await desk.mouse.move(0, 0);
    await desk.waitForTimeout(8_000);
    await takeBoth(desk, "console");
    const admin = await context.newPage();
    await admin.goto(desk.url());
    await takeSection(admin, "phoneLines", "admin");
    await takeSection(admin, "board", "board");
    await full.close();
  } finally {
    await chromium.close();
  }
}

/** `npm run pictures -- en de` takes only the manual's pictures, in these languages. */
const languages = process.argv.slice(2);
if (languages.length === 0) {
  await takeReadmePictures();
}
await takeManualPictures(languages.length === 0 ? manualLanguages : languages);
