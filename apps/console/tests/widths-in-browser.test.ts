import type { Locator, Page } from "@playwright/test";
import { expect, test } from "vitest";

import { findHidden } from "./support/find-hidden.ts";
import { findSmallTargets, findWideParts } from "./support/find-layout-faults.ts";
import { openGallery } from "./support/gallery.ts";

const gallery = openGallery();

async function openAt(width: number, height: number, scene = "console"): Promise<Page> {
  const page = await gallery.openPage();
  await page.setViewportSize({ width, height });
  await gallery.visit(page, `scene=${scene}`);
  return page;
}

/** Returns the clipped words in each row's caller cell. */
function cutWords(page: Page): Promise<(string | null)[]> {
  return page.locator("[data-row] > :nth-child(3) *").evaluateAll((parts) =>
    parts
      // Words that only screen readers read are 1 px wide.
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth)
      .map(({ textContent }) => textContent),
  );
}

test("[SH26] at 1280 px names, flags, warnings and points of usual length are shown in full", async () => {
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

test.each([
  [1280, ""],
  [1280, "de/"],
  [1440, ""],
  [1920, ""],
])(
  "[SH52] at %s px a line's buttons stay inside its card, and nothing covers End, at /%s",
  async (width, prefix) => {
    const page = await openAt(width, 900);
    for (const scene of ["console", "line-talking", "line-locked", "line-held-beside-another"]) {
      await gallery.visit(page, `scene=${scene}`, prefix);
      const outside = await page.locator("section[data-region^=line]").evaluateAll((cards) =>
        cards.flatMap((card) => {
          const edge = card.getBoundingClientRect().right - 12;
          return [...card.querySelectorAll("button:not([aria-pressed][aria-keyshortcuts^=Alt])")]
            .filter((button) => button.getBoundingClientRect().right > edge)
            .map(({ textContent }) => textContent);
        }),
      );
      expect([scene, outside]).toEqual([scene, []]);
    }

    await gallery.visit(page, "scene=line-talking");
    const line = page.locator("section[data-selected]");
    await line.getByRole("button", { name: /^MOS/ }).click();
    const details = page.getByRole("dialog", { name: "Sound of this call" });
    await details.waitFor();
    const [popup, end] = [
      await details.boundingBox(),
      await line.getByRole("button", { name: /^End/ }).boundingBox(),
    ];
    expect((popup?.x ?? 0) + (popup?.width ?? 0)).toBeLessThanOrEqual(end?.x ?? 0);
  },
);

test.each(["", "de/"])(
  "[SH52] at 1280 px the buttons of two busy lines keep words, and nothing is over the words of a conference, at /%s",
  async (prefix) => {
    const page = await openAt(1280, 800);
    await gallery.visit(page, "scene=console", prefix);
    const worded = await page
      .locator("section[data-region=line1] [data-fold] > button")
      .evaluateAll(
        (buttons) =>
          buttons.filter((button) => {
            const words = button.querySelector("span");
            return words !== null && getComputedStyle(words).clipPath === "none";
          }).length,
      );
    expect(worded).toBeGreaterThanOrEqual(5);

    await gallery.visit(page, "scene=console-conference", prefix);
    const card = page.locator("section[data-conference]");
    const covered = await card.evaluate((section) => {
      const parts = [
        ...section.querySelectorAll("h2, h2 ~ p, time, li, [data-guard], [data-lamp]"),
      ];
      const boxes = parts.map((part) => part.getBoundingClientRect());
      return boxes.flatMap((one, index) =>
        boxes
          .slice(index + 1)
          .filter(
            (other) =>
              Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
              Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1,
          )
          .map((_, at) => `${parts[index]?.textContent} / ${parts[index + 1 + at]?.textContent}`),
      );
    });
    expect(await card.getByRole("listitem").count()).toBe(3);
    expect(covered).toEqual([]);
  },
);

test.each([2000, 2560, 3840])(
  "[SH27] at %s px a row's name and button are at most 1,000 px apart",
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

/** Returns true when the element's centre is in the window and not covered. */
function isInReach(part: Locator): Promise<boolean> {
  return part.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    return there !== null && element.contains(there);
  });
}

test.each([
  [1024, 768],
  [1000, 500],
  [740, 1000],
  [700, 500],
  [640, 400],
  [480, 800],
  [360, 640],
])("[SH14] at %s x %s px Mute, Hold, End and Take next stay visible", async (width, height) => {
  const page = await openAt(width, height);
  const line = page.locator("section[data-selected]");
  const buttons = [
    line.getByRole("button", { name: /^Mute/ }),
    line.getByRole("button", { name: /^Hold/ }),
    line.getByRole("button", { name: /^End/ }),
    page.getByRole("contentinfo").getByRole("button", { name: /^Take next/ }),
    page.getByRole("contentinfo").getByRole("button", { name: "More", exact: true }),
  ];

  for (const scrollTop of [0, 10_000]) {
    await page.locator("main").evaluate((main, top) => main.scrollTo({ top }), scrollTop);
    const reached = await Promise.all(buttons.map(isInReach));
    expect([scrollTop, ...reached]).toEqual([scrollTop, true, true, true, true, true]);
  }
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
});

test.each([
  [1024, "console-empty", "Nobody is waiting"],
  [1100, "console", "Take next: Sam Tran"],
  [1280, "console", "Take next: Sam Tran"],
  [1920, "console-for-screener", "Waiting callers are for the screener"],
])("[SH40] at %s px the bottom bar is readable", async (width, scene, words) => {
  const page = await openAt(width, 800, scene);
  const bar = page.getByRole("contentinfo");
  const buttons = bar.getByRole("button");
  const cut = await bar.locator("*").evaluateAll((parts) =>
    parts
      .filter((part) => part.checkVisibility({ visibilityProperty: true }))
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
      .map(({ textContent }) => textContent),
  );

  expect(cut).toEqual([]);
  expect(await bar.textContent()).toContain(words);
  for (const button of await buttons.all()) {
    expect(await isInReach(button)).toBe(true);
  }
});

/** Returns the buttons of the bottom bar, and the entries of its menu, if there is one. */
async function readBar(page: Page): Promise<{ shown: string[]; more: string[] }> {
  const bar = page.getByRole("contentinfo");
  const shown = await bar.getByRole("button").allTextContents();
  const menu = bar.getByRole("button", { name: "More", exact: true });
  if ((await menu.count()) === 0) {
    return { shown, more: [] };
  }
  await menu.click();
  const items = page.getByRole("menuitem");
  await items.first().waitFor();
  const more = await items.allTextContents();
  // Before the focus has moved into the menu, Escape reaches the page.
  await page.waitForFunction(() => document.activeElement?.closest("[role=menu]"));
  await page.keyboard.press("Escape");
  await items.first().waitFor({ state: "detached" });
  return { shown: shown.filter((words) => words !== "More"), more };
}

test("[SH40] a panel whose button does not fit is only in the menu, with its key", async () => {
  const narrow = await readBar(await openAt(1024, 800));
  const wide = await readBar(await openAt(1920, 800));
  const small = await readBar(await openAt(390, 844));
  const all = [...wide.shown, ...wide.more];
  // Below 1100 px the caller and the chat are tabs.
  const others = all.filter((words) => !/^(Caller|Chat)C?$/.test(words));

  expect(narrow.more.length).toBeGreaterThan(wide.more.length);
  expect([...narrow.shown, ...narrow.more]).toEqual(others);
  expect(others.length).toBe(all.length - 2);
  expect(new Set(all).size).toBe(all.length);
  expect(all.join()).toContain("SettingsS");
  expect(small.shown).toEqual([expect.stringMatching(/^Take next: Sam Tran/)]);
  expect(small.more).toEqual(expect.arrayContaining([expect.stringMatching(/^Commands/)]));
  expect(small.more.length).toBe(others.length);
});

test("[AX6] on a touch device every target is at least 44 px, and nothing is cut off at the side", async () => {
  const page = await gallery.openAnother();
  await page.setViewportSize({ width: 1024, height: 768 });
  const devices = await page.context().newCDPSession(page);
  await devices.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  for (const scene of ["console", "console-show", "settings", "keypad-open", "panel-commands"]) {
    await gallery.visit(page, `scene=${scene}&density=compact`);
    expect(await page.evaluate(() => matchMedia("(pointer: coarse)").matches)).toBe(true);
    expect([scene, ...(await findSmallTargets(page))]).toEqual([scene]);
    expect(
      await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ),
    ).toBe(0);
  }
  const rows = await page.locator("[data-row]").evaluateAll((all) => {
    const edges = all.map((row) => row.getBoundingClientRect());
    return edges.map(({ top }, index) => top - (edges[index - 1]?.bottom ?? top));
  });
  // Rows must touch: the script sets their positions, and the style sheet their height.
  expect(new Set(rows.map(Math.round))).toEqual(new Set([0]));
  await page.close();
});

