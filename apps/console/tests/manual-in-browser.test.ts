import type { Page } from "@playwright/test";
import { expect, test } from "vitest";

import { aCall } from "../src/testing/a-call.ts";
import { openGallery } from "./support/gallery.ts";
import { StandInServer } from "./support/stand-in-server.ts";

const gallery = openGallery();

interface ConsolePage {
  page: Page;
  server: StandInServer;
}

async function openAt(path: string): Promise<ConsolePage> {
  const page = await gallery.openAnother();
  const server = new StandInServer("owner", [aCall(1)]);
  await server.standIn(page);
  await page.goto(gallery.url + path);
  return { page, server };
}

function title(page: Page, name: string) {
  return page.getByRole("heading", { level: 1, name, exact: true });
}

async function goBack(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Back to the desk" }).click();
  await page.locator("[data-row]").first().waitFor();
}

test("[SH72] menu, palette and shortcut sheet open the manual, which has a link back to the desk", async () => {
  const { page } = await openAt("2zz");
  await page.locator("[data-row]").waitFor();

  await page.getByRole("button", { name: /your settings$/ }).click();
  await page.getByRole("menuitem", { name: "Help", exact: true }).click();
  await title(page, "Manual").waitFor();
  expect(new URL(page.url()).pathname).toBe("/help");
  await goBack(page);

  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: /^Find a command/ }).fill("help");
  await page.keyboard.press("Enter");
  await title(page, "Manual").waitFor();
  await goBack(page);

  await page.keyboard.press("?");
  await page.getByRole("dialog").getByRole("button", { name: "Help" }).click();
  await title(page, "Manual").waitFor();
});

test("[SH72] the Help link of an admin section opens its page of the manual, where the bar shows a ringing caller", async () => {
  const { page, server } = await openAt("2zz/admin/lines");

  await page.getByRole("main").getByRole("link", { name: "Help", exact: true }).click();
  await page.waitForURL(/\/help\/admin\/lines$/);
  await page.getByRole("article").getByRole("heading", { level: 1 }).waitFor();
  server.ring(aCall(2));

  const bar = page.getByRole("region", { name: "Incoming call" });
  await expect
    .poll(() => bar.getByRole("button").allTextContents())
    .toEqual(["Answer on 1", "To air on 2", "Reject"]);
  await goBack(page);
});

test.each([
  ["help", "Search the manual", "conference", "Results for “conference”", /nothing about “qqq”/],
  ["de/help", "Im Handbuch suchen", "Konferenz", "Treffer für „Konferenz“", /nichts zu „qqq“/],
])("[SH74] %s can be searched by keyboard alone", async (path, label, word, results, nothing) => {
  const { page } = await openAt(path);
  const field = page.getByRole("searchbox", { name: label });
  await field.fill("qqq");
  await page.getByRole("status").getByText(nothing).waitFor();

  await field.fill(word);
  await title(page, results).waitFor();
  const marked = page.getByRole("article").locator("mark");
  expect(await marked.first().textContent()).toMatch(new RegExp(word, "i"));
  await page.keyboard.press("Enter");

  await page.waitForURL(/\/help\/conference/);
  await page.goBack();
  await title(page, results).waitFor();
});

test("[SH73] a page shows keys, has pictures with alternative texts, and fits the width of a phone", async () => {
  const { page } = await openAt("help/answer");
  const article = page.getByRole("article");
  await article.locator("kbd").first().waitFor();

  const pictures = await article.getByRole("img").all();
  expect(pictures.length).toBeGreaterThan(0);
  for (const picture of pictures) {
    expect(await picture.getAttribute("alt")).not.toBe("");
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0);
  }
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
