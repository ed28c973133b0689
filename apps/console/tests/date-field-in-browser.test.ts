import { expect, test } from "vitest";

import { openGallery } from "./support/gallery.ts";

const gallery = openGallery();

test("[LG27] a day is typed in the page's form or chosen from a calendar with arrow keys", async () => {
  const page = await gallery.openAnother();
  await gallery.visit(page, "scene=admin-page-station");
  const day = page.getByRole("textbox", { name: "Day", exact: true });
  expect(await day.inputValue()).toBe("25/12/2026");

  await day.fill("31/2/2026");
  await page.getByText("A day such as 25/12/2026").waitFor();
  await day.fill("1/3/2027");
  await page.getByRole("button", { name: "Open the calendar" }).click();
  const month = page.getByRole("dialog", { name: "Day" });
  await month.getByText("March 2027").waitFor();
  await month.getByRole("button", { name: /\b1 March 2027$/ }).focus();
  await page.keyboard.press("ArrowUp");
  await month.getByText("February 2027").waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(() => day.inputValue()).toBe("22/02/2027");

  await gallery.visit(page, "scene=admin-page-station", "de/");
  await expect
    .poll(() => page.getByRole("textbox", { name: "Tag", exact: true }).inputValue())
    .toBe("25.12.2026");
  await page.close();
});
