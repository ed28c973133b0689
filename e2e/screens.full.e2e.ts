import {
  type BrowserContext,
  expect,
  type Page,
  test,
  type WebSocketRoute,
} from "@playwright/test";

import { type Station, startStation } from "@linedesk/testkit";
import { callApi } from "./support/api.ts";
import { openBrowser, openContext, type TestBrowser } from "./support/browser.ts";
import {
  answer,
  choose,
  lineCard,
  openDesk,
  pressPanelButton,
  queueRow,
  untilReady,
} from "./support/desk.ts";
import { fillDesk, type FullDesk } from "./support/full-desk.ts";
import { listenerHz, operatorHz, untilBrowserReceives } from "./support/listen.ts";
import { ScreenAudit } from "./support/screen-audit.ts";
import { beOffered, endWithUndo, goOnAir } from "./support/show-states.ts";

/** All but those that are taken with the empty desk. */
const panelLabels = [
  "Dial",
  "Phone book",
  "Prizes",
  "Bulk reject",
  "Chat",
  "Callers",
  "Caller history",
  "Conference",
  "Contest",
  "Sound check",
  "Timeline",
];

test.describe("every screen", () => {
  // Four pictures of each state take longer than a story does.
  test.setTimeout(600_000);
  let station: Station;
  let chromium: TestBrowser;
  let audit: ScreenAudit;

  async function aContext(): Promise<BrowserContext> {
    const context = await openContext(chromium.browser);
    await audit.watch(context);
    return context;
  }
  /** A desk that shows the theme of the system. */
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

  test("[AX1] [SH13] of signing in, of nothing and of the API are in order", async () => {
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
    await desk.getByText("There is no page here").waitFor();
    await audit.take(desk, "not-found");

    expect(audit.faults).toEqual([]);
    await page.context().close();
  });

  test("[AX7] of signing in fit 320 px", async () => {
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

  test("[AX1] [SH13] of the telephone are in order", async () => {
    const page = await (await aContext()).newPage();
    await page.goto(`${station.url}/phone`);
    await page.getByLabel("Ring from").waitFor();
    await audit.take(page, "phone");

    await page.getByRole("button", { name: "Call", exact: true }).click();
    await page.getByText("Connected with the station").waitFor();
    await audit.take(page, "phone-in-call");

    await page.getByRole("button", { name: "Hang up" }).click();
    expect(audit.faults).toEqual([]);
    await page.context().close();
  });

  test("[AX1] [SH13] of the desk without calls are in order", async () => {
    const context = await aContext();
    const desk = await aDesk(context);
    await audit.take(desk, "desk-empty");
    await takeDialogs(desk);

    expect(audit.faults).toEqual([]);
    await context.close();
  });

  test("[SH8] the caller's panel is open where there is room, and is toggled or forced open at any width", async () => {
    const context = await aContext();
    const desk = await aDesk(context);
    const caller = desk.getByRole("region", { name: "Caller", exact: true });
    const toggle = desk.getByRole("button", { name: "Caller", exact: true });

    for (const [width, isOpen] of [
      [1440, true],
      [1000, false],
    ] as const) {
      await desk.setViewportSize({ width, height: 800 });
      await expect(caller).toHaveCount(isOpen ? 1 : 0);
    }
    await toggle.click();
    await expect(caller).toHaveCount(1);
    await toggle.click();
    await expect(caller).toHaveCount(0);
    await desk.keyboard.press("h");
    await expect(caller).toHaveCount(1);
    await desk.setViewportSize({ width: 1440, height: 800 });
    await toggle.click();
    await expect(caller).toHaveCount(0);
    // The same key counts again after a moment.
    await desk.waitForTimeout(350);
    await desk.keyboard.press("h");
    await expect(caller).toHaveCount(1);
    await context.close();
  });

  test("[AX1] [SH13] [CN5] [CN7] of the desk with calls are in order", async () => {
    const context = await aContext();
    const sockets = new Set<WebSocketRoute>();
    let isCut = false;
    await context.routeWebSocket(/\/app\//, (socket) => {
      if (isCut) {
        return void socket.close();
      }
      sockets.add(socket);
      socket.connectToServer();
    });
    const desk = await aDesk(context);
    const full = await fillDesk({ station, browser: chromium.browser, desk });
    await audit.take(desk, "desk-full");
    await takeCall(desk, full);
    // Axe looks at all of them in the gallery; their pictures take minutes.
    if (process.env["PICTURES"] === "1") {
      await takePanels(desk);
      await takeShow(desk, full);
    }

    await audit.whileDisconnected(async () => {
      isCut = true;
      for (const socket of sockets) {
        await socket.close();
      }
      await desk
        .getByText(/Reconnecting… attempt/)
        .last()
        .waitFor();
      await audit.take(desk, "desk-reconnecting");
      await context.setOffline(true);
      await desk
        .getByText(/You are offline/)
        .last()
        .waitFor();
      await audit.take(desk, "desk-offline");
      await context.setOffline(false);
      isCut = false;
      const back = desk.locator("[aria-live=polite]").filter({ hasText: /^Up to date$/ });
      await expect(back).toBeAttached({ timeout: 30_000 });
      await expect(desk.getByText("Live", { exact: true })).toBeVisible({ timeout: 30_000 });
    });

    await full.close();
    expect(audit.faults).toEqual([]);
    await context.close();
  });

  async function takeDialogs(desk: Page): Promise<void> {
    for (const [name, key, role, title] of [
      ["settings", "s", "region", "Settings"],
      ["commands", "Control+k", "region", "Commands"],
      ["shortcuts", "?", "dialog", "Keyboard shortcuts"],
    ] as const) {
      await desk.keyboard.press(key);
      await desk.getByRole(role, { name: title }).waitFor();
      await audit.take(desk, name);
      await desk.keyboard.press("Escape");
      await expect(desk.getByRole(role, { name: title })).toHaveCount(0);
    }
    await desk.getByRole("button", { name: /, your settings$/ }).click();
    await desk.getByRole("menuitem", { name: "Sign out" }).waitFor();
    await audit.take(desk, "menu-user");
    await desk.keyboard.press("Escape");
    await desk.getByRole("button", { name: "Each line" }).click();
    await audit.take(desk, "menu-lines");
    await desk.getByRole("menuitem", { name: "Close all lines of 2ZZ" }).click();
    await desk.getByRole("alertdialog").or(desk.getByRole("dialog")).waitFor();
    await audit.take(desk, "confirm-close-lines");
    await desk.getByRole("button", { name: "Close the lines" }).click();
    await desk.getByText("The lines are closed").waitFor();
    await audit.take(desk, "desk-closed");
    await desk.getByRole("button", { name: "Each line" }).click();
    await desk.getByRole("menuitem", { name: "Open all lines of 2ZZ" }).click();
    await desk.getByText("Nobody is waiting").first().waitFor();
  }

  async function takeCall(desk: Page, { mine, known }: FullDesk): Promise<void> {
    await choose(desk, known);
    await desk.getByRole("tabpanel", { name: "History" }).getByRole("listitem").first().waitFor();
    await audit.take(desk, "desk-caller-with-history");

    await answer(desk, mine);
    await untilBrowserReceives(desk, listenerHz);
    await audit.take(desk, "desk-on-a-call");
    await queueRow(desk, known).getByRole("button", { name: /^more/i }).click();
    await audit.take(desk, "menu-row");
    await desk.keyboard.press("Escape");
    await lineCard(desk, 1)
      .getByRole("button", { name: /^keypad/i })
      .click();
    await desk.getByRole("group", { name: "Keypad" }).waitFor();
    await audit.take(desk, "keypad");
    await desk.keyboard.press("Escape");

    await lineCard(desk, 1).getByRole("button", { name: /^hold/i }).click();
    await lineCard(desk, 1)
      .getByRole("button", { name: /^resume/i })
      .waitFor();
    await audit.take(desk, "desk-held");
  }

  /** Each panel beside a full queue: axe looks at each of them in the gallery. */
  async function takePanels(desk: Page): Promise<void> {
    for (const label of panelLabels) {
      await pressPanelButton(desk, label);
      const card = desk.getByRole("region", { name: label, exact: true });
      await card.waitFor();
      await audit.picture(desk, `panel-${label.toLowerCase().replaceAll(" ", "-")}`);
      await card.getByRole("button", { name: "Close", exact: true }).first().click();
      await expect(card).toHaveCount(0);
    }
  }

  /** As a desk looks while the show goes on. */
  async function takeShow(desk: Page, { priority, colleague }: FullDesk): Promise<void> {
    await goOnAir(desk, priority);
    await audit.take(desk, "desk-on-air");
    await endWithUndo(desk);
    await audit.picture(desk, "desk-undo");
    await expect(lineCard(desk, 1).getByText("No call")).toBeVisible();
    await beOffered(desk, colleague);
    await audit.picture(desk, "desk-offered");
    await colleague.keyboard.press("z");
    await lineCard(desk, 2).getByRole("button", { name: /^hold/i }).click();
  }
});
