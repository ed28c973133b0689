import type { Page } from "@playwright/test";
import { createTranslator } from "use-intl/core";
import { expect, test } from "vitest";

import type { AnalyticsAnswer } from "@linedesk/contract";
import { analyticsStates } from "../gallery/analytics-views.ts";
import { adminSections } from "../src/app/admin-sections.ts";
import { adminMessages } from "../src/features/admin/admin-messages.ts";
import type { Answers } from "../src/features/admin/analytics/day-range.ts";
import { aCall } from "../src/testing/a-call.ts";
import { openGallery } from "./support/gallery.ts";
import { StandInServer } from "./support/stand-in-server.ts";

const gallery = openGallery();
const t = createTranslator({ locale: "en-AU", messages: adminMessages });

const anEntry = {
  id: "0190a000-0000-7000-8000-000000000001",
  at: "2026-11-23T06:14:00.000Z",
  person: { id: "0190a000-0000-7000-8000-000000000002", name: "Erin" },
  action: "line.changed",
  object: { type: "phone_line", id: null, name: "Talkback" },
  details: { before: { priority: false }, after: { priority: true, colour: "#a006d1" } },
  address: null,
};

async function openAdmin(section: string): Promise<Page> {
  const page = await gallery.openAnother();
  await new StandInServer("owner", [aCall(1)]).standIn(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${gallery.url}2zz/admin/${section}`);
  return page;
}

/** Makes the server answer each request for figures with those of this state in `analyticsStates`. */
async function answerFigures(page: Page, state: string): Promise<void> {
  const answers: Partial<Answers> = analyticsStates[state] ?? {};
  await page.route(/\/api\/admin\/analytics\//, (route) => {
    const metric = new URL(route.request().url()).pathname.split("/").at(-1) ?? "";
    const json: AnalyticsAnswer | undefined = answers[metric as keyof Answers];
    return route.fulfill({ json });
  });
}

test("a section that loads shows the outline of a card in place of bare words", async () => {
  const page = await gallery.openAnother();
  await gallery.visit(page, "scene=admin-section-lines");
  const outline = page.locator("main [data-loading]");
  await outline.waitFor();

  const words = outline.getByText("Loading", { exact: true });
  expect(await outline.getByRole("status").count()).toBe(1);
  expect(await words.evaluate((part) => part.getBoundingClientRect().width)).toBeLessThan(2);
  const { height = 0 } = (await outline.boundingBox()) ?? {};
  expect(height).toBeGreaterThan(200);
  await page.close();
});

test("figures that are not counted yet are not shown as zero, and appear when they are counted", async () => {
  const page = await gallery.openAnother();
  await new StandInServer("owner", []).standIn(page);
  await answerFigures(page, "counting");
  await page.goto(`${gallery.url}2zz/admin/analytics`);
  await page.getByRole("status").getByText("Being counted", { exact: true }).waitFor();
  const words = await page.getByRole("main").textContent();
  expect(words).toContain(
    "The calls of 3 days are being counted. They appear here within two minutes.",
  );
  expect(words).not.toContain("No calls");

  await answerFigures(page, "week");
  const inbound = page.getByRole("definition").filter({ hasText: "1,842" });
  await inbound.waitFor();
  expect(await page.getByText(/being counted/i).count()).toBe(0);

  await answerFigures(page, "pending");
  await page.getByLabel("Days").selectOption("Today");
  await page.getByText("The calls of 2 days are being counted.").waitFor();
  expect(await inbound.count()).toBe(1);
  await page.close();
});

test("[AD181] the palette finds the sections of the area, its panels and the desk's callers", async () => {
  const page = await openAdmin("board");
  await page.getByRole("heading", { level: 2, name: "Go/no-go" }).waitFor();
  const find = page.getByRole("combobox", { name: /^Find a command/ });
  async function choose(words: string): Promise<void> {
    await page.keyboard.press("Control+k");
    await page.waitForFunction(() => document.activeElement?.role === "combobox");
    await find.fill(words);
    await page.keyboard.press("Enter");
    await find.waitFor({ state: "detached" });
  }

  await choose("audit");
  await page.getByRole("heading", { level: 2, name: "Audit" }).waitFor();
  expect(new URL(page.url()).pathname).toMatch(/\/2zz\/admin\/audit$/);
  await page.getByRole("button", { name: "Commands" }).click();
  const options = await page.getByRole("option").allTextContents();
  for (const one of [
    "Phone lines",
    "Privacy and recording",
    "Back to the desk",
    "Keypad",
    "Sound check",
  ]) {
    expect(options).toContain(one);
  }
  await page.keyboard.press("Escape");
  await find.waitFor({ state: "detached" });
  await choose("keypad");
  await page.getByRole("region", { name: "Keypad" }).waitFor();

  await page.goto(`${gallery.url}2zz/admin/lines`);
  await page.getByRole("heading", { level: 2, name: "Phone lines" }).waitFor();
  const { numberDisplay } = aCall(1).caller;
  await choose(numberDisplay);
  const card = page.getByRole("region", { name: "Caller", exact: true });
  await card.getByText(numberDisplay).first().waitFor();
  expect(new URL(page.url()).pathname).toMatch(/\/2zz$/);
  await page.close();
});

test("a key that follows the focus of a panel's field at once goes to the field", async () => {
  const page = await openAdmin("board");
  await page.getByRole("heading", { level: 2, name: "Go/no-go" }).waitFor();
  // The first time, the field is loaded after the page has given the focus to the dialog.
  const find = page.getByRole("combobox", { name: /^Find a command/ });
  await page.keyboard.press("Control+k");
  await find.waitFor();
  await page.keyboard.press("Escape");
  await find.waitFor({ state: "detached" });
  const isTaken = page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        document.addEventListener("focusin", ({ target }) => {
          if (target instanceof HTMLInputElement) {
            const init = { key: "x", code: "KeyX", bubbles: true, cancelable: true };
            resolve(!target.dispatchEvent(new KeyboardEvent("keydown", init)));
          }
        });
      }),
  );
  await page.keyboard.press("Control+k");

  expect(await isTaken).toBe(false);
  await page.close();
});

test("[AD186] the audit is in the page's language, and its search accepts words of that language", async () => {
  const page = await gallery.openAnother();
  await new StandInServer("owner", []).standIn(page);
  const searches: object[] = [];
  await page.route(/\/api\/admin\/[^/]+\/audit\b/, (route) => {
    searches.push(Object.fromEntries(new URL(route.request().url()).searchParams));
    return route.fulfill({ json: { items: [anEntry], nextCursor: null } });
  });
  await page.goto(`${gallery.url}de/2zz/admin/audit`);
  const row = page.getByRole("row", { name: /Telefonleitung/ });
  await row.locator("summary").click();
  expect(await row.textContent()).toContain("Leitung geändert");
  expect(await row.locator("dl").innerText()).toBe("Vorrang nein → ja\nFarbe – → #a006d1");

  const form = page.getByRole("form", { name: "Im Protokoll suchen" });
  await form.getByLabel("Aktion").fill("leitung Geändert");
  await form.getByLabel("Objekt").fill("Telefonleitung");
  await form.getByRole("button", { name: "Suchen" }).click();
  await expect
    .poll(() => searches.at(-1))
    .toEqual({ action: "line changed", object: "phone line" });
  await page.close();
});

test("[AD113] a person without the permission reads who may open the area, and can return to the desk", async () => {
  const page = await gallery.openAnother();
  await new StandInServer("producer", [aCall(1)]).standIn(page);
  await page.goto(`${gallery.url}2zz/admin/board`);
  await page.getByText("The admin area is for admins and owners of the station.").waitFor();
  await page.getByRole("link", { name: "Back to the desk" }).click();
  await page.locator("[data-row]").waitFor();
  expect(new URL(page.url()).pathname).toBe("/2zz");
  await page.close();
});

test("[AD1] the navigation opens every section under its title", async () => {
  const page = await openAdmin("board");
  const sections = page.getByRole("navigation", { name: "Admin area" });

  for (const { title } of adminSections) {
    const name = t(title);
    await sections.getByRole("link", { name, exact: true }).click();
    const heading = page.getByRole("heading", { level: 2 });
    await expect.poll(() => heading.textContent()).toBe(name);
  }
  await page.close();
});

test("[SH30] the foot of the area stays on the screen while the bar of a call is above it", async () => {
  const page = await openAdmin("board");
  await page.getByRole("button", { name: "Reject" }).waitFor();

  const foot = await page.getByRole("main").evaluate((main) => main.getBoundingClientRect().bottom);
  expect(foot).toBeLessThanOrEqual(800);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(800);
  await page.close();
});

test("[AD58] a figure that the browser cannot save as PNG shows an error, and a later attempt removes the error", async () => {
  const page = await gallery.openAnother();
  await gallery.visit(page, "scene=analytics-week");
  await page.evaluate(() => {
    const canvas = HTMLCanvasElement.prototype;
    const original = Object.getOwnPropertyDescriptor(canvas, "toBlob") ?? {};
    canvas.toBlob = (done) => {
      Object.defineProperty(canvas, "toBlob", original);
      done(null);
    };
    Reflect.set(window, "revoked", 0);
    URL.revokeObjectURL = () => void Reflect.set(window, "revoked", 1);
  });
  const save = page.getByRole("button", { name: "Calls by hour, save as PNG" });
  const failure = page.getByText("The browser could not make the image.");

  await save.click();
  await failure.waitFor();
  const [file] = await Promise.all([page.waitForEvent("download"), save.click()]);

  expect(file.suggestedFilename()).toMatch(/\.png$/);
  await expect.poll(() => failure.count()).toBe(0);
  // Some browsers read the file only after the click, so its address must not be revoked at once.
  expect(await page.evaluate(() => Reflect.get(window, "revoked"))).toBe(0);
});