test("[AX21] in forced colours pressed buttons, states and sound levels are visible", async () => {
  const page = await gallery.openPage();
  await page.emulateMedia({ forcedColors: "active" });
  await gallery.visit(page, "scene=console");
  function groundOf(part: Locator, pseudo?: string) {
    return part.first().evaluate((element, before) => {
      const look = getComputedStyle(element, before);
      return `${look.backgroundColor} ${look.backgroundImage.slice(0, 40)}`;
    }, pseudo);
  }
  const ground = await groundOf(page.locator("body"));
  const tabs = page.getByRole("group", { name: "Callers shown" }).or(page.locator("fieldset"));
  const chosen = await groundOf(tabs.locator("[aria-pressed=true]"));
  const other = await groundOf(tabs.locator("[aria-pressed=false]"));
  const bars = await Promise.all(
    ["solid", "dashed", "hatched"].map((bar) =>
      groundOf(
        page.locator(bar === "solid" ? "[data-row]" : `[data-row][data-bar=${bar}]`),
        "::before",
      ),
    ),
  );
  const meter = page.locator("[data-meter]");

  expect(chosen).not.toBe(other);
  expect(new Set([...bars, ground]).size).toBe(4);
  expect(await groundOf(meter.locator("> *"))).not.toBe(await groundOf(meter));
  expect(await groundOf(page.locator("[data-lamp]"))).not.toBe(ground);
  expect(await groundOf(page.locator("section[data-region=line2]"), "::before")).not.toBe(ground);
});

