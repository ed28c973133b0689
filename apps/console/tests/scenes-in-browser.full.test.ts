import { readFileSync } from "node:fs";

import type { Page } from "@playwright/test";
import { describe, expect, test } from "vitest";

import { openGallery } from "./support/gallery.ts";

const gallery = openGallery();

describe("the languages in a browser", () => {
  test("[LG3] show English when German cannot be fetched", async () => {
    const page = await gallery.openAnother();
    await page.route(/\/de-[\w-]+\.js$/, (route) => route.abort());

    await gallery.visit(page, "scene=console", "de/");
    expect(await page.locator("html").getAttribute("lang")).toBe("en-AU");
    expect(await page.getByRole("switch", { name: "Lines open" }).count()).toBe(1);
    await page.close();
  });

  test("[LG6] name keys as on the keyboards of the language", async () => {
    const page = await gallery.openAnother();
    const readCaps = async () => (await page.locator("kbd").allTextContents()).join(" | ");

    await gallery.visit(page, "scene=shortcuts");
    await expect.poll(readCaps).toMatch(/Del Del/);
    expect(await readCaps()).toMatch(/Ctrl/);

    await gallery.visit(page, "scene=shortcuts", "de/");
    await expect.poll(readCaps).toMatch(/Entf Entf/);
    const german = await readCaps();
    expect(german).toMatch(/Strg/);
    expect(german).toMatch(/Umschalt/);
    expect(german).not.toMatch(/Ctrl|Del|Shift/);
    await page.close();
  });
});

describe("the admin area", () => {
  function firstCells(page: Page) {
    return page.locator("tbody tr td:first-child").allTextContents();
  }

  test("[AD110] searches, sorts and pages a table and resizes its columns, by keyboard too", async () => {
    const page = await gallery.openAnother();
    await gallery.visit(page, "scene=admin-page-lines-many");
    const rows = page.locator("tbody tr");
    const shown = page.getByRole("navigation", { name: "Phone lines" }).locator("output");
    expect(await rows.count()).toBe(25);
    expect(await shown.textContent()).toBe("1–25 of 64");

    await page.getByRole("button", { name: "Next rows" }).click();
    await page.getByRole("button", { name: "Next rows" }).click();
    expect(await shown.textContent()).toBe("51–64 of 64");
    await page.getByRole("button", { name: "Next rows" }).click({ force: true });
    expect(await firstCells(page)).toHaveLength(14);
    await page.getByRole("combobox", { name: /^Rows/ }).selectOption("100");
    expect(await rows.count()).toBe(64);

    const name = page.getByRole("columnheader", { name: "Name" });
    await name.getByRole("button").click();
    expect((await firstCells(page)).slice(0, 3)).toEqual(["Line 1", "Line 2", "Line 3"]);
    expect(await name.getAttribute("aria-sort")).toBe("ascending");
    await name.getByRole("button").press("Enter");
    expect((await firstCells(page)).slice(0, 3)).toEqual(["Line 64", "Line 63", "Line 62"]);
    expect(await name.getAttribute("aria-sort")).toBe("descending");
    await name.getByRole("button").click();
    expect(await name.getAttribute("aria-sort")).toBe(null);

    await page.getByRole("searchbox").fill("LÍNE 6");
    expect(await firstCells(page)).toEqual(["Line 6", ...[0, 1, 2, 3, 4].map((n) => `Line 6${n}`)]);
    await page.getByRole("searchbox").fill("nobody");
    expect(await page.getByText("Nothing in this table has “nobody”.").isVisible()).toBe(true);
    await page.getByRole("button", { name: "Show all" }).click();
    expect(await rows.count()).toBe(64);

    const width = async () => Math.round((await name.boundingBox())?.width ?? 0);
    const before = await width();
    const edge = page.getByRole("separator", { name: "Width of Name" });
    await edge.press("ArrowRight");
    expect(await width()).toBe(before + 16);
    await edge.press("ArrowLeft");
    await edge.press("ArrowLeft");
    expect(await width()).toBe(before - 16);
    const box = await edge.boundingBox();
    const [x, y] = [(box?.x ?? 0) + 12, (box?.y ?? 0) + 8];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 90, y, { steps: 3 });
    await page.mouse.up();
    expect(await width()).toBe(before + 74);
    expect(await edge.getAttribute("aria-valuenow")).toBe(String(before + 74));
    for (let press = 0; press < 40; press += 1) {
      await edge.press("ArrowLeft");
    }
    expect(await width()).toBe(56);

    await page.getByRole("button", { name: "Reset" }).click();
    expect(await width()).toBe(before);
    expect(await rows.count()).toBe(25);
    await page.close();
  });
});

describe("the figures of a station", () => {
  async function download(page: Page, name: string): Promise<Buffer> {
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name }).click(),
    ]);
    return readFileSync(await file.path());
  }

  test("[AD6] [AD58] have charts that a person can read by keys and as a table, and save as CSV and PNG", async () => {
    const page = await gallery.openAnother();
    await gallery.visit(page, "scene=analytics-week");

    const inbound = page.getByRole("definition").filter({ hasText: "1,842" });
    expect(await inbound.textContent()).toBe("1,842 +6 %");
    expect(await page.getByText("there is no 2 am that day").textContent()).toBe(
      "On Sun 4 October the clocks went forward: there is no 2 am that day.",
    );
    const charts = await page.getByRole("slider").all();
    expect(charts).toHaveLength(6);
    for (const chart of charts) {
      const [title = ""] = (await chart.getAttribute("aria-label"))?.split(":") ?? [];
      const table = page.getByRole("table", { name: title, exact: true });
      const most = Number(await chart.getAttribute("max"));
      expect(await table.locator("tbody tr").count()).toBeGreaterThan(most);
    }
    const hours = page.getByRole("slider", { name: "Calls by hour" });
    await hours.focus();
    for (let hour = 0; hour < 9; hour += 1) {
      await page.keyboard.press("ArrowRight");
    }
    const words = "9 am: 133 inbound, 15 outbound";
    const before = "before: 120 inbound, 14 outbound";
    expect(await hours.getAttribute("aria-valuetext")).toBe(`${words}; ${before}`);
    expect(await page.getByText(words).innerText()).toBe(`${words}\n${before}`);
    expect(await page.locator("[data-picked] [data-before]").count()).toBe(1);

    const csv = (await download(page, "Calls by hour, save as CSV")).toString("utf8");
    const png = await download(page, "Calls by hour, save as PNG");
    expect(csv.split("\r\n")).toHaveLength(26);
    expect(csv).toContain(
      '"Hour","inbound","outbound","inbound before","outbound before"\r\n"00",3,0,3,0\r\n',
    );
    expect(png.subarray(1, 4).toString("latin1")).toBe("PNG");
    // Width and height are both twice the CSS pixels of the screen.
    const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
    expect(width).toBeGreaterThan(1_500);
    expect(height).toBe((208 + 64) * 2);
    const view = page.getByRole("group", { name: "Calls by hour: chart or table" });
    await view.getByRole("button", { name: "Table" }).click();
    expect(await hours.count()).toBe(0);
    expect(await page.getByRole("row", { name: "9 am 133 15 120 14" }).isVisible()).toBe(true);
    await page.close();
  });
});
