import type { Page } from "@playwright/test";
import { expect, test } from "vitest";

import {
  findCoveredAnswers,
  findCutWords,
  findOverlappingWords,
  findSidewaysScrolls,
  findSmallTargets,
} from "./support/find-layout-faults.ts";
import { openGallery } from "./support/gallery.ts";

const gallery = openGallery();

const tablet = { width: 1024, height: 768 };
const portrait = { width: 768, height: 1024 };
const phone = { width: 390, height: 844 };

async function openTouch(size: { width: number; height: number }): Promise<Page> {
  const page = await gallery.openAnother();
  await page.setViewportSize(size);
  const devices = await page.context().newCDPSession(page);
  await devices.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  await page.route("**/api/**", () => undefined);
  return page;
}

async function show(page: Page, scene: string, prefix = ""): Promise<void> {
  await gallery.visit(page, `scene=${scene}`, prefix);
  // The tabs load after the first drawing.
  await page.getByRole("tablist").first().waitFor();
  await page.evaluate(() => document.fonts.ready);
}

function boxOf(page: Page, selector: string) {
  return page
    .locator(selector)
    .first()
    .evaluate((part) => {
      const { top, bottom, height } = part.getBoundingClientRect();
      return { top: Math.round(top), bottom: Math.round(bottom), height: Math.round(height) };
    });
}

const QUEUE = "[data-region=queue]";
const SHEET = "aside";

test("[SH14] on a tablet one card row, the queue, the handle of the sheet and the foot share the screen", async () => {
  const page = await openTouch(tablet);
  await show(page, "console-private");

  expect(await boxOf(page, "header")).toEqual({ top: 0, bottom: 48, height: 48 });
  expect(await boxOf(page, "section[data-selected]")).toMatchObject({ top: 56, height: 96 });
  expect(await boxOf(page, "section[data-region^=line]:not([data-selected])")).toMatchObject({
    top: 160,
    height: 44,
  });
  expect(await boxOf(page, QUEUE)).toMatchObject({ top: 212 });
  expect((await boxOf(page, "[data-row]")).height).toBe(44);
  expect(await boxOf(page, SHEET)).toEqual({ top: 656, bottom: 704, height: 48 });
  expect((await boxOf(page, "footer")).height).toBe(64);
});

test("[SH14] the queue keeps its place, whichever line is selected and whatever its line has", async () => {
  const page = await openTouch(tablet);
  const tops: number[] = [];
  for (const scene of [
    "console",
    "console-empty",
    "console-one-call",
    "console-line-2-call",
    "console-to-air",
    "console-show",
    "line-talking",
    "line-offered-beside-a-call",
    "line-in-a-conference",
  ]) {
    await show(page, scene);
    tops.push((await boxOf(page, QUEUE)).top);
    await page
      .locator("section[data-region^=line]:not([data-selected]) button[aria-pressed]")
      .first()
      .click();
    tops.push((await boxOf(page, QUEUE)).top);
  }

  expect(new Set(tops)).toEqual(new Set([212]));
});

test("[SH80] the open sheet is over the lower half at most, ends at a row's edge and moves no row", async () => {
  const page = await openTouch(tablet);
  await show(page, "console");
  const before = await boxOf(page, "[data-row]");
  await page.getByRole("tab", { name: /^Caller/ }).click();
  await page.getByRole("region", { name: "Caller", exact: true }).waitFor();
  const sheet = await boxOf(page, SHEET);

  expect(sheet).toMatchObject({ height: 224, bottom: 704 });
  expect(await boxOf(page, "[data-row]")).toEqual(before);
  expect((sheet.top - before.top + 1) % 44).toBeLessThanOrEqual(1);
  for (const name of (await gallery.sceneNames()).filter((one) => one.startsWith("panel-"))) {
    await show(page, name);
    expect([name, (await boxOf(page, SHEET)).top >= 384]).toEqual([name, true]);
  }
});

test.each([
  ["tablet", tablet],
  ["portrait", portrait],
  ["phone", phone],
])("[SH80] on a %s nothing covers the Answer of a row", async (_name, size) => {
  const page = await openTouch(size);
  for (const prefix of ["", "de/"]) {
    for (const scene of ["console", "console-show", "console-hard", "console-notices"]) {
      await show(page, scene, prefix);
      expect([scene, ...(await findCoveredAnswers(page))]).toEqual([scene]);
    }
  }
});

/** The words that a person must be able to read in full. */
const READ = [
  "section[data-region^=line] button",
  "section[data-region^=line] h2",
  "footer button",
  "[role=tab]",
  "header h1",
  "[data-row] [role=gridcell]:last-child button",
].join();

test.each([
  ["tablet", tablet],
  ["phone", phone],
])(
  "[SH81] [AX6] on a %s every target has 44 px, and no button, tab or line is cut",
  async (_name, size) => {
    const page = await openTouch(size);
    for (const prefix of ["", "de/"]) {
      for (const scene of [
        "console",
        "console-show",
        "console-private",
        "console-to-air",
        "line-talking",
        "line-held-beside-another",
        "line-locked",
        "line-in-a-conference",
      ]) {
        await show(page, scene, prefix);
        const faults = [...(await findSmallTargets(page)), ...(await findCutWords(page, READ))];
        expect([prefix, scene, ...faults]).toEqual([prefix, scene]);
      }
    }
  },
);

/** Toasts, menus and dialogs are above the list on purpose. */
const OVER_THE_LIST =
  /^console-(show|bulk-rejected|held-ending|notices|missed|flags|ban|move|flags-failed|keys|palette)/;

