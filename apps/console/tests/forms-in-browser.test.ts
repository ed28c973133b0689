import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { Locator, Page } from "@playwright/test";
import { expect, test } from "vitest";

import { openGallery } from "./support/gallery.ts";
import { type WrongField, wrongFields } from "./support/wrong-fields.ts";

const admin = join(import.meta.dirname, "../src/features/admin");

const gallery = openGallery();

/** Returns true when the browser would ask before it closes the tab. */
function isGuarded(page: Page): Promise<boolean> {
  return page.evaluate(
    () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true })),
  );
}

/** Changes the first editable field of a form. Returns a function that restores it. */
async function changeFirst(form: Locator): Promise<() => Promise<unknown>> {
  const field = form.locator("input:not([type=checkbox], [type=color], [readonly])").first();
  if ((await field.count()) > 0) {
    const before = await field.inputValue();
    await field.fill("7");
    return () => field.fill(before);
  }
  const choice = form.locator("select").first();
  const before = await choice.inputValue();
  const values = await choice
    .locator("option")
    .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
  await choice.selectOption(values.find((value) => value !== before) ?? "");
  return () => choice.selectOption(before);
}

async function checkField(form: Locator, [label, text, words]: WrongField): Promise<string[]> {
  const field = form.getByLabel(label, { exact: true });
  const before = await field.inputValue();
  await field.fill(text);
  const row = field.locator("xpath=ancestor::div[1]");
  const wrong = row.locator("output").filter({ hasText: words });
  const isShown = await wrong.waitFor({ timeout: 10_000 }).then(
    () => true,
    () => false,
  );
  const isMarked = (await field.getAttribute("aria-invalid")) === "true";
  await field.fill(before);
  return isShown && isMarked ? [] : [label];
}

async function checkForm(page: Page, form: Locator, title: string): Promise<string[]> {
  if (title === "Search the audit") {
    await form.getByLabel("From", { exact: true }).fill("2026-02-02");
  }
  const closed = form.locator("details:not([open]) > summary");
  for (let left = await closed.count(); left > 0; left -= 1) {
    await closed.first().click();
  }
  const faults: string[] = [];
  for (const field of wrongFields[title] ?? []) {
    faults.push(...(await checkField(form, field)));
  }
  return faults.map((label) => `${title}: ${label}`);
}

test("[AD112] every form of the admin area shows the error beside its field while a person types", async () => {
  const page = await gallery.openAnother();
  await page.route("**/api/**", () => undefined);
  await gallery.visit(page, "");
  const scenes = (await gallery.sceneNames()).filter((name) => /^(?:admin|telephony)-/.test(name));
  const seen = new Set<string>();
  const faults: string[] = [];
  for (const scene of scenes) {
    await gallery.show(page, `scene=${scene}`);
    for (const form of await page.locator("main form").all()) {
      const title = (await form.getAttribute("aria-label")) ?? scene;
      if (!seen.has(title)) {
        seen.add(title);
        faults.push(...(await checkForm(page, form, title)));
      }
    }
  }
  expect(faults).toEqual([]);
  expect([...seen].toSorted()).toEqual(Object.keys(wrongFields).toSorted());
  await page.close();
});

test("[AD112] all forms of the admin area use the same hook", () => {
  const files = readdirSync(admin, { recursive: true, encoding: "utf8" });
  const own = files.filter(
    (name) => name.endsWith(".tsx") && /\buseForm\b/.test(readFileSync(join(admin, name), "utf8")),
  );
  expect(own).toEqual([]);
});

