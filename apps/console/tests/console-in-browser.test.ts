import type { Page } from "@playwright/test";
import { describe, expect, test } from "vitest";

import { openGallery } from "./support/gallery.ts";

const gallery = openGallery();

/** Returns the names and sizes of controls smaller than `least` pixels. */
function smallerThan(page: Page, selector: string, least: number): Promise<string[]> {
  return page.$$eval(
    selector,
    (elements, limit) =>
      elements.flatMap((element) => {
        const { width, height } = element.getBoundingClientRect();
        const small = width > 0 && (width < limit || height < limit);
        return small ? [`${element.textContent} ${width}x${height}`] : [];
      }),
    least,
  );
}

async function measureCaller(page: Page, query: string): Promise<number> {
  await gallery.visit(page, query);
  const box = await page.getByRole("region", { name: "Caller", exact: true }).boundingBox();
  return Math.ceil(box?.height ?? 0);
}

describe("the queue in a browser", () => {
  test("[QL2] has its columns in the order of the rule", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=console");

    const heads = await page.getByRole("columnheader").allTextContents();

    expect(heads).toEqual([
      "#",
      "State",
      "Caller and point",
      "Number",
      "Place",
      "Wait",
      "With",
      "Action",
    ]);
  }, 240_000);

  test("[QL2] shows every wait on one line within its cell, also a wait of hours", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=console-hard");

    const waits = await page.locator("[data-row]").evaluateAll((rows) =>
      rows.flatMap((row) => {
        const cell = row.querySelectorAll("[role=gridcell]")[5];
        if (!cell?.textContent) {
          return [];
        }
        const words = document.createRange();
        words.selectNodeContents(cell);
        const lines = new Set([...words.getClientRects()].map(({ top }) => top)).size;
        return [{ text: cell.textContent, lines, over: cell.scrollWidth - cell.clientWidth }];
      }),
    );

    expect(waits.map(({ text }) => text)).toContainEqual(expect.stringMatching(/^\d:\d\d:\d\d$/));
    for (const { lines, over } of waits) {
      expect({ lines, over }).toEqual({ lines: 1, over: 0 });
    }
  });

  test("[KY3] [QL10] mounts few of a thousand rows in order, keeps the focused row, and moves the focus by keys", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=console-many");
    function focused() {
      return page.evaluate(() => document.activeElement?.getAttribute("aria-rowindex") ?? null);
    }

    await page.locator("[data-row][tabindex='0']").focus();
    await page.keyboard.press("j");
    await page.keyboard.press("ArrowDown");
    await expect.poll(focused).toBe("4");
    await page.getByRole("grid").locator("[role=presentation]").first().hover();
    await page.mouse.wheel(0, 20_000);
    await expect.poll(() => page.locator("[aria-rowindex='460']").count()).toBe(1);

    expect(await focused()).toBe("4");
    expect(await page.locator("[data-row]").count()).toBeLessThan(40);
    for (let turn = 0; turn < 9; turn += 1) {
      await page.mouse.wheel(0, turn % 3 === 2 ? -300 : 300);
    }
    await expect.poll(() => page.locator("[aria-rowindex='480']").count()).toBe(1);
    await expect.poll(() => page.locator("[data-row]").evaluateAll(countMisplaced)).toBe(0);
    expect(await page.getByRole("grid").getAttribute("aria-rowcount")).toBe("1001");
  });

  test("[AX6] has targets of at least 24 px, and call controls of 40 px", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=console&density=compact");

    expect(await smallerThan(page, "button, a, input:not([aria-hidden])", 24)).toEqual([]);
    expect(await smallerThan(page, "button[data-size='call']", 40)).toEqual([]);
    for (const card of ["settings-keys", "settings", "panel-commands"]) {
      await gallery.visit(page, `scene=${card}`);
      expect(
        await smallerThan(page, "button, [role=option], input:not([aria-hidden])", 24),
      ).toEqual([]);
    }
  });

  test("[PN25] is not covered by a card at 1280x800, and the caller's panel keeps its height or at least 480 px", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=settings");
    const [queue, settings, caller] = await Promise.all(
      [/^Queue/, "Settings", "Caller"].map((name) =>
        page.getByRole("region", { name }).first().boundingBox(),
      ),
    );

    expect((queue?.x ?? 0) + (queue?.width ?? 0)).toBeLessThanOrEqual(settings?.x ?? 0);
    expect((settings?.y ?? 0) + (settings?.height ?? 0)).toBeLessThanOrEqual(caller?.y ?? 0);
    expect(settings?.height).toBeGreaterThan(200);
    const before = await measureCaller(page, "scene=console");
    const beside = await measureCaller(page, "scene=settings");
    expect(beside).toBeGreaterThanOrEqual(Math.min(before, 480));
    expect(await page.locator("[data-covers]").count()).toBe(0);
  });

  test("[AX2] has empty live regions from the start, and no timer in them", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=console");
    const live = page.locator("[aria-live], [role=status], [role=alert], [role=timer], output");

    const words = await live.allTextContents();
    const timers = page.getByText(/^\d+:\d\d$/);

    expect(words.join("")).toBe("");
    expect(words.length).toBeGreaterThan(0);
    expect(await timers.count()).toBeGreaterThan(10);
  });

  test("[SH14] below 1100 px has the lines above it, and the caller's panel in a sheet below it", async () => {
    const page = await gallery.openPage();
    await page.setViewportSize({ width: 1000, height: 800 });
    await gallery.visit(page, "scene=console");
    const lines = page.getByRole("region", { name: /^Line/ });
    const [one, two] = await Promise.all([lines.nth(0).boundingBox(), lines.nth(1).boundingBox()]);
    const caller = page.getByRole("region", { name: "Caller", exact: true });

    expect(one?.x).toBe(two?.x);
    expect(await caller.count()).toBe(0);
    await page.getByRole("tab", { name: /^Caller/ }).click();
    await expect.poll(() => caller.count()).toBe(1);
    await page.getByRole("button", { name: "Close the sheet" }).click();
    await expect.poll(() => caller.count()).toBe(0);
  });
});

