import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { Page } from "@playwright/test";
import { describe, expect, test } from "vitest";

import { boundKeys } from "./support/bound-keys.ts";
import { openGallery } from "./support/gallery.ts";

const gallery = openGallery();

/** Returns the keys in the table of [KY1] by scope, written as `boundKeys` writes them. */
function keysOfTheRule(): Record<string, string[]> {
  const page = readFileSync(join(import.meta.dirname, "../../../docs/spec/keys.md"), "utf8");
  const table = page.slice(page.indexOf("[KY1]"), page.indexOf("[KY2]"));
  const rows = table.matchAll(/^ {2}\| (anywhere|not typing|queue) \| (.+?) \|/gm);
  const keys: Record<string, string[]> = {};
  for (const [, scope = "", cell = ""] of rows) {
    (keys[scope] ??= []).push(...cell.split(", ").map(asKey));
  }
  return keys;
}

function asKey(written: string): string {
  if (/^(?:(?:Ctrl\+)?Shift\+)?(?:Up|Down|Left|Right)$/.test(written)) {
    return written.replace(/\w+$/, (arrow) => `Arrow${arrow}`);
  }
  return /^(?:(?:Ctrl|Meta)\+)?[A-Z]$/.test(written)
    ? written.replace(/[A-Z]$/, (letter) => letter.toLowerCase())
    : written;
}

describe("in a browser,", () => {
  const focuses = ["typing", "page", "queue"] as const;
  const written = keysOfTheRule();

  test.each(focuses)(
    "[KY1] [KY3] for the focus `%s` exactly the rule's keys are bound",
    async (focus) => {
      const page = await gallery.openPage();
      await gallery.visit(page, "scene=console");

      const bound = await boundKeys(page, focus);

      const scopes = { typing: 1, page: 2, queue: 3 }[focus];
      const wanted = ["anywhere", "not typing", "queue"].slice(0, scopes);
      expect(bound).toEqual(
        [...new Set(wanted.flatMap((scope) => written[scope] ?? []))].toSorted(),
      );
    },
  );

  test.each(["F2", "2"])("[KY3] %s takes the focus from a button of the bar", async (key) => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=console");
    await page.getByRole("contentinfo").getByRole("button", { name: "Keypad" }).focus();

    await page.keyboard.press(key);

    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("BODY");
  });

  test.each([1280, 1000])("at %s px, H moves the focus to the past calls", async (width) => {
    const page = await gallery.openPage();
    await page.setViewportSize({ width, height: 800 });
    await gallery.visit(page, "scene=console");

    await page.keyboard.press("h");

    const caller = page.getByRole("region", { name: "Caller", exact: true });
    const tab = caller.getByRole("tab", { name: "History" });
    await expect.poll(() => tab.evaluate((it) => it === document.activeElement)).toBe(true);
    expect(await caller.isVisible()).toBe(true);
  });
});

test.each([0, 2, 4])(
  "[KY11] the menu of row %s shows every entry without scrolling",
  async (index) => {
    const page = await gallery.openPage();
    await page.setViewportSize({ width: 1440, height: 620 });
    await gallery.visit(page, "scene=console");

    await page.locator("[data-row]").nth(index).click({ button: "right" });
    const menu = page.getByRole("menu");
    await menu.waitFor();

    await expect
      .poll(() => menu.evaluate((it) => it.scrollHeight - it.clientHeight))
      .toBeLessThanOrEqual(0);
    const { y = 0, height = 0 } = (await menu.boundingBox()) ?? {};
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y + height).toBeLessThanOrEqual(620);
  },
);

interface Pressed {
  key: string;
  code: string;
  shift?: boolean;
}

/** Presses a key as a keyboard of another layout reports it. */
async function pressOn(page: Page, { key, code, shift = false }: Pressed): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const modifiers = shift ? 8 : 0;
  const press = { key, code, modifiers };
  await devtools.send("Input.dispatchKeyEvent", { ...press, type: "keyDown", text: key });
  await devtools.send("Input.dispatchKeyEvent", { ...press, type: "keyUp" });
  await devtools.detach();
}