/** Describes a switch: the track's edge and background, and the handle's colour and position. */
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

test("in forced colours a switch has an edge and a handle, and on and off differ", async () => {
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
  "with forced colours `%s` a switch that the person may not use looks different",
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

test("[AX7] [AX6] on a phone the admin area does not scroll sideways, rows are cards, and targets are large", async () => {
  const page = await gallery.openAnother();
  const devices = await page.context().newCDPSession(page);
  await devices.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  await page.route("**/api/**", () => undefined);
  const names = (await gallery.sceneNames()).filter((name) =>
    /^(admin|analytics|board|recording|telephony)-/.test(name),
  );
  const faults: string[] = [];
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 780 });
    await gallery.visit(page, "");
    for (const scene of names) {
      await gallery.show(page, `scene=${scene}`);
      const found = [...(await findWideParts(page)), ...(await findSmallTargets(page))];
      faults.push(...found.map((fault) => `${width} ${scene}: ${fault}`));
    }
  }

  expect(names.length).toBeGreaterThan(25);
  expect(faults).toEqual([]);
  await gallery.show(page, "scene=admin-page-lines");
  const row = page.getByRole("row", { name: /Main/ });
  const tops = await row
    .getByRole("cell")
    .evaluateAll((list) => list.map((cell) => cell.getBoundingClientRect().top));
  expect(tops).toHaveLength(4);
  expect(tops).toEqual([...new Set(tops)].toSorted((one, other) => one - other));
  await page.close();
});

test("[AX7] at 200 % zoom every control of the console and its panels can be scrolled into view", async () => {
  const page = await gallery.openPage();
  await page.setViewportSize({ width: 640, height: 400 });
  const names = (await gallery.sceneNames()).filter((name) => name.startsWith("panel-"));
  await gallery.visit(page, "scene=console");
  const controls = "button, a[href], select, textarea, input:not([aria-hidden])";

  const desk = await page.locator(controls).evaluateAll(findHidden);
  expect(desk.count).toBeGreaterThan(30);
  expect(desk.hidden).toEqual([]);
  expect(names.length).toBeGreaterThan(14);
  for (const scene of names) {
    await gallery.show(page, `scene=${scene}`);
    // At this width a panel is a drawer over the desk.
    const { hidden } = await page.locator(`aside :is(${controls})`).evaluateAll(findHidden);
    expect([scene, ...hidden]).toEqual([scene]);
  }
});