describe("ending a call in a browser", () => {
  function guardOf(page: Page) {
    return page.locator("section[data-selected] [data-guard]").getAttribute("data-guard");
  }

  test("[KY2] needs F9 twice; a press of the button counts as the second", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=console");

    await page.keyboard.press("F9");
    await expect.poll(() => guardOf(page)).toBe("armed");
    await page.getByRole("button", { name: "Press again to end" }).click();

    await expect.poll(() => guardOf(page)).toBe("done");
  });

  test("[AC7] needs a long press on air, and two presses do nothing", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=line-on-air");

    await page.keyboard.press("F9");
    await page.keyboard.press("F9");
    expect(await guardOf(page)).toBe("short");
    await page.keyboard.down("F9");

    await expect.poll(() => guardOf(page)).toBe("done");
  });
});

describe("the console in a browser", () => {
  test("[SH9] shows station, lines, waiting callers, the connection and Sydney's time in the top bar", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=console");
    const bar = page.getByRole("banner");

    expect(await bar.getByRole("switch", { name: "Lines open" }).count()).toBe(1);
    expect(await bar.locator("dl").textContent()).toMatch(/^Waiting14Longest\d+:\d\d$/);
    expect(await bar.getByText("Live", { exact: true }).count()).toBe(1);
    expect(await bar.getByText("Sydney", { exact: true }).count()).toBe(1);
    // The gallery's clock is at 23:42 UTC, whatever the time zone of the machine is.
    expect(await bar.locator("time").textContent()).toMatch(/^10:4\d:\d\d$/);
    await bar.getByRole("button", { name: "Station: 2ZZ Sydney" }).click();
    await page.getByRole("menuitem").first().waitFor();
    expect(await page.getByRole("menuitem").allTextContents()).toEqual([
      "2ZZ Sydney",
      "3YY Melbourne",
    ]);
  });

  test("[CO3] shows a bar, an icon and a word for the state of every row", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=console");

    const rows = await page.locator("[data-row]").evaluateAll((all) =>
      all.map((row) => {
        const cell = row.querySelectorAll("[role=gridcell]")[1];
        return {
          bar: getComputedStyle(row, "::before").width,
          icons: cell?.querySelectorAll("svg").length,
          hasWord: /\w/.test(cell?.textContent ?? ""),
        };
      }),
    );

    expect(rows.length).toBeGreaterThan(5);
    for (const row of rows) {
      expect(row).toEqual({ bar: "4px", icons: 1, hasWord: true });
    }
  });

  test("[EW5] tells a person without a station that they have none, and whom to ask", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=no-station");

    const words = await page.locator("main").first().textContent();

    expect(words).toContain("You have no station yet.");
    expect(words).toContain("Ask an admin of your station to add you.");
  });

  test("[SH4] [LG3] sets `lang` to the language of the text, and loads German only at German addresses", async () => {
    const page = await gallery.openAnother();
    const fetched: string[] = [];
    page.on("request", (request) => fetched.push(request.url()));
    function countGerman(): number {
      return fetched.filter((url) => /\/de-[\w-]+\.js$/.test(url)).length;
    }

    for (const prefix of ["", "en-NZ/", "fr/"]) {
      await gallery.visit(page, "scene=console", prefix);
      expect(await page.locator("html").getAttribute("lang")).toBe("en-AU");
      expect(await page.getByRole("switch", { name: "Lines open" }).count()).toBe(1);
    }
    expect(countGerman()).toBe(0);
    for (const prefix of ["de/", "de-AT/"]) {
      await gallery.visit(page, "scene=console", prefix);
      expect(await page.locator("html").getAttribute("lang")).toBe("de");
      expect(await page.getByRole("switch", { name: "Leitungen offen" }).count()).toBe(1);
    }
    expect(countGerman()).toBeGreaterThan(0);
    await page.close();
  });

  test("[SH2] shows a full-width bar only while a route loads", async () => {
    // A new page has not loaded the route's code yet.
    const page = await gallery.openAnother();
    await gallery.visit(page, "scene=console");
    const bar = page.getByRole("progressbar", { name: "Loading", exact: true });
    const before = await bar.count();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/PhoneRoute.*\.js/, async (route) => {
      await held;
      await route.continue();
    });

    await page.evaluate(() => {
      window.history.pushState({}, "", "/phone");
      window.dispatchEvent(new PopStateEvent("popstate"));
    });
    await bar.waitFor({ state: "attached" });
    const box = await bar.locator("xpath=ancestor::div[1]").boundingBox();
    release();

    expect(before).toBe(0);
    expect(box).toMatchObject({ x: 0, y: 0, width: 1280, height: 2 });
    await expect.poll(() => bar.count()).toBe(0);
    await page.close();
  });
});

/** Counts rows whose order in the document differs from their order in the list. */
function countMisplaced(rows: Element[]): number {
  const numbers = rows.map((row) => Number(row.getAttribute("aria-rowindex")));
  return numbers.filter((number, at) => number < (numbers[at - 1] ?? 0)).length;
}
