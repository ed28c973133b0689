import type { Locator, Page } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";

import { Gallery } from "./support/gallery.ts";

let gallery: Gallery;

beforeAll(async () => {
  gallery = await Gallery.open();
}, 120_000);
afterAll(async () => {
  await gallery?.close();
});

async function openAt(width: number, height: number, scene = "console"): Promise<Page> {
  const page = await gallery.openPage();
  await page.setViewportSize({ width, height });
  await gallery.visit(page, `scene=${scene}`);
  return page;
}

/** The words in each row's cell of the caller that are not shown to their end. */
function cutWords(page: Page): Promise<(string | null)[]> {
  return page
    .locator("[data-row] > :nth-child(3) *")
    .evaluateAll((parts) =>
      parts
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ textContent }) => textContent),
    );
}

test("[SH26] at 1280 px names, flags, warnings and points of usual length are read whole", async () => {
  const page = await openAt(1280, 800);
  const words = await page.locator("[data-row] > :nth-child(3)").allTextContents();

  expect(words.join()).toContain("Warning: hoax calls until 1 Dec");
  expect(await cutWords(page)).toEqual([]);
  await page.locator("[data-row] > :nth-child(3)").evaluateAll((cells) => {
    const [who, point] = cells[0]?.children ?? [];
    const name = who?.firstElementChild;
    const chips = who?.lastElementChild;
    const flag = chips?.querySelector("span");
    if (name && chips && flag && point) {
      name.textContent = "Alexandra Papadopoulos-M";
      flag.textContent = "VIP";
      chips.replaceChildren(flag, flag.cloneNode(true));
      point.textContent = "light rail noise after midnight in Newto";
    }
  });
  expect(await page.getByText("Alexandra Papadopoulos-M").count()).toBe(1);
  expect(await cutWords(page)).toEqual([]);
});

test.each([2000, 2560, 3840])(
  "[SH27] at %s px a name and its button are within an eye's span",
  async (width) => {
    const page = await openAt(width, 1440);
    const spans = await page.locator("[data-row]").evaluateAll((rows) =>
      rows.flatMap((row) => {
        const name = row.children[2]?.getBoundingClientRect().left ?? 0;
        const button = row.querySelector("button")?.getBoundingClientRect().left;
        return button === undefined ? [] : [button - name];
      }),
    );
    const lefts = await Promise.all(
      [
        page.getByRole("banner").getByRole("button").first(),
        page.getByRole("region", { name: /^Line 1/ }),
        page.getByRole("contentinfo").getByRole("button").first(),
      ].map(leftOf),
    );

    expect(spans.length).toBeGreaterThan(5);
    expect(Math.max(...spans)).toBeLessThanOrEqual(1000);
    expect(Math.max(...lefts) - Math.min(...lefts)).toBeLessThanOrEqual(8);
  },
);

async function leftOf(part: Locator): Promise<number> {
  return (await part.boundingBox())?.x ?? Number.NaN;
}

/** Whether the middle of it is in the window, and nothing lies over it. */
function isInReach(part: Locator): Promise<boolean> {
  return part.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    return there !== null && element.contains(there);
  });
}

test.each([
  [740, 1000],
  [700, 500],
  [640, 400],
  [480, 800],
  [360, 640],
])("[SH14] at %s x %s px End and keypad stay in reach", async (width, height) => {
  const page = await openAt(width, height);
  const end = page.getByRole("button", { name: /^End/ });
  const keypad = page.getByRole("contentinfo").getByRole("button", { name: /^Keypad/ });
  const hold = page.locator("section[data-selected]").getByRole("button", { name: /^Hold/ });

  for (const scrollTop of [0, 10_000]) {
    await page.locator("main").evaluate((main, top) => main.scrollTo({ top }), scrollTop);
    const reached = await Promise.all([end, keypad, hold].map(isInReach));
    expect([scrollTop, ...reached]).toEqual([scrollTop, true, true, true]);
  }
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
});

/** How a switch is drawn: the track's edge and ground, and the handle's colour and place. */
function drawingOf(part: Locator) {
  return part.evaluate((track) => {
    const handle = track.firstElementChild ?? track;
    const look = getComputedStyle(track);
    return {
      edge: `${look.borderTopWidth} ${look.borderTopStyle}`,
      ground: look.backgroundColor,
      handle: getComputedStyle(handle).backgroundColor,
      at: handle.getBoundingClientRect().left - track.getBoundingClientRect().left > 10,
    };
  });
}

test("[CO13] in forced colours a switch has an edge and a handle, and on differs from off", async () => {
  const page = await gallery.openPage();
  await page.emulateMedia({ forcedColors: "active" });
  await gallery.visit(page, "scene=kit");
  const switches = page.getByRole("switch");
  const on = await drawingOf(switches.nth(0));
  const off = await drawingOf(switches.nth(2));

  for (const drawing of [on, off]) {
    expect(drawing.edge).toMatch(/^1px/);
    expect(drawing.handle).not.toBe(drawing.ground);
  }
  expect(on.ground).not.toBe(off.ground);
  expect([on.at, off.at]).toEqual([true, false]);
});

test.each(["none", "active"] as const)(
  "[CO14] a switch that may not be used looks otherwise, forced colours %s",
  async (forcedColors) => {
    const page = await gallery.openPage();
    await page.emulateMedia({ forcedColors });
    await gallery.visit(page, "scene=console");
    const usable = await drawingOf(page.getByRole("switch", { name: "Lines open" }));
    await gallery.visit(page, "scene=console-read-only");
    const fixed = await drawingOf(page.getByRole("switch", { name: "Lines open" }));

    expect(usable.edge).not.toMatch(/dashed/);
    expect(fixed.edge).toBe("1px dashed");
    expect([fixed.ground, fixed.handle]).not.toEqual([usable.ground, usable.handle]);
    expect(fixed.at).toBe(usable.at);
  },
);