describe("with another keyboard layout in a browser,", () => {
  const findCaller: Pressed[] = [
    { key: "/", code: "Digit7", shift: true },
    { key: "/", code: "Period", shift: true },
    { key: "/", code: "NumpadDivide" },
  ];

  test.each(findCaller)("[KY59] $key on $code finds a caller", async (pressed) => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=console");

    await pressOn(page, pressed);

    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("type")))
      .toBe("search");
  });

  test("[KY58] [KY60] a Cyrillic layout opens the past calls by position, and the sheet shows its letters", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=console");

    await pressOn(page, { key: "р", code: "KeyH" });
    const caller = page.getByRole("region", { name: "Caller", exact: true });
    const tab = caller.getByRole("tab", { name: "History" });
    await expect.poll(() => tab.evaluate((it) => it === document.activeElement)).toBe(true);

    await gallery.show(page, "scene=shortcuts");
    const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await sheet.waitFor();
    await pressOn(page, { key: "я", code: "KeyZ" });
    await expect.poll(() => sheet.textContent()).toContain("Z (Я)");
  });
});

describe("with calls in a browser,", () => {
  test("[CO5] the row of a colleague's call names the colleague and the line, and has no button to answer", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=console");
    const row = page.locator("[data-row][data-tone=elsewhere]");
    const free = page.locator("[data-row][data-tone=ringing]").first();

    expect(await row.getByRole("gridcell").nth(1).textContent()).toBe("Bob, line 1");
    expect(await free.getByRole("button", { name: /^Answer/ }).count()).toBe(1);
    expect(await row.getByRole("button", { name: /^(Answer|Take over|Resume)/ }).count()).toBe(0);
    await row.getByRole("button", { name: /^More/ }).click();
    const items = page.getByRole("menuitem");
    await items.first().waitFor();
    expect((await items.allTextContents()).join()).not.toMatch(/Answer|Take over|Resume|Reject/);
  });

  test("[FL16] [FL17] [QU16] rows show regular callers and the reason of a flag, and Take next counts the callers that it skips", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=console-hidden");
    function row(name: string) {
      return page.getByRole("row").filter({ hasText: name });
    }

    expect(await row("Priya Desai").textContent()).toContain("regular, 12 calls");
    expect(await row("02 7010 4456").textContent()).toContain("first call");
    expect(await row("Jo Smith").textContent()).not.toMatch(/regular|first call/);
    expect(await row("Sam Tran").textContent()).toContain("VIP: breakfast panel");
    const bar = page.getByRole("contentinfo");
    expect(await bar.textContent()).toContain("Take next: Sam Tran");
    expect(await bar.textContent()).toContain("2 hidden callers skipped");
  });

  test("[CO9] a new caller's icon pulses at 1 Hz for 10 s, and has a still outline with reduced motion", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=console");
    function lookOf(media: "reduce" | "no-preference") {
      return page.emulateMedia({ reducedMotion: media }).then(() =>
        page
          .locator("[data-row] [data-fresh] svg")
          .first()
          .evaluate((icon) => {
            const { animationName, animationDuration, animationIterationCount, outlineStyle } =
              getComputedStyle(icon);
            return [animationName, animationDuration, animationIterationCount, outlineStyle];
          }),
      );
    }

    const moving = await lookOf("no-preference");
    const still = await lookOf("reduce");
    await page.emulateMedia({ reducedMotion: null });

    expect(moving).toEqual([expect.stringMatching(/ring/), "1s", "10", "none"]);
    expect([still[0], still[3]]).toEqual(["none", "solid"]);
    // Most callers of the scene have waited longer than 10 s, so their icons do not pulse.
    expect(await page.locator("[data-row] [data-fresh]").count()).toBeLessThan(3);
  });

  test("[CO5] in a narrow list a colleague's call shows the initials, and its text keeps the whole name", async () => {
    const page = await gallery.openPage();
    await page.setViewportSize({ width: 800, height: 1000 });
    await gallery.visit(page, "scene=console");
    const state = page.locator("[data-row][data-tone=elsewhere] [role=gridcell]").nth(1);
    function shown() {
      return state.getByText("Bob, line 1", { exact: true }).evaluate((words) => ({
        size: getComputedStyle(words).fontSize,
        isShort: getComputedStyle(words, "::after").content !== "none",
        short: (words as HTMLElement).dataset["short"],
      }));
    }

    const short = "B, line 1";
    expect(await shown()).toEqual({ size: "0px", isShort: true, short });
    await page.setViewportSize({ width: 480, height: 1000 });
    const caller = page.locator("[data-row][data-tone=elsewhere] [role=gridcell]").nth(2);
    await caller.getByText(short, { exact: true }).waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await shown()).toEqual({ size: "13px", isShort: false, short });
  });

  test.each([
    ["line-unregistered", /Not registered/, ["Register"]],
    ["line-registering", /Registering/, []],
    ["line-idle", /Registered/, []],
    ["line-destroyed", /Stopped/, ["Reload"]],
  ])(
    "[CN10] %s shows the device's state on the card, with the action for this state",
    async (scene, words, actions) => {
      const page = await gallery.openPage();
      await gallery.visit(page, `scene=${scene}`);
      const line = page.locator("section[data-selected]");

      expect(await line.textContent()).toMatch(words);
      const buttons = line.getByRole("button", { name: /^(Register|Reload)/ });
      expect(await buttons.allTextContents()).toEqual(actions);
    },
  );

  test("[CW22] [CW8] the line, the row and the panel show a radio that is on, and the row shows a winner with the reason", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=line-radio-on");
    expect(await page.getByText("Radio on", { exact: true }).isVisible()).toBe(true);
    const notice = page.getByRole("status").filter({ hasText: "The radio of Kim Nguyen is on" });
    expect(await notice.count()).toBe(1);
    expect(await notice.getAttribute("aria-live")).toBe("polite");

    await gallery.visit(page, "scene=caller-radio-on");
    const words = "Radio on The programme plays in the background.";
    expect(await page.getByText(words).isVisible()).toBe(true);

    await gallery.visit(page, "scene=console-hard");
    const row = (name: string) => page.getByRole("row").filter({ hasText: name });
    expect(await row("Noor Haddad").innerText()).toContain("The caller's radio is on");
    const winner = row("Bo Li").getByTitle("Winner of the contest: caller 10 on");
    expect(await winner.innerText()).toMatch(/^\s*Winner/);
  });

  test("[CO6] a held call has the same colour on its line and in its row", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=line-held");
    function colourOf(selector: string) {
      return page
        .locator(`${selector} span[data-tone=held]`)
        .first()
        .evaluate((badge) => getComputedStyle(badge).color);
    }

    expect(await colourOf("section[data-selected]")).toBe(await colourOf("[data-row]"));
  });

  test("[CN5] a page that reconnects shows the number of the attempt, and hatches the rows", async () => {
    const page = await gallery.openPage();
    function hatchOf() {
      const row = page.locator("[data-row]").nth(2);
      return row.evaluate((element) => getComputedStyle(element).backgroundImage);
    }
    await gallery.visit(page, "scene=console");
    const fresh = await hatchOf();
    await gallery.visit(page, "scene=console-lost");

    await page.getByText(/^Reconnecting… attempt 2, list may be out of date \(\d+ s\)$/).waitFor();
    expect(await page.getByRole("grid").getAttribute("data-stale")).toBe("true");
    expect(fresh).toBe("none");
    expect(await hatchOf()).toContain("repeating-linear-gradient");
  });

  test("[CN11] interrupted audio shows a timer, Retry and the button that ends the call", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=line-reconnecting");
    const line = page.locator("section[data-selected]");

    expect(await line.getByText("Sound interrupted, reconnecting…").count()).toBe(1);
    expect(await line.getByText(/^\d+:\d\d$/).count()).toBe(1);
    expect(await line.getByRole("button", { name: /^End/ }).count()).toBe(1);
    expect(await line.getByRole("button", { name: "Retry" }).count()).toBe(1);
  });

  test("[AX2] [CH1] a chat of 2,000 messages is a log that opens at the newest message and mounts few of them", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=panel-chat-long");
    const log = page.getByRole("log", { name: "Messages of 2ZZ" });
    const rows = log.getByRole("article");
    async function untilInSight(words: string): Promise<void> {
      await expect
        .poll(() => rows.filter({ hasText: words }).evaluateAll(areInSight))
        .toEqual([true]);
    }

    await untilInSight("Message 2000 of");
    expect(await log.getAttribute("aria-live")).toBe("polite");
    expect(await rows.count()).toBeLessThan(60);
    await log.evaluate((element) => element.scrollTo(0, 0));
    await untilInSight("Message 1 of");
    // Screen readers must not announce messages that scrolling mounts.
    expect(await log.getAttribute("aria-live")).toBe("off");
    expect(await rows.count()).toBeLessThan(60);
    await page.getByRole("button", { name: "New messages below" }).click();
    await untilInSight("Message 2000 of");
    expect(await log.getAttribute("aria-live")).toBe("polite");
  });
});

/** Returns true for each row that is wholly within the visible part of its list. */
function areInSight(rows: Element[]): boolean[] {
  return rows.map((row) => {
    const list = row.closest("[role=log]")?.getBoundingClientRect();
    const { top, bottom } = row.getBoundingClientRect();
    return list !== undefined && top >= list.top - 1 && bottom <= list.bottom + 1;
  });
}
