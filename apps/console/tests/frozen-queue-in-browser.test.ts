import type { Page } from "@playwright/test";
import { beforeEach, describe, expect, test } from "vitest";

import { openGallery } from "./support/gallery.ts";

const gallery = openGallery();
let page: Page;

beforeEach(async () => {
  page = await gallery.openAnother();
  await page.clock.install();
  await page.setViewportSize({ width: 1440, height: 900 });
});

async function visit(scene: string): Promise<void> {
  await gallery.visit(page, `scene=${scene}`);
  await page.locator("[data-row]").first().waitFor();
}

async function change(name: string): Promise<void> {
  const button = page.locator("[data-change] button", { hasText: name });
  await button.evaluate((element: HTMLElement) => element.click());
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
}

/** Returns the rows from top to bottom; an empty place is an empty text. */
function readRows(): Promise<string[]> {
  return page.locator("[data-row]").evaluateAll((rows) =>
    rows
      .map((row) => ({ row, top: row.getBoundingClientRect().top }))
      .toSorted((one, other) => one.top - other.top)
      .map(({ row }) => {
        const cell = row.querySelectorAll("[role=gridcell]")[2];
        const name = cell?.querySelector("span span")?.textContent?.slice(7) ?? "";
        return row.getAttribute("data-tone") === "ended" && name !== "" ? `(${name})` : name;
      }),
  );
}

describe("[QL3] [QL5] [QL7] a frozen queue", () => {
  beforeEach(() => visit("moving-queue"));

  test("under a resting pointer keeps the place of an ended call for 5 s, shows the call for 4 s, and shows a new caller at once", async () => {
    await page.locator("[data-row]").nth(1).hover();
    await change("End the third");
    await change("Ring first");
    await expect.poll(readRows).toEqual(["1", "2", "(3)", "4", "5", "6"]);

    await page.clock.runFor(4_100);
    await expect.poll(readRows).toEqual(["1", "2", "", "4", "5", "6"]);
    await page.clock.runFor(1_500);
    await expect.poll(readRows).toEqual(["6", "1", "2", "4", "5"]);
  });

  test("stays frozen while the pointer moves, and is sorted 800 ms after the pointer has left", async () => {
    await page.locator("[data-row]").nth(1).hover();
    await change("Ring first");
    await page.clock.runFor(4_000);
    await page.locator("[data-row]").nth(2).hover();
    await page.clock.runFor(4_000);
    await expect.poll(readRows).toEqual(["1", "2", "3", "4", "5", "6"]);

    await page.mouse.move(5, 5);
    await page.clock.runFor(900);
    await expect.poll(readRows).toEqual(["6", "1", "2", "3", "4", "5"]);
  });

  test("stays frozen for 3 s after a key that moves the cursor", async () => {
    await page.mouse.move(5, 5);
    await page.locator("[data-row]").first().focus();
    await page.keyboard.press("ArrowDown");
    await change("End the third");
    await expect.poll(readRows).toEqual(["1", "2", "(3)", "4", "5"]);

    await page.clock.runFor(3_200);
    await expect.poll(readRows).toEqual(["1", "2", "4", "5"]);
  });

  test("does not stay frozen only because a row has the focus", async () => {
    await page.mouse.move(5, 5);
    await page.locator("[data-row]").first().focus();
    await change("End the third");
    await change("Ring first");

    await expect.poll(readRows).toEqual(["6", "1", "2", "4", "5"]);
  });

  test("[QL34] stays frozen for 4 s when the call of the row with the focus ends, and then the row in its place has the focus", async () => {
    await page.mouse.move(5, 5);
    await page.locator("[data-row]").nth(2).focus();
    await change("End the third");
    await expect.poll(readRows).toEqual(["1", "2", "(3)", "4", "5"]);

    await page.clock.runFor(4_200);
    await expect.poll(readRows).toEqual(["1", "2", "4", "5"]);
    await page.clock.runFor(100);
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
    await expect.poll(focused).toContain("Caller 4");
  });
});

test("[QL33] an urgent caller out of sight is counted above the rows, and a press scrolls to this caller", async () => {
  await visit("moving-queue-many");
  await change("Make the first NEXT");
  const view = page.locator("[role=grid] [role=presentation]").first();
  await view.evaluate((element) => (element.scrollTop = 600));
  const above = page.getByRole("button", { name: "1 more above" });
  await above.waitFor();
  await page.clock.runFor(1_000);

  await above.click();

  await expect.poll(() => view.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  expect(await above.count()).toBe(0);
});
