import type { Page } from "@playwright/test";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { Gallery } from "./support/gallery.ts";
import { scrollQueueTo } from "./support/scroll-queue.ts";

let gallery: Gallery;
let page: Page;

beforeAll(async () => {
  gallery = await Gallery.open();
  page = await gallery.openPage();
  await gallery.visit(page, "scene=console-many");
});
beforeEach(async () => {
  await page.setViewportSize({ width: 1280, height: 932 });
});
afterAll(async () => {
  await gallery?.close();
});

interface RowLook {
  key: string | undefined;
  /** The cells that say something. */
  filled: string[];
  name: string;
  /** Of the name in its row, in pixels. */
  nameAt: { left: number; top: number };
  index: string;
}

/** Runs in the page: of each row in sight, top to bottom, what it says. */
function readRows(): RowLook[] {
  const names = ["index", "state", "caller", "number", "cell", "wait", "with", "actions"];
  const view = document.querySelector("[data-row]")?.closest("[role=rowgroup]")?.parentElement;
  const { top = 0, bottom = 0 } = view?.getBoundingClientRect() ?? {};
  return [...document.querySelectorAll<HTMLElement>("[data-row]")]
    .map((row) => ({ row, box: row.getBoundingClientRect() }))
    .filter(({ box }) => box.bottom > top && box.top < bottom)
    .toSorted((one, other) => one.box.top - other.box.top)
    .map(({ row, box }) => {
      const cells = new Map(
        names.map((name) => [name, row.querySelector(`:scope > [class*="_${name}_"]`)]),
      );
      const caller = cells.get("caller") ?? row.querySelector(':scope > [class*="_brief_"]');
      cells.set("caller", caller);
      const name = caller?.querySelector('[class*="_name_"]') ?? caller;
      const words = document.createRange();
      words.selectNodeContents(name ?? row);
      const { left, top: nameTop } = words.getBoundingClientRect();
      const isFilled = (part: string) => {
        const cell = cells.get(part);
        const icon = cell?.querySelector("svg, button") ?? null;
        return (cell?.textContent ?? "") !== "" || icon !== null;
      };
      return {
        key: row.dataset["row"],
        filled: names.filter(isFilled),
        name: name?.textContent ?? "",
        nameAt: { left: Math.round(left - box.left), top: Math.round(nameTop - box.top) },
        index: cells.get("index")?.textContent ?? "",
      };
    });
}

/** Scrolls by so many pixels in each frame; what the rows say in the last of them. */
async function lookAfter(steps: number[]): Promise<{ rows: RowLook[]; scroll: string }> {
  await page.evaluate(`window.readRows = ${readRows.toString()}`);
  return page.evaluate(async (all) => {
    const view = document.querySelector("[data-row]")?.closest("[role=rowgroup]")?.parentElement;
    for (const step of all) {
      view?.scrollBy(0, step);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    const { readRows: read } = window as unknown as { readRows: () => RowLook[] };
    return { rows: read(), scroll: document.documentElement.dataset["scroll"] ?? "" };
  }, steps);
}

function frames(count: number, px: number): number[] {
  return Array.from({ length: count }, () => px);
}

function expectBrief(rows: readonly RowLook[]): void {
  for (const { filled, name, index } of rows) {
    expect(filled).toEqual(["index", "caller"]);
    expect([name, index]).not.toContain("");
  }
}

function expectWhole(rows: readonly RowLook[]): void {
  expect(rows.length).toBeGreaterThan(10);
  for (const { filled } of rows) {
    expect(filled).toEqual(expect.arrayContaining(["state", "caller", "wait", "actions"]));
  }
}

function toNames({ key, name, nameAt, index }: RowLook) {
  return { key, name, nameAt, index };
}

describe("the queue while it is flung", () => {
  test("[QL32] [QL13] while the list is flung, who comes is shown by row number and name alone", async () => {
    await scrollQueueTo(page, 10_000);
    await page.waitForTimeout(300);

    const stepped = await lookAfter(frames(8, 60));
    await page.waitForTimeout(300);
    const flung = await lookAfter(frames(60, 60));
    await page.waitForTimeout(400);
    const atRest = await lookAfter([]);

    expect([stepped.scroll, flung.scroll]).toEqual(["moving", "flung"]);
    expect(stepped.rows.map(({ filled }) => filled.includes("state"))).not.toContain(false);
    expect(flung.rows.length).toBeGreaterThan(10);
    expectBrief(flung.rows);
    expectWhole(atRest.rows);
    expect(atRest.rows.map(toNames)).toEqual(flung.rows.map(toNames));
  });

  test.each([
    ["compact", 1280],
    ["comfortable", 1024],
    ["comfortable", 1920],
    ["comfortable", 420],
  ])(
    "[QL32] in %s rows at %i px a name stands where the whole row has it",
    async (density, width) => {
      await gallery.visit(page, `scene=console-many&density=${density}`);
      await page.setViewportSize({ width, height: 800 });
      await scrollQueueTo(page, 10_000);
      await page.waitForTimeout(300);

      const flung = await lookAfter(frames(60, 60));
      await page.waitForTimeout(400);
      const atRest = await lookAfter([]);

      expect(flung.scroll).toBe("flung");
      expectBrief(flung.rows);
      expect(atRest.rows.map(toNames)).toEqual(flung.rows.map(toNames));
      await gallery.visit(page, "scene=console-many");
    },
  );
});
