import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import type { Locator, Page } from "@playwright/test";

import { startStation } from "@linedesk/testkit";
import type { ConsoleNames } from "../../apps/console/src/app/console-names.ts";
import { openBrowser, openContext } from "../../e2e/support/browser.ts";
import { openDesk, untilReady } from "../../e2e/support/desk.ts";
import { operatorHz } from "../../e2e/support/listen.ts";
import { untilSettled } from "../../e2e/support/screen-audit.ts";
import { readNames } from "../manual-pages.ts";
import { type ManualLanguage, manualLanguages } from "../manual/page-order.ts";
import { deskPictures, type DeskScene, openPanel } from "./desk-pictures.ts";
import { expect } from "./expect.ts";
import { fillDesk } from "./fill-desk.ts";
import { findWord } from "./find-word.ts";

const FOLDER = join(import.meta.dirname, "../../docs/manual");
const VIEWPORT = { width: 1280, height: 920 };
/** The greatest height in px of a picture of a part of the page. A section can be longer. */
const MOST_HEIGHT = 640;
/** The margin around a section, whose heading begins at its edge. */
const MARGIN = 8;

const prefixes: Record<ManualLanguage, string> = { en: "", de: "/de" };

/** Takes the manual's pictures in each wanted language. Each language has a separate station. */
export async function takeManualPictures(wanted: readonly string[]): Promise<void> {
  const names = await readNames();
  for (const language of manualLanguages) {
    if (wanted.includes(language)) {
      await takeLanguage(language, names[language]);
    }
  }
}

async function takeLanguage(language: ManualLanguage, names: ConsoleNames): Promise<void> {
  const folder = join(FOLDER, language, "pictures");
  await mkdir(folder, { recursive: true });
  await using station = await startStation({ from: "bundles" });
  const chromium = await openBrowser({ microphoneHz: operatorHz });
  try {
    const context = await openContext(chromium.browser, VIEWPORT);
    const page = await openDesk(context, station, "Alice");
    const desk = new URL(`${prefixes[language]}/2zz`, station.url).href;
    const loading = findWord(names.words, "admin-messages.loading");
    for (const section of Object.keys(names.sections)) {
      await page.goto(`${desk}/admin/${section}`);
      const body = page.locator(`[data-section="${section}"]`);
      await body.locator(":scope > :not(output):nth-child(n + 2)").first().waitFor();
      await expect(body.getByText(loading, { exact: true })).toHaveCount(0);
      await page.waitForLoadState("networkidle");
      await crop(page, body, join(folder, `admin-${section}.png`), MARGIN);
    }
    await page.goto(new URL("/2zz", station.url).href);
    await untilReady(page);
    const full = await fillDesk({ station, browser: chromium.browser, desk: page });
    const scene: DeskScene = { page, station, full, words: names.words, listeners: [] };
    await page.goto(desk);
    await page.locator("[data-region=line1] [data-status=registered]").waitFor();
    await takeDeskPictures(scene, folder);
    await Promise.all(scene.listeners.map((listener) => listener.close()));
    await full.close();
  } finally {
    await chromium.close();
  }
}

async function takeDeskPictures(scene: DeskScene, folder: string): Promise<void> {
  const { page } = scene;
  for (const { name, take } of deskPictures) {
    await crop(page, await take(scene), join(folder, `${name}.png`));
    await page.keyboard.press("Escape");
    await openPanel(page, "");
    // A field would receive the next key as text.
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  }
}

/** Saves the part of the page with the element, and `margin` pixels around it. */
async function crop(page: Page, element: Locator, path: string, margin = 0): Promise<void> {
  await page.mouse.move(0, 0);
  await untilSettled(page);
  const box = await element.boundingBox();
  if (box === null) {
    throw new Error(`The element of ${path} is not visible.`);
  }
  const isWhole = box.width === VIEWPORT.width;
  const x = Math.max(0, box.x - margin);
  const y = Math.max(0, box.y - margin);
  const width = Math.min(box.x + box.width + margin, VIEWPORT.width) - x;
  const height = Math.min(box.y + box.height + margin, VIEWPORT.height) - y;
  const clip = { x, y, width, height: isWhole ? height : Math.min(height, MOST_HEIGHT) };
  await page.screenshot({ path, clip });
}
