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

  test("[KY2] [KY51] F9 that is down while another line is selected ends no call", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=console");

    await page.keyboard.down("F9");
    await page.keyboard.press("2");
    // Drawn before F9 goes up.
    await expect.poll(() => statusOf(page, 1)).toBe("idle");
    await page.keyboard.up("F9");
    await page.waitForTimeout(LONG_MS);

    expect([await statusOf(page, 1), await statusOf(page, 2)]).toEqual(["idle", "idle"]);
  });

  test.each(["blur", "visibilitychange"])(
    "[KY51] F9 that is down at %s ends nothing",
    async (at) => {
      const page = await gallery.openPage();
      await gallery.visit(page, "scene=console");

      await page.keyboard.down("F9");
      await page.evaluate((type) => {
        (type === "blur" ? window : document).dispatchEvent(new Event(type));
      }, at);
      await expect.poll(() => statusOf(page, 1)).toBe("idle");
      await page.waitForTimeout(LONG_MS);
      const later = await statusOf(page, 1);
      await page.keyboard.up("F9");

      expect([later, await statusOf(page, 1)]).toEqual(["idle", "idle"]);
    },
  );
});

describe("chosen keys in a browser", () => {
  function shown(page: Page, words: string) {
    const line = page.getByRole("dialog").locator("dl > div").filter({ hasText: words });
    return line.locator("kbd").allTextContents();
  }

  test("[KY15] the sheet shows two swapped keys, and one that another action has taken", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=shortcuts-swapped");
    expect(await shown(page, "Hold or resume")).toEqual(["F8"]);
    expect(await shown(page, "Mute")).toEqual(["F4"]);

    await gallery.visit(page, "scene=shortcuts-chords");
    expect(await shown(page, "Hold or resume")).toEqual(["F8"]);
    expect(await shown(page, "Mute")).toEqual([]);
    expect(await shown(page, "End the call")).toEqual(["Ctrl E Ctrl E"]);
  });

  test("[KY10] the palette shows two swapped keys", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=console-palette-swapped");
    function option(words: string) {
      return page.getByRole("option").filter({ hasText: words }).locator("kbd").textContent();
    }

    expect(await option("Hold or resume")).toBe("F8");
    expect(await option("Mute")).toBe("F4");
  });

  test("[KY15] a button shows the key of its own command, also where another has the same", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=console-keys-swapped");
    async function keysOf(name: RegExp) {
      const button = page.getByRole("button", { name }).first();
      const cap = await button.locator("kbd").textContent();
      return [await button.getAttribute("aria-keyshortcuts"), cap];
    }

    expect(await keysOf(/^Take$/)).toEqual(["A", "A"]);
    expect(await keysOf(/^Hold/)).toEqual(["F8", "F8"]);
    expect(await keysOf(/^Mute/)).toEqual(["F4", "F4"]);
  });

  test("[KY15] the search, the choice of a line and the end of its call show their keys", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=console-keys-chords");

    const search = page.getByRole("searchbox", { name: "Find a caller" });
    expect(await search.getAttribute("aria-keyshortcuts")).toBe("Alt+7");
    const select = page.getByRole("button", { name: "Select line 1" });
    expect(await select.getAttribute("aria-keyshortcuts")).toBe("Alt+1 1");
    const end = page.locator("[data-region=line1] [data-guard]");
    expect(await end.getAttribute("aria-keyshortcuts")).toBe("Control+E");
    expect(await end.locator("kbd").textContent()).toBe("Ctrl E Ctrl E");
  });
});
