import { type BrowserContext, expect, type Page, test } from "@playwright/test";

import { type Station, startStation } from "@linedesk/testkit";
import { callApi } from "./support/api.ts";
import { openBrowser, openContext, type TestBrowser } from "./support/browser.ts";
import { openDesk, untilReady } from "./support/desk.ts";
import { operatorHz } from "./support/listen.ts";
import { ScreenAudit } from "./support/screen-audit.ts";

test.describe("every screen", () => {
  // Four pictures of each state take longer than the usual time limit of a test.
  test.setTimeout(600_000);
  let station: Station;
  let chromium: TestBrowser;
  let audit: ScreenAudit;

  async function aContext(): Promise<BrowserContext> {
    const context = await openContext(chromium.browser);
    await audit.watch(context);
    return context;
  }
  /** Opens a desk that follows the system's theme. */
  async function aDesk(context: BrowserContext): Promise<Page> {
    const desk = await openDesk(context, station, "Alice");
    await callApi(desk, "/api/user/settings", { setting: "THEME", value: "system" });
    await desk.reload();
    await untilReady(desk);
    return desk;
  }

  test.beforeAll(async () => {
    station = await startStation({ from: "bundles" });
    chromium = await openBrowser({ microphoneHz: operatorHz });
  });
  test.beforeEach(() => {
    audit = new ScreenAudit();
  });
  test.afterAll(async () => {
    await chromium?.close();
    await station?.close();
  });

  test("[AX1] for sign-in, missing pages and the API has no fault", async () => {
    const page = await (await aContext()).newPage();
    await page.goto(station.url);
    await page.getByRole("button", { name: "Alice" }).waitFor();
    await audit.take(page, "sign-in-issuer");
    for (const [name, path] of [
      ["sign-in", "/api/auth/signin"],
      ["sign-in-required", "/api/auth/signin?error=SessionRequired&callbackUrl=%2F2zz"],
      ["sign-in-failed", "/api/auth/error?error=OAuthCallback"],
      ["sign-in-denied", "/api/auth/error?error=AccessDenied"],
      ["api-docs", "/api/docs"],
    ] as const) {
      await page.goto(`${station.url}${path}`);
      await audit.take(page, name);
    }

    const desk = await aDesk(page.context());
    await desk.goto(`${station.url}/nowhere`);
    await desk.getByText("Page not found").waitFor();
    await audit.take(desk, "not-found");

    expect(audit.faults).toEqual([]);
    await page.context().close();
  });

  test("[AX7] for sign-in fits 320 px", async () => {
    const page = await (await aContext()).newPage();
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(station.url);
    await page.getByRole("button", { name: "Alice" }).waitFor();
    const issuersPage = page.url();
    for (const path of [
      new URL(issuersPage).pathname,
      "/api/auth/signin",
      "/api/auth/signin?error=SessionRequired&callbackUrl=%2F2zz",
      "/api/auth/error?error=OAuthCallback",
    ]) {
      await page.goto(`${station.url}${path}`);
      await page.getByRole("heading").first().waitFor();
      const widths = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return { scrollWidth, clientWidth };
      });
      expect([path, widths.scrollWidth]).toEqual([path, widths.clientWidth]);
    }
    await page.context().close();
  });

  test("[AX1] for the telephone has no fault", async () => {
    const page = await (await aContext()).newPage();
    await page.goto(`${station.url}/phone`);
    await page.getByLabel("Call from").waitFor();
    await audit.take(page, "phone");

    await page.getByRole("button", { name: "Call", exact: true }).click();
    await page.getByText("Connected with the station").waitFor();
    await audit.take(page, "phone-in-call");

    await page.getByRole("button", { name: "Hang up" }).click();
    expect(audit.faults).toEqual([]);
    await page.context().close();
  });
});