test("[AD28] leaving any form with unsaved input asks for confirmation", async () => {
  const page = await gallery.openAnother();
  await page.route("**/api/**", () => undefined);
  await gallery.visit(page, "");
  const names = (await gallery.sceneNames()).filter((name) => /^(?:admin|telephony)-/.test(name));
  const guarded = new Set<string>();
  for (const scene of names) {
    await gallery.show(page, `scene=${scene}`);
    for (const form of await page.locator("main form").all()) {
      const title = (await form.getAttribute("aria-label")) ?? "";
      // The page sets or removes the guard only after it has drawn a change.
      await expect.poll(() => isGuarded(page), { message: `${scene}, ${title}` }).toBe(false);
      const putBack = await changeFirst(form);
      // The text of a search is never saved, so its form has no guard.
      const isSaved = title !== "Search the audit";
      await expect.poll(() => isGuarded(page), { message: `${scene}, ${title}` }).toBe(isSaved);
      await putBack();
      guarded.add(title);
    }
  }
  expect([...guarded].toSorted()).toEqual(Object.keys(wrongFields).toSorted());

  await gallery.show(page, "scene=admin-page-line-edited");
  const form = page.getByRole("form", { name: "Edit Newsroom" });
  await form.getByLabel("Name").fill("");
  expect(await form.getByText("Fill this in").isVisible()).toBe(true);
  await form.getByLabel("Hold music of this line", { exact: true }).fill("radio");
  expect(await form.getByText("Begins with https:// or http://").isVisible()).toBe(true);
  await form.getByLabel("Name").fill("News");
  expect(await form.getByText("Fill this in").count()).toBe(0);
  const opened = page.waitForEvent("dialog");
  const cancelled = form.getByRole("button", { name: "Cancel" }).click();
  const question = await opened;
  expect(question.message()).toBe("Your changes are not saved. Leave anyway?");
  await question.dismiss();
  await cancelled;
  expect(await form.getByLabel("Name").inputValue()).toBe("News");
  page.once("dialog", (again) => void again.accept());
  await form.getByRole("button", { name: "Cancel" }).click();
  expect(await form.getByLabel("Name").inputValue()).toBe("Newsroom");
  expect(await isGuarded(page)).toBe(false);
  await page.close();
});

/** Returns a PNG with noise, in bytes far larger than a logo may be. */
function noisyPicture(page: Page, edgePx: number): Promise<string> {
  return page.evaluate((edge) => {
    const canvas = document.createElement("canvas");
    canvas.width = edge;
    canvas.height = edge / 2;
    const context = canvas.getContext("2d");
    const pixels = context?.createImageData(edge, edge / 2);
    pixels?.data.forEach((_, at) => (pixels.data[at] = (at * 7_919 * (at % 89)) % 256));
    if (pixels !== undefined) {
      context?.putImageData(pixels, 0, 0);
    }
    return canvas.toDataURL("image/png").replace(/^.*,/, "");
  }, edgePx);
}

test("[AD3] the page shrinks a logo of any size to the limit, and logo and colour can be removed", async () => {
  const page = await gallery.openAnother();
  await gallery.visit(page, "scene=admin-page-station");
  const form = page.getByRole("form", { name: "Station" });
  const picture = form.getByRole("img", { name: "Logo" });
  const buffer = Buffer.from(await noisyPicture(page, 900), "base64");
  expect(buffer.byteLength).toBeGreaterThan(100_000);

  const chosen = { name: "logo.png", mimeType: "image/png", buffer };
  await form.getByLabel("Logo", { exact: true }).setInputFiles(chosen);
  const src = (await picture.getAttribute("src")) ?? "";
  expect(src).toMatch(/^data:image\/(png|jpeg|webp);base64,/);
  expect(src.length).toBeLessThan(9_999);
  const ratio = await picture.evaluate(
    (shown: HTMLImageElement) => shown.naturalWidth / shown.naturalHeight,
  );
  expect(ratio).toBeCloseTo(2, 1);

  await form.getByRole("button", { name: "Remove the logo" }).click();
  expect(await picture.count()).toBe(0);
  const text = { name: "logo.png", mimeType: "image/png", buffer: Buffer.from("no picture") };
  await form.getByLabel("Logo", { exact: true }).setInputFiles(text);
  await form.getByText("Choose a PNG, JPEG or WebP image").waitFor();
  expect(await picture.count()).toBe(0);

  await form.getByRole("button", { name: "No colour" }).click();
  expect(await form.getByText("None set").isVisible()).toBe(true);
  await page.close();
});

test("[AD203] the save bar is there only while something is unsaved, names the changed fields and discards the changes", async () => {
  const page = await gallery.openAnother();
  await gallery.visit(page, "scene=admin-page-station");
  const bar = page.getByRole("region", { name: "Changes that are not saved" });
  const form = page.getByRole("form", { name: "Station" });
  expect(await bar.count()).toBe(0);
  expect(await form.getByRole("button", { name: /^Save/ }).count()).toBe(0);

  await form.getByLabel("Name", { exact: true }).fill("2ZZ Harbour");
  await form.getByLabel("Hold music", { exact: true }).fill("https://2zz.example/a.mp3");
  await form.getByLabel("Occasion").fill("Christmas");
  await bar.getByText("3 changes not saved").waitFor();
  expect(await bar.getByRole("status").textContent()).toBe("Name, Hold music, Closed all day");
  expect(await form.getByText("changed", { exact: true }).count()).toBe(2);
  expect(await bar.getByRole("button", { name: "Save 3 changes" }).isVisible()).toBe(true);
  expect((await bar.boundingBox())?.height).toBeCloseTo(56, 0);

  await bar.getByRole("button", { name: "Discard" }).click();
  await bar.waitFor({ state: "detached" });
  expect(await form.getByLabel("Name", { exact: true }).inputValue()).toBe("2ZZ Sydney");
  expect(await form.getByLabel("Occasion").inputValue()).toBe("Christmas Day");
  await page.close();
});

