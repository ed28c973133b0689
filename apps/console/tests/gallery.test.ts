import { mkdirSync } from "node:fs";
import { join } from "node:path";

import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { Gallery } from "./support/gallery.ts";

/** With PICTURES=1 an ignored folder gets every scene in both themes, to look at. */
const takesPictures = process.env["PICTURES"] === "1";
const pictures = join(import.meta.dirname, "../../../e2e/.output/gallery");

let gallery: Gallery;

beforeAll(async () => {
  mkdirSync(pictures, { recursive: true });
  gallery = await Gallery.open();
}, 120_000);
afterAll(async () => {
  await gallery?.close();
});

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

async function audit(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.target.join(" ")).join()}`);
}

// There are no frames; the other mode would open a tab of its own for every look.
function anAudit(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode();
}

async function takePicture(page: Page, name: string): Promise<void> {
  if (takesPictures) {
    await page.screenshot({ path: join(pictures, `${name}.png`) });
  }
}

/** The whole audit in light; the theme changes colours alone, so dark needs only the contrast. */
async function auditBothThemes(page: Page, scene: string, density: string): Promise<string[]> {
  await gallery.visit(page, `scene=${scene}&density=${density}`);
  await takePicture(page, `${scene}-${density}-light`);
  const light = await audit(anAudit(page).withTags(tags));
  await page.evaluate(() => {
    document.documentElement.dataset["theme"] = "dark";
  });
  await takePicture(page, `${scene}-${density}-dark`);
  const dark = await audit(anAudit(page).withRules(["color-contrast"]));
  return [...light, ...dark].map((violation) => `${scene}: ${violation}`);
}

async function auditScenes(scenes: string[], density: string): Promise<string[]> {
  const page = await gallery.openPage();
  const found: string[] = [];
  page.on("console", (line) => {
    if (line.type() === "error") {
      found.push(line.text());
    }
  });
  for (const scene of scenes) {
    found.push(...(await auditBothThemes(page, scene, density)));
  }
  await page.context().close();
  return found;
}

describe("every scene", () => {
  test("[AX1] [SH13] axe finds nothing in either theme, and none breaks the content policy", async () => {
    const names = await gallery.sceneNames();
    const half = Math.ceil(names.length / 2);

    const found = await Promise.all([
      auditScenes(names.slice(0, half), "comfortable"),
      auditScenes(names.slice(half), "comfortable"),
    ]);

    expect(names.length).toBeGreaterThan(40);
    expect(found.flat()).toEqual([]);
  }, 480_000);

  test("[AX1] axe finds nothing in compact rows", async () => {
    const scenes = ["console", "console-hard", "console-many", "console-lost"];

    expect(await auditScenes(scenes, "compact")).toEqual([]);
  }, 120_000);
});
