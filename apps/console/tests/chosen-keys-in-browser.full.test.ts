import type { Page } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { Gallery } from "./support/gallery.ts";

let gallery: Gallery;

beforeAll(async () => {
  gallery = await Gallery.open();
});
afterAll(async () => {
  await gallery?.close();
});

describe("a key that ends a call, in a browser", () => {
  /** Longer than a press that ends a call. */
  const LONG_MS = 800;
  async function statusOf(page: Page, line: 1 | 2): Promise<string | null> {
    const button = page.locator(`[data-region=line${line}] [data-guard]`);
    return button.getAttribute("data-guard");
  }

  test.each([["Control"], ["e"]])(
    "[KY2] [KY51] a short press of Ctrl+E ends nothing where %s is let go first",
    async (first) => {
      const page = await gallery.openPage();
      await gallery.visit(page, "scene=console-keys-chords");
      const second = first === "e" ? "Control" : "e";

      await page.keyboard.down("Control");
      await page.keyboard.down("e");
      await page.keyboard.up(first);
      const released = await statusOf(page, 1);
      await page.waitForTimeout(LONG_MS);
      const later = await statusOf(page, 1);
      await page.keyboard.up(second);

      expect([released, later]).toEqual(["armed", "armed"]);
    },
  );

  test("[KY2] [KY51] Shift beside F9 as it goes up ends nothing, on air either", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=console");
    await page.keyboard.press("2");

    await page.keyboard.down("F9");
    const pressed = await statusOf(page, 2);
    await page.keyboard.down("Shift");
    await page.keyboard.up("F9");
    await page.keyboard.up("Shift");
    const released = await statusOf(page, 2);
    await page.waitForTimeout(LONG_MS);

    expect([pressed, released, await statusOf(page, 2)]).toEqual(["pressed", "idle", "idle"]);
  });
});

describe("chosen keys in a browser", () => {});
