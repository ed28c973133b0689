import type { Page } from "@playwright/test";
import { expect, test } from "vitest";

import {
  findCoveredAnswers,
  findCutWords,
  findSmallTargets,
} from "./support/find-layout-faults.ts";
import { openGallery } from "./support/gallery.ts";
import { openTouch, phone, showSmallDesk, tablet } from "./support/small-desk.ts";

const gallery = openGallery();

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

test("[SH14] on a tablet the top bar, the selected line's card, the other line's strip, the queue, the handle of the sheet and the foot share the screen", async () => {
  const page = await openTouch(gallery, tablet);
  await showSmallDesk(gallery, page, { scene: "console-private" });

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

test("[SH14] the queue keeps its place, whichever line is selected and whatever call is on it", async () => {
  const page = await openTouch(gallery, tablet);
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
    await showSmallDesk(gallery, page, { scene });
    tops.push((await boxOf(page, QUEUE)).top);
    await page
      .locator("section[data-region^=line]:not([data-selected]) button[aria-pressed]")
      .first()
      .click();
    tops.push((await boxOf(page, QUEUE)).top);
  }

  expect(new Set(tops)).toEqual(new Set([212]));
});

test("[SH80] the open sheet is over the lower half at most, begins at a row's edge and moves no row", async () => {
  const page = await openTouch(gallery, tablet);
  await showSmallDesk(gallery, page, { scene: "console" });
  const before = await boxOf(page, "[data-row]");
  await page.getByRole("tab", { name: /^Caller/ }).click();
  await page.getByRole("region", { name: "Caller", exact: true }).waitFor();
  const sheet = await boxOf(page, SHEET);

  expect(sheet).toMatchObject({ height: 224, bottom: 704 });
  expect(await boxOf(page, "[data-row]")).toEqual(before);
  expect((sheet.top - before.top + 1) % 44).toBeLessThanOrEqual(1);
});

test.each([
  ["tablet", tablet],
  ["phone", phone],
])(
  "[SH80] [SH81] [AX6] on a %s each target of a busy German desk has at least 44 px, and none is covered or cut",
  async (_name, size) => {
    const page = await openTouch(gallery, size);
    await showSmallDesk(gallery, page, { scene: "console-show", prefix: "de/" });

    expect(await findSmallTargets(page)).toEqual([]);
    expect(await findCoveredAnswers(page)).toEqual([]);
    expect(
      await findCutWords(page, "section[data-region^=line] button, footer button, [role=tab]"),
    ).toEqual([]);
  },
);

test("[SH81] on a phone one line is shown, with large buttons in words, and the other is a tab", async () => {
  const page = await openTouch(gallery, phone);
  await showSmallDesk(gallery, page, { scene: "console" });
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
  expect(await line.getByRole("button", { name: "Press long to end" }).count()).toBe(1);
});

test("[SH81] on a phone queue, caller and chat are tabs, and each fills the space below the line", async () => {
  const page = await openTouch(gallery, phone);
  await showSmallDesk(gallery, page, { scene: "console" });
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
  const page = await openTouch(gallery, phone);
  await showSmallDesk(gallery, page, { scene: "console" });
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
  const page = await openTouch(gallery, phone);
  await showSmallDesk(gallery, page, { scene: "console" });
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
