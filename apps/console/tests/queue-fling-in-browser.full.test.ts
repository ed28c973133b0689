import type { Page } from "@playwright/test";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";

import { openGallery } from "./support/gallery.ts";
import { scrollQueueTo } from "./support/scroll-queue.ts";

const gallery = openGallery();
let page: Page;

beforeAll(async () => {
  page = await gallery.openPage();
  await gallery.visit(page, "scene=console-many");
});
beforeEach(async () => {
  await page.setViewportSize({ width: 1280, height: 932 });
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
        nameAt: { left: left - box.left, top: nameTop - box.top },
        index: cells.get("index")?.textContent ?? "",
      };
    });
}

interface Scroll {
  /** Pixels in each frame. */
  step: number;
  /** Frames of the list in that state, which need not follow one another. */
  frames: number;
  state?: "moving" | "flung";
}

/** Scrolls frame by frame, at most 600 times; what the rows say in the last of them. */
async function lookAfter(scroll: Scroll): Promise<{ rows: RowLook[]; scroll: string }> {
  await page.evaluate(`window.readRows = ${readRows.toString()}`);
  return page.evaluate(async ({ step, frames, state }) => {
    const view = document.querySelector("[data-row]")?.closest("[role=rowgroup]")?.parentElement;
    const { dataset } = document.documentElement;
    for (let seen = 0, all = 0; seen < frames && all < 600; all++) {
      view?.scrollBy(0, step);
      await new Promise((resolve) => requestAnimationFrame(resolve));
      seen += state === undefined || dataset["scroll"] === state ? 1 : 0;
    }
    const { readRows: read } = window as unknown as { readRows: () => RowLook[] };
    return { rows: read(), scroll: dataset["scroll"] ?? "" };
  }, scroll);
}

const atRest: Scroll = { step: 0, frames: 2 };
/** After so many frames nobody is in sight who was there before the list was flung. */
const fling: Scroll = { step: 60, frames: 40, state: "flung" };

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

/** A machine's own fonts stand in for what ours lacks, and move a name by less than 2 px. */
function expectSameNames(rows: readonly RowLook[], others: readonly RowLook[]): void {
  const toNames = ({ key, name, index }: RowLook) => ({ key, name, index });
  expect(rows.map(toNames)).toEqual(others.map(toNames));
  for (const [i, { nameAt }] of rows.entries()) {
    const other = others[i]?.nameAt ?? { left: NaN, top: NaN };
    expect(Math.abs(nameAt.left - other.left)).toBeLessThan(2);
    expect(Math.abs(nameAt.top - other.top)).toBeLessThan(2);
  }
}

async function comesToRest(): Promise<void> {
  await lookAfter(atRest);
  await page.waitForFunction(() => document.querySelector("[data-moving]") === null);
  await lookAfter(atRest);
}

describe("the queue while it is flung", () => {
  test("[QL32] [QL13] while the list is flung, who comes is shown by row number and name alone", async () => {
    await scrollQueueTo(page, 10_000);
    await comesToRest();

    const stepped = await lookAfter({ step: 20, frames: 8 });
    await comesToRest();
    const flung = await lookAfter(fling);
    await comesToRest();
    const whole = await lookAfter(atRest);

    expect([stepped.scroll, flung.scroll]).toEqual(["moving", "flung"]);
    expect(stepped.rows.map(({ filled }) => filled.includes("state"))).not.toContain(false);
    expect(flung.rows.length).toBeGreaterThan(10);
    expectBrief(flung.rows);
    expectWhole(whole.rows);
    expectSameNames(whole.rows, flung.rows);
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
      await comesToRest();

      const flung = await lookAfter(fling);
      await comesToRest();
      const whole = await lookAfter(atRest);

      expect(flung.scroll).toBe("flung");
      expectBrief(flung.rows);
      expectSameNames(whole.rows, flung.rows);
      await gallery.visit(page, "scene=console-many");
    },
  );
});
