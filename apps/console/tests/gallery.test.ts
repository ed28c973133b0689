import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { Page } from "@playwright/test";
import axe from "axe-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { Gallery } from "./support/gallery.ts";
import { findPseudoFaults } from "./support/pseudo-page.ts";

/** With PICTURES=1 an ignored folder gets every scene in both themes, to look at. */
const takesPictures = process.env["PICTURES"] === "1";
const pictures = join(import.meta.dirname, "../../../e2e/.output/gallery");

let gallery: Gallery;

beforeAll(async () => {
  mkdirSync(pictures, { recursive: true });
  gallery = await Gallery.open();
}, 120_000);
afterAll(async () => {
  await gallery?.close();
});

const wholeAudit: axe.RunOptions = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
};
const contrastAudit: axe.RunOptions = { runOnly: { type: "rule", values: ["color-contrast"] } };

/** What axe finds; a landmark that stood the same in a scene before is not looked at again. */
function audit(page: Page, options: axe.RunOptions): Promise<string[]> {
  return page.evaluate(async (given) => {
    const inPage = window as unknown as { axe: typeof axe; audited?: Set<string> };
    const audited = (inPage.audited ??= new Set());
    const theme = document.documentElement.dataset["theme"] ?? "";
    const landmarks = [...document.querySelectorAll("header, nav, aside, section, [role=region]")];
    const keys = landmarks.map(
      (part) => theme + part.outerHTML.replaceAll(/_r_\w+_|radix-\S+/g, ""),
    );
    const exclude = landmarks.filter((_part, at) => audited.has(keys[at] ?? ""));
    // Where nothing is wrong, axe need not gather and describe every part of the page.
    const { violations } = await inPage.axe.run(
      { include: document, exclude },
      { ...given, resultTypes: ["violations"] },
    );
    keys.forEach((key) => audited.add(key));
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join()}`,
    );
  }, options);
}

async function takePicture(page: Page, name: string): Promise<void> {
  if (takesPictures) {
    await page.screenshot({ path: join(pictures, `${name}.png`) });
  }
}

/** The whole audit in light; the theme changes colours alone, so dark needs only the contrast. */
async function auditBothThemes(page: Page, scene: string, density: string): Promise<string[]> {
  await gallery.show(page, `scene=${scene}&density=${density}`);
  await takePicture(page, `${scene}-${density}-light`);
  const light = await audit(page, wholeAudit);
  await page.evaluate(() => {
    document.documentElement.dataset["theme"] = "dark";
  });
  await takePicture(page, `${scene}-${density}-dark`);
  const dark = await audit(page, contrastAudit);
  return [...light, ...dark].map((violation) => `${scene}: ${violation}`);
}

async function auditScenes(scenes: string[], density: string): Promise<string[]> {
  const page = await gallery.openAnother();
  const found: string[] = [];
  page.on("console", (line) => {
    if (line.type() === "error") {
      found.push(`${line.text()} ${line.location().url}`);
    }
  });
  // Some scenes are panels that ask a server: here it is one that has not answered yet.
  await page.route("**/api/**", () => undefined);
  await gallery.visit(page, "");
  await page.evaluate(axe.source);
  for (const scene of scenes) {
    found.push(...(await auditBothThemes(page, scene, density)));
  }
  await page.close();
  return found;
}

async function findFaultsOfWords(scenes: string[]): Promise<string[]> {
  const page = await gallery.openAnother();
  await page.route("**/api/**", () => undefined);
  const data = readSceneWords();
  const found: string[] = [];
  await gallery.visit(page, "");
  for (const scene of scenes) {
    await gallery.show(page, `scene=${scene}&locale=pseudo`);
    await takePicture(page, `${scene}-pseudo`);
    const { untranslated, clipped } = await findPseudoFaults(page, data);
    found.push(...[...untranslated, ...clipped].map((fault) => `${scene}: ${fault}`));
  }
  await page.close();
  return found;
}

/** In quotes, or between the tags of JSX. */
const LITERAL = /'[^'\n]*'|"(?:\\.|[^"\\\n])*"|`[^`]*`|>[^<>{}\n]+</g;

/** What callers, people and stations say in the scenes, and what has one name in any language. */
function readSceneWords(): string[] {
  const literals = ["../gallery", "../src/testing"].flatMap((folder) => {
    const path = join(import.meta.dirname, folder);
    return readdirSync(path).flatMap(
      (file) => readFileSync(join(path, file), "utf8").match(LITERAL) ?? [],
    );
  });
  return [
    "Linedesk",
    "Enter",
    "TCP",
    "TLS",
    "UDP",
    ...new Set(literals.join(" ").split(/[^\p{L}\p{M}'’-]+/u)),
  ];
}

describe("every scene", () => {
  test("[LG22] [LG23] in the pseudo-locale no word stands outside of brackets and none is cut off", async () => {
    // The kit shows bare parts, which have no words.
    const names = (await gallery.sceneNames()).filter((name) => name !== "kit");
    const half = Math.ceil(names.length / 2);

    const found = await Promise.all([
      findFaultsOfWords(names.slice(0, half)),
      findFaultsOfWords(names.slice(half)),
    ]);
    expect(found.flat()).toEqual([]);
  }, 900_000);

  test("[AX1] [SH13] axe finds nothing in either theme, and none breaks the content policy", async () => {
    const names = await gallery.sceneNames();
    const half = Math.ceil(names.length / 2);

    const found = await Promise.all([
      auditScenes(names.slice(0, half), "comfortable"),
      auditScenes(names.slice(half), "comfortable"),
    ]);
    expect(names.length).toBeGreaterThan(40);
    expect(found.flat()).toEqual([]);
  }, 900_000);

  test("the audit finds a fault of each kind that is planted", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=no-station");
    await page.evaluate(axe.source);
    await page.evaluate(() => {
      const planted = document.createElement("p");
      planted.textContent = "Barely there";
      planted.style.color = "color-mix(in srgb, currentcolor 10%, transparent)";
      document.querySelector("main")?.append(planted, document.createElement("img"));
    });
    expect((await audit(page, wholeAudit)).join()).toMatch(
      /color-contrast: main > p.*image-alt: img/,
    );
    expect((await audit(page, contrastAudit)).join()).toMatch(/^color-contrast: main > p/);
  });

  test("[KY11] whatever can be pressed in any scene is a Tab stop, or stands in the menu of its row", async () => {
    const page = await gallery.openPage();
    const names = await gallery.sceneNames();
    await gallery.visit(page, "");
    const faults: string[] = [];
    for (const scene of names.filter((name) => !/^(line|caller|phone)-/.test(name))) {
      await gallery.show(page, `scene=${scene}`);
      const found = await page
        .locator("button, a[href], select, textarea, input:not([aria-hidden]), [role=button]")
        .evaluateAll((parts) =>
          parts
            .filter((part) => part.checkVisibility({ visibilityProperty: true }))
            .filter((part) => (part as HTMLElement).tabIndex < 0)
            // The arrows go through these, from the one of them that is a Tab stop.
            .filter((part) => part.closest("[data-row], [role=listbox], [role=tablist]") === null)
            .filter((part) => !part.closest("ul")?.querySelector("[data-at][tabindex='0']"))
            .map((part) => part.outerHTML.slice(0, 160)),
        );
      faults.push(...found.map((fault) => `${scene}: ${fault}`));
    }
    expect(faults).toEqual([]);
  }, 120_000);

  test("[KY11] the menu key opens the menu of the row with the cursor, and arrows go through it", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=console");
    await page.locator("[data-row][tabindex='0']").focus();

    await page.keyboard.press("ContextMenu");
    await page.getByRole("menuitem").first().waitFor();
    await page.keyboard.press("ArrowDown");

    const words = (await page.getByRole("menuitem").allTextContents()).join();
    expect(words).toMatch(/Timeline/);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("role")))
      .toBe("menuitem");
  });

  test("[AX1] axe finds nothing in compact rows", async () => {
    const scenes = ["console", "console-hard", "console-many", "console-lost"];
    expect(await auditScenes(scenes, "compact")).toEqual([]);
  }, 120_000);
});

describe("the languages in a browser", () => {
  test("[LG3] where German cannot be fetched the page speaks English", async () => {
    const page = await gallery.openAnother();
    await page.route(/\/de-[\w-]+\.js$/, (route) => route.abort());

    await gallery.visit(page, "scene=console", "de/");
    expect(await page.locator("html").getAttribute("lang")).toBe("en-AU");
    expect(await page.getByRole("switch", { name: "Lines open" }).count()).toBe(1);
    await page.close();
  });

  test("[LG15] keys are named as the language's keyboards name them", async () => {
    const page = await gallery.openAnother();
    async function readCaps(prefix: string) {
      await gallery.visit(page, "scene=shortcuts", prefix);
      return (await page.locator("kbd").allTextContents()).join(" | ");
    }

    const english = await readCaps("");
    const german = await readCaps("de/");
    expect(english).toMatch(/Ctrl/);
    expect(english).toMatch(/Del Del/);
    expect(german).toMatch(/Strg/);
    expect(german).toMatch(/Entf Entf/);
    expect(german).toMatch(/Umschalt/);
    expect(german).not.toMatch(/Ctrl|Del|Shift/);
    await page.close();
  });
});

describe("the admin area", () => {
  function firstCells(page: Page) {
    return page.locator("tbody tr td:first-child").allTextContents();
  }

  test("[AD110] a table is searched, sorted, paged and its columns resized, by keyboard too", async () => {
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

    await page.getByRole("button", { name: "As at first" }).click();
    expect(await width()).toBe(before);
    expect(await rows.count()).toBe(25);
    await page.close();
  });

  test("[AD110] every list of the admin area is such a table", async () => {
    const page = await gallery.openAnother();
    const people = ["page-lines", "page-people", "callers", "flags", "caller-ids", "erasures"];
    const machines = ["audio-servers", "device-presets", "integrations", "integrations-deliveries"];
    for (const list of [...people, ...machines, "audit"]) {
      await gallery.visit(page, `scene=admin-${list}`);
      const table = page.getByRole("table").first();
      const heads = table.getByRole("columnheader").filter({ has: page.getByRole("button") });
      const [head] = await heads.all();
      await head?.getByRole("button").first().click();
      expect([list, await head?.getAttribute("aria-sort")]).toEqual([list, "ascending"]);
      expect([list, await head?.getByRole("separator").count()]).toEqual([list, 1]);
      await page.getByRole("button", { name: "As at first" }).click();
    }
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

  test("[AD147] on a phone no two words below the bars of a chart run into one another", async () => {
    const page = await gallery.openAnother();
    await page.setViewportSize({ width: 390, height: 844 });
    await gallery.visit(page, "scene=analytics-week");
    const charts = await page.locator("main svg[height]:has(text)").all();
    expect(charts.length).toBeGreaterThan(3);
    for (const chart of charts) {
      const words = await chart.locator("text[text-anchor=middle]").evaluateAll((all) =>
        all.map((one) => {
          const { left, right } = one.getBoundingClientRect();
          return { left, right, text: one.textContent };
        }),
      );
      expect(words.length).toBeGreaterThan(1);
      const joined = words.filter(({ left }, n) => left < (words[n - 1]?.right ?? -1) + 2);
      expect(joined).toEqual([]);
    }
    await page.close();
  });

  test("[AD6] [AD58] charts are read by key and by table, and saved as CSV and PNG", async () => {
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
    // Width and height, both in twice the dots of the screen.
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