/** Returns true when the whole element is in the window and no scrolling element clips it. */
function isSeenWhole(part: Locator): Promise<boolean> {
  return part.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    for (let around = element.parentElement; around !== null; around = around.parentElement) {
      const box = around.getBoundingClientRect();
      if (getComputedStyle(around).overflowY !== "visible" && bottom > box.bottom + 1) {
        return false;
      }
    }
    return top >= 0 && bottom <= window.innerHeight;
  });
}

test.each(["", "de/"])(
  "[PN27] at 1280x800 all facts about a caller and the last two calls fit without scrolling, at /%s",
  async (prefix) => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=caller-known-alone", prefix);
    const panel = page.locator("section[data-region=caller]");
    const facts = panel.locator("dl > div");
    const tabs = panel.getByRole("tab");
    const calls = panel.getByRole("tabpanel").getByRole("listitem");
    await calls.first().waitFor();

    expect((await facts.allTextContents()).length).toBe(5);
    expect((await tabs.allTextContents()).length).toBe(3);
    for (const part of [...(await facts.all()), ...(await tabs.all())]) {
      expect([await part.textContent(), await isSeenWhole(part)]).toEqual([
        expect.any(String),
        true,
      ]);
    }
    expect(await isSeenWhole(calls.nth(0))).toBe(true);
    expect(await isSeenWhole(calls.nth(1))).toBe(true);

    await tabs.nth(1).click();
    await expect
      .poll(() => calls.allTextContents())
      .toEqual([
        expect.stringContaining("Two cinema tickets"),
        expect.stringContaining("Signed album"),
      ]);
    await tabs.nth(2).click();
    await expect
      .poll(() => calls.allTextContents())
      .toEqual([expect.stringMatching(/^Kim of the council0491 570 006, councilOnly before noon/)]);
    // The server has no data about this caller: the panel must not show empty tabs.
    await gallery.visit(page, "scene=caller-withheld-number", prefix);
    await tabs.first().waitFor();
    expect(await tabs.count()).toBe(1);
    await gallery.visit(page, "scene=caller-banned", prefix);
    const body = panel.locator("> div").first();
    expect(await body.evaluate((element) => getComputedStyle(element).overflowY)).toBe("auto");
  },
);

test("[OB26] with the permission to dial, each past call and each number of a card has a button that dials the number", async () => {
  const page = await gallery.openPage();
  const rings = page.getByRole("button", { name: /^Call (?!this)/ });
  await gallery.visit(page, "scene=history-all");
  await page.getByRole("listitem").filter({ hasText: "Private" }).waitFor();
  const rows = page.getByRole("listitem").filter({ has: rings });
  expect((await rows.allTextContents()).filter((words) => words.includes("Private"))).toEqual([]);
  expect(await rows.count()).toBe(3);

  await gallery.visit(page, "scene=callers-profile");
  await rings.first().waitFor();
  expect(await rings.count()).toBe(2);
  await gallery.visit(page, "scene=callers-reading");
  await page.getByRole("heading", { name: "Kim Nguyen" }).first().waitFor();
  expect(await rings.count()).toBe(0);
});

test("when a form of a caller's card closes, the first button of its section has the focus", async () => {
  const page = await gallery.openPage();
  await gallery.visit(page, "scene=callers-profile");
  const flags = page.getByRole("region", { name: "Flags and bans" });
  const numbers = page.getByRole("region", { name: "Numbers" });
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await flags.getByRole("button", { name: "Add a flag" }).click();
  await flags.getByRole("button", { name: "Set", exact: true }).click();
  await expect.poll(focused).toBe("Add a flag");
  for (const opens of ["Add a number", "Merge with another caller"]) {
    await numbers.getByRole("button", { name: opens }).click();
    await numbers.getByRole("textbox").or(numbers.getByRole("searchbox")).fill("02 7010 0100");
    await numbers.getByRole("button", { name: /^(?:Set|Merge Sam .*)$/ }).click();
    await expect.poll(focused).toBe("Undo");
  }
});
