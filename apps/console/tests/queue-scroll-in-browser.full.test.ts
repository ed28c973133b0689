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

/**
 * Scrolls by these pixels frame by frame. Returns for each frame whether rows cover the whole list
 * just before the browser paints the frame. Before frame `markedAt` it marks each row as seen.
 */
function scrollBy(steps: number[], markedAt = -1): Promise<boolean[]> {
  const params = { all: steps, frame: markedAt };
  return page.evaluate(async ({ all, frame }) => {
    const view = [...document.querySelectorAll("[role=grid] [role=presentation]")].find(
      (one) => one.scrollHeight > one.clientHeight + 1_000,
    );
    if (view === undefined) {
      throw new Error("The list does not scroll.");
    }
    function isCovered(list: Element): boolean {
      const { top, bottom } = list.getBoundingClientRect();
      const rows = [...document.querySelectorAll("[data-row]")]
        .map((row) => row.getBoundingClientRect())
        .filter((row) => row.bottom > top && row.top < bottom)
        .toSorted((one, other) => one.top - other.top);
      let reached = top;
      for (const row of rows) {
        if (row.top > reached + 1) {
          return false;
        }
        reached = row.bottom;
      }
      return reached >= bottom - 1;
    }
    const covered: boolean[] = [];
    for (const [at, step] of all.entries()) {
      if (at === frame) {
        for (const row of document.querySelectorAll("[data-row]")) {
          row.setAttribute("data-seen", "");
        }
      }
      await new Promise((resolve) => requestAnimationFrame(resolve));
      view.scrollTop += step;
      // No code that could add a row runs between this check and the painting of the frame.
      covered.push(isCovered(view));
    }
    return covered;
  }, params);
}

function countBlank(covered: readonly boolean[]): number {
  return covered.filter((isCovered) => !isCovered).length;
}

/** Heights of the page at which different numbers of rows fit into the list. */
const HEIGHTS = [800, 844, 888, 932];

describe("while the queue scrolls,", () => {
  test.each([7, 60, 132, -60, -132])(
    "[QL30] at %i pixels a frame, rows cover the whole list in every frame",
    async (px) => {
      for (const height of HEIGHTS) {
        await page.setViewportSize({ width: 1280, height });
        await scrollQueueTo(page, px > 0 ? 500 : 35_000);
        await comesToRest();

        const covered = await scrollBy(Array.from({ length: 60 }, () => px));

        expect(covered).toHaveLength(60);
        expect(countBlank(covered)).toBe(0);
      }
    },
  );

  test("[QL30] after a jump of more than three rows a frame, rows cover the list in the next frame", async () => {
    await scrollQueueTo(page, 20_000);
    await comesToRest();

    const covered = await scrollBy([0, 9_000, 0, -20_000, 0, 700, 0, 30_000, 0]);

    expect(covered.filter((_, at) => at % 2 === 0)).toEqual([true, true, true, true, true]);
  });

  // A fast scroll mounts more rows in its first frames, so the test marks the rows after these.
  test.each([
    ["scrolled", 40, 0],
    ["fast", 60, 60],
  ])(
    "[QL30] a row that appears in a list that is %s takes the element of a row that has left",
    async (_, px, markedAt) => {
      await scrollQueueTo(page, 10_000);
      await comesToRest();

      await scrollBy(
        Array.from({ length: 200 }, () => px),
        markedAt,
      );

      const after = await page.$$eval("[data-row]", (rows) => ({
        count: rows.length,
        seen: rows.filter((row) => row.hasAttribute("data-seen")).length,
      }));
      expect(after.count).toBeGreaterThan(20);
      expect(after.seen).toBe(after.count);
    },
  );

  test("[QL30] no row pulses, and rows pulse again at rest", async () => {
    await scrollQueueTo(page, 10_000);
    await comesToRest();
    const counts = await page.evaluate(async () => {
      function countPulses(): number {
        return document.getAnimations().filter(({ playState }) => playState === "running").length;
      }
      const view = document.querySelector("[data-row]")?.closest("[role=rowgroup]")?.parentElement;
      // Marks the icons as icons of new callers, which pulse.
      for (const icon of document.querySelectorAll("[data-row] [data-tone] > svg")) {
        icon.parentElement?.setAttribute("data-fresh", "true");
      }
      const before = countPulses();
      const moving = [];
      for (let index = 0; index < 10; index += 1) {
        view?.scrollBy(0, 20);
        await new Promise((resolve) => requestAnimationFrame(resolve));
        await new Promise((resolve) => requestAnimationFrame(resolve));
        moving.push(countPulses());
      }
      await new Promise((resolve) => setTimeout(resolve, 400));
      return { before, moving, after: countPulses() };
    });

    expect(counts.before).toBeGreaterThan(5);
    expect(counts.moving).toEqual(Array.from({ length: 10 }, () => 0));
    expect(counts.after).toBeGreaterThan(5);
  });
});

interface RowLook {
  key: string | undefined;
  /** The cells with text. */
  filled: string[];
  name: string;
  /** The position of the name in its row, in pixels. */
  nameAt: { left: number; top: number };
  index: string;
}

/** Runs in the page: returns the text of each visible row, top to bottom. */
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
      const caller = cells.get("caller") ?? row.querySelector(':scope > [class*="_short_"]');
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
  /** The pixels of each frame. */
  step: number;
  /** The number of frames in `state`, consecutive or not. */
  frames: number;
  state?: "moving" | "fast";
}

/** Scrolls frame by frame, at most 600 times; returns the rows of the last frame. */
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
/** After this many frames no row is visible that was visible before the fast scroll. */
const fastScroll: Scroll = { step: 60, frames: 40, state: "fast" };

function expectShort(rows: readonly RowLook[]): void {
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

/** Allows 2 px, because a system font replaces glyphs that our font lacks, and moves a name. */
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

describe("the queue during a fast scroll", () => {
  test("[QL32] [QL13] shows only row number and name in new rows, and the whole rows at rest", async () => {
    await scrollQueueTo(page, 10_000);
    await comesToRest();

    const stepped = await lookAfter({ step: 20, frames: 8 });
    await comesToRest();
    const fast = await lookAfter(fastScroll);
    await comesToRest();
    const whole = await lookAfter(atRest);

    expect([stepped.scroll, fast.scroll]).toEqual(["moving", "fast"]);
    expect(stepped.rows.map(({ filled }) => filled.includes("state"))).not.toContain(false);
    expect(fast.rows.length).toBeGreaterThan(10);
    expectShort(fast.rows);
    expectWhole(whole.rows);
    expectSameNames(whole.rows, fast.rows);
  });

  test.each([
    ["compact", 1280],
    ["comfortable", 1024],
    ["comfortable", 1920],
    ["comfortable", 420],
  ])(
    "[QL32] in %s rows at %i px a short row has its name in the same place as the whole row",
    async (density, width) => {
      await gallery.visit(page, `scene=console-many&density=${density}`);
      await page.setViewportSize({ width, height: 800 });
      await scrollQueueTo(page, 10_000);
      await comesToRest();

      const fast = await lookAfter(fastScroll);
      await comesToRest();
      const whole = await lookAfter(atRest);

      expect(fast.scroll).toBe("fast");
      expectShort(fast.rows);
      expectSameNames(whole.rows, fast.rows);
      await gallery.visit(page, "scene=console-many");
    },
  );
});
