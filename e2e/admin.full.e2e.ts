import { expect, type Page, test } from "@playwright/test";

import {
  answerCalls,
  type AnsweringListener,
  ring,
  type SipListener,
  type Station,
  startStation,
} from "@linedesk/testkit";
import { readAdminSections } from "./support/admin-sections.ts";
import { callApi } from "./support/api.ts";
import { openBrowser, openContext, type TestBrowser } from "./support/browser.ts";
import { choose, openDesk, untilReady } from "./support/desk.ts";
import { ScreenAudit } from "./support/screen-audit.ts";

const PHONE_WIDTH = 390;

test.describe("the admin area", () => {
  let station: Station;
  let chromium: TestBrowser;
  let telephone: AnsweringListener;
  let owner: Page;
  let listener: SipListener | undefined;

  test.beforeAll(async () => {
    telephone = await answerCalls();
    const { address, port } = telephone.address;
    const env = { SIP_PEER: `${address}:${port}`, SIP_OPEN: "true" };
    station = await startStation({ from: "bundles", env });
    chromium = await openBrowser();
    owner = await openDesk(await openContext(chromium.browser), station, "Alice");
  });
  test.afterAll(async () => {
    await listener?.close();
    await chromium?.close();
    await station?.close();
    await telephone?.close();
  });

  async function openAdmin(page: Page, section: string): Promise<void> {
    await page.goto(new URL(`/2zz/admin/${section}`, station.url).href);
    await page.getByRole("heading", { level: 2 }).waitFor();
  }

  test("[AD1] [AX1] has every section without a fault in light and dark, and none is wider than a phone", async () => {
    const audit = new ScreenAudit();
    const context = await openContext(chromium.browser);
    await audit.watch(context);
    const page = await openDesk(context, station, "Alice");
    await callApi(page, "/api/user/settings", { setting: "THEME", value: "system" });
    await openAdmin(page, "board");
    for (const section of await readAdminSections(page)) {
      await openAdmin(page, section);
      await expect(page.getByText("Loading", { exact: true })).toHaveCount(0);
      await audit.take(page, `admin-${section}`, [{ width: 1280, height: 800 }]);
      await page.setViewportSize({ width: PHONE_WIDTH, height: 800 });
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth), section)
        .toBe(PHONE_WIDTH);
      await page.setViewportSize({ width: 1280, height: 800 });
    }
    expect(audit.faults).toEqual([]);
    await context.close();
  });

  test("[AD102] [AD103] [AD80] shows an admin masked numbers, unmasks one for an audited reason, and lists trunks without buttons", async () => {
    await openAdmin(owner, "privacy");
    const masking = owner.getByRole("form", { name: "Access to callers' numbers" });
    await masking.getByLabel("In full for").selectOption("Owners only");
    await owner.getByRole("button", { name: "Save 1 change" }).click();
    await expect(owner.getByText("Saved", { exact: true })).toBeVisible();

    const exchange = { address: station.sip.host, port: station.sip.port };
    listener = await ring({ exchange, from: "+61491570158", to: "+61255500101" });
    const erin = await openDesk(await openContext(chromium.browser), station, "Erin");
    await choose(erin, "Mia Rossi");
    const card = erin.getByRole("region", { name: "Caller", exact: true });
    await expect(card.getByText(/•+.*158/)).toBeVisible();
    await card.getByRole("button", { name: "Show number" }).click();
    await erin.getByLabel("Reason", { exact: true }).selectOption("A complaint");
    await erin.getByLabel("Details", { exact: true }).fill("letter of 3 March");
    await erin.getByRole("button", { name: "Show it" }).click();
    await expect(card.getByText("0491 570 158")).toBeVisible();

    await openAdmin(erin, "telephony");
    await expect(erin.getByRole("heading", { name: "Trunks" })).toBeVisible();
    await expect(erin.getByRole("button", { name: "Add a trunk" })).toHaveCount(0);
    await openAdmin(owner, "audit");
    await owner.getByLabel("Action", { exact: true }).fill("number shown");
    await owner.getByRole("button", { name: "Search" }).click();
    const entry = owner.getByRole("row", { name: /Erin.*number shown.*Mia Rossi/ });
    await expect(entry).toBeVisible();
    await entry.locator("summary").click();
    await expect(entry.getByText("letter of 3 March")).toBeVisible();
    await owner.goto(new URL("/2zz", station.url).href);
    await untilReady(owner);
  });
});
