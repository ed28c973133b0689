import { expect, test } from "vitest";

import { openGallery } from "./support/gallery.ts";

const gallery = openGallery();

test("[TR89] a trunk's form has six groups; a closed one shows its values, and one with a wrong field is open", async () => {
  const page = await gallery.openAnother();
  await page.route("**/api/**", () => undefined);
  await gallery.visit(page, "scene=telephony-trunk-edited");
  const form = page.getByRole("form", { name: "Edit carrier" });
  const groups = form.locator("details");

  expect(await groups.locator("summary strong").allTextContents()).toEqual([
    "Where",
    "Who may call in",
    "Registration",
    "Capacity",
    "Sound",
    "Numbers",
  ]);
  const closed = form.locator("details:not([open]) > summary");
  expect(await closed.allTextContents()).toEqual([
    "Who may call inThe hosts, 203.0.113.0/24",
    "CapacityAt most 30 calls · priority 1",
    "SoundG.711 A-law, Opus · Always encrypted",
    "NumbersAll numbers · as 0255500101",
  ]);

  const capacity = form.locator("summary").filter({ hasText: "Capacity" });
  await capacity.click();
  await form.getByLabel("Channels", { exact: true }).fill("many");
  const words = form.getByText("1 to 10000, or empty");
  await words.waitFor();
  await capacity.click();
  expect(await words.isVisible()).toBe(true);
  await form.getByLabel("Channels", { exact: true }).fill("8");
  await capacity.click();
  await expect.poll(() => capacity.textContent()).toContain("At most 8 calls");
  await page.close();
});

test("[TR89] codecs can be chosen and ordered with the keyboard only", async () => {
  const page = await gallery.openAnother();
  await page.route("**/api/**", () => undefined);
  await gallery.visit(page, "scene=telephony-trunk-edited");
  const form = page.getByRole("form", { name: "Edit carrier" });
  const sound = form.locator("summary").filter({ hasText: "Sound" });
  await sound.press("Enter");

  await form.getByLabel("G.722", { exact: true }).press("Space");
  await form.getByRole("button", { name: "Move G.722 up" }).press("Enter");
  await form.getByRole("button", { name: "Move G.711 A-law down" }).press("Enter");
  await sound.press("Enter");

  await expect.poll(() => sound.textContent()).toContain("G.722, G.711 A-law, Opus");
  await page.close();
});