test.each([
  ["tablet", tablet],
  ["phone", phone],
])("[SH80] [SH81] on a %s no word of the desk lies over another one", async (_name, size) => {
  const page = await openTouch(size);
  const names = (await gallery.sceneNames()).filter(
    (name) => /^(console|line|incoming)/.test(name) && !OVER_THE_LIST.test(name),
  );
  const faults: string[] = [];
  // German words are the longest ones.
  await gallery.visit(page, "scene=console", "de/");
  for (const scene of names) {
    await gallery.show(page, `scene=${scene}`);
    faults.push(...(await findOverlappingWords(page)).map((fault) => `${scene}: ${fault}`));
  }

  expect(names.length).toBeGreaterThan(60);
  expect(faults).toEqual([]);
});

test.each([
  ["tablet", tablet],
  ["phone", phone],
])("[SH81] on a %s lines, foot and notices show all of their words", async (_name, size) => {
  const page = await openTouch(size);
  const read = [
    "section[data-region^=line] button",
    "section[data-region^=line] output",
    "fieldset button",
    "footer button",
    "[role=log] > *",
    "[data-strip]",
  ].join();
  for (const scene of [
    "console-all-hidden",
    "console-dump",
    "console-for-screener",
    "console-hidden",
    "console-lost",
    "console-notices",
    "console-show",
    "line-audio-server-silent",
    "line-denied",
    "line-dismissed",
    "line-ends-in-two-minutes",
    "line-held",
    "line-unregistered",
    "line-warned-beside-a-call",
  ]) {
    await show(page, scene, "de/");
    expect([scene, ...(await findCutWords(page, read))]).toEqual([scene]);
  }
});

test("[SH81] on a phone nothing scrolls sideways, neither the desk nor a panel", async () => {
  const page = await openTouch(phone);
  const names = (await gallery.sceneNames()).filter((name) => /^(console|panel)/.test(name));
  const faults: string[] = [];
  await gallery.visit(page, "scene=console");
  for (const scene of names) {
    await gallery.show(page, `scene=${scene}`);
    faults.push(...(await findSidewaysScrolls(page)).map((fault) => `${scene}: ${fault}`));
  }

  expect(names.length).toBeGreaterThan(35);
  expect(faults).toEqual([]);
});

test("[SH81] on a phone one line is shown, with large buttons in words, and the other is a tab", async () => {
  const page = await openTouch(phone);
  await show(page, "console");
  const line = page.locator("section[data-region^=line]:visible");
  const widths = await Promise.all(
    [/^Mute/, /^Hold/, /^End/].map(async (name) => {
      const button = line.getByRole("button", { name });
      const { width = 0, height = 0 } = (await button.boundingBox()) ?? {};
      expect(Math.round(height)).toBe(56);
      expect(await button.innerText()).toMatch(name);
      return width;
    }),
  );

  expect(await line.count()).toBe(1);
  expect((widths[2] ?? 0) / (widths[0] ?? 1)).toBeCloseTo(1.25, 1);
  await page.getByRole("button", { name: /^Line 2/ }).click();
  await expect.poll(() => line.getAttribute("data-region")).toBe("line2");
  expect(await line.getByRole("button", { name: "Hold to end" }).count()).toBe(1);
});

test("[SH81] on a phone queue, caller and chat are tabs, and each has the whole room", async () => {
  const page = await openTouch(phone);
  await show(page, "console");
  const grid = page.getByRole("grid", { name: "Callers in the queue" });
  const caller = page.getByRole("region", { name: "Caller", exact: true });
  const first = await boxOf(page, "[data-row]");

  expect(await page.getByRole("tab").allTextContents()).toEqual(["Queue14", "Caller", "Chat"]);
  await page.getByRole("tab", { name: "Caller" }).click();
  await caller.waitFor();
  expect(await grid.isVisible()).toBe(false);
  const { width, height } = (await caller.boundingBox()) ?? { width: 0, height: 0 };
  expect([width, height > 400]).toEqual([390, true]);
  await page.getByRole("tab", { name: /^Queue/ }).click();
  await caller.waitFor({ state: "detached" });
  expect(await grid.isVisible()).toBe(true);
  expect(await boxOf(page, "[data-row]")).toEqual(first);
});

test("[SH81] on a phone a row shows name, wait and Answer in full, and its second line the rest", async () => {
  const page = await openTouch(phone);
  await show(page, "console");
  const rows = page.locator("[data-row]");
  const cut = await findCutWords(page, "[data-row] [role=gridcell]:nth-child(6)");

  expect(cut).toEqual([]);
  expect(await rows.first().innerText()).toMatch(/Sam Tran\s+NEXT[\s\S]*Penrith[\s\S]*06:41/);
  const names = await rows.evaluateAll((all) =>
    all.flatMap((row) => {
      const name = row.querySelector("[role=gridcell]:nth-child(3) > span > span");
      return name !== null && name.scrollWidth > name.clientWidth ? [name.textContent] : [];
    }),
  );
  expect(names).toEqual([]);
});

test("[SH82] a long press of a finger opens the menu of a row", async () => {
  const page = await openTouch(phone);
  await show(page, "console");
  const row = page.locator("[data-row]").first();
  const { x, y } = (await row.boundingBox()) ?? { x: 0, y: 0 };
  const devices = await page.context().newCDPSession(page);
  async function press(ms: number): Promise<void> {
    const touchPoints = [{ x: x + 100, y: y + 20 }];
    await devices.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
    await page.evaluate((wait) => new Promise((done) => setTimeout(done, wait)), ms);
    await devices.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  }
  await press(600);
  await page.getByRole("menu", { name: /Sam Tran/ }).waitFor();

  expect(await page.getByRole("menuitem").count()).toBeGreaterThan(3);
});
