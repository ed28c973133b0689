import { expect, test } from "vitest";

import { aCall } from "../src/testing/a-call.ts";
import { openGallery } from "./support/gallery.ts";
import { StandInServer } from "./support/stand-in-server.ts";

const gallery = openGallery();

const NEW_PAGE = '<html><script type="module" src="/assets/index-new.js"></script></html>';

test("[SH65] the page shows that another version is ready, and loads it when the person presses the button", async () => {
  const page = await gallery.openAnother();
  await new StandInServer("screener", [aCall(1)]).standIn(page);
  await page.goto(`${gallery.url}2zz`);
  await page.locator("[data-row]").waitFor();
  const pill = page.getByRole("button", { name: "Update ready" });
  expect(await pill.count()).toBe(0);

  await page.route(gallery.url, (route) => route.fulfill({ body: NEW_PAGE }));
  // The part of the page that checks loads after the queue, so it may miss the first event.
  await expect
    .poll(async () => {
      await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
      return pill.count();
    })
    .toBe(1);

  const loaded = page.waitForEvent("load");
  await pill.click();
  await loaded;
  // The reloaded page must show the queue before the next visit.
  await page.locator("[data-row]").waitFor();
  await gallery.visit(page, "scene=update-ready");
  await expect.poll(() => pill.count()).toBe(2);
  const [ready, busy] = await pill.all();
  expect(await ready?.getAttribute("aria-disabled")).toBeNull();
  expect(await busy?.getAttribute("aria-disabled")).toBe("true");
  expect(await busy?.getAttribute("title")).toMatch(/when no line has a call$/);
  await page.close();
});

test("[SH66] the person's menu opens the page about keeping the tab awake, which leads back to the desk", async () => {
  const page = await gallery.openAnother();
  await new StandInServer("screener", [aCall(1)]).standIn(page);
  await page.goto(`${gallery.url}2zz`);
  await page.locator("[data-row]").waitFor();

  await page.getByRole("button", { name: /your settings$/ }).click();
  await page.getByRole("menuitem", { name: "Keep this tab awake" }).click();

  await page.waitForURL(/\/help\/awake$/);
  const { host } = new URL(gallery.url);
  await page.getByRole("button", { name: "Back to the desk" }).waitFor();
  const words = await page.getByRole("main").textContent();
  for (const name of ["Chrome", "Edge", "Firefox", "Safari", host]) {
    expect(words).toContain(name);
  }
  expect(words).toContain(`TabDiscardingExceptions: ["${host}"]`);
  expect(words).toContain(`SleepingTabsBlockedForUrls: ["${host}"]`);
  await page.getByRole("button", { name: "Back to the desk" }).click();
  await page.locator("[data-row]").waitFor();
  await page.close();
});
