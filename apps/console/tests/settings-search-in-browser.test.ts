import type { Locator } from "@playwright/test";
import { expect, test } from "vitest";

import { openGallery } from "./support/gallery.ts";

const gallery = openGallery();

test("[ST43] the search finds a setting by its words and a section by its name", async () => {
  const page = await gallery.openAnother();
  await gallery.visit(page, "scene=settings");
  const panel = page.getByRole("region", { name: "Settings" });
  const sections = panel.getByRole("navigation", { name: "Sections of the settings" });
  const find = panel.getByRole("searchbox", { name: "Find a setting" });
  await find.waitFor();
  const all = await sections.getByRole("button").allTextContents();
  expect(all).toEqual(expect.arrayContaining(["Sound", "Screen", "Chat", "Keys"]));

  await find.fill("theme");
  await expect.poll(() => sections.getByRole("button").allTextContents()).toEqual(["Screen"]);
  expect(await panel.getByText("Theme", { exact: true }).isVisible()).toBe(true);
  expect(await panel.getByText("Rows", { exact: true }).isVisible()).toBe(false);
  await find.fill("SCREEN");
  await expect.poll(() => panel.getByText("Rows", { exact: true }).isVisible()).toBe(true);
  await find.fill("unmute");
  const changeKeys = panel.getByRole("button", { name: "Change the keys" });
  await expect.poll(() => changeKeys.isVisible()).toBe(true);
  await find.fill("fax");
  await panel.getByText("No setting has “fax”.").waitFor();

  await find.fill("");
  await sections.getByRole("button", { name: "Keys" }).click();
  const keys = panel.getByRole("region", { name: "Keys" });
  await expect.poll(() => isSeen(keys.getByRole("heading").first())).toBe(true);
  await page.close();
});

function isSeen(part: Locator): Promise<boolean> {
  return part.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    return there !== null && element.contains(there);
  });
}
