import { readFile } from "node:fs/promises";

import { expect, type Page, test } from "@playwright/test";
import { Client } from "pg";

import { ring, type SipListener, type Station, startStation } from "@linedesk/testkit";
import { openBrowser, openContext, type TestBrowser } from "./support/browser.ts";
import {
  answer,
  chooseFromRowMenu,
  lineCard,
  openDesk,
  queueRow,
  untilReady,
} from "./support/desk.ts";
import {
  listenerHz,
  operatorHz,
  untilBrowserReceives,
  untilListenerReceives,
} from "./support/listen.ts";

const shown = "0491 570 157";

test.describe("with two operators,", () => {
  let station: Station;
  let chromium: TestBrowser;
  let desks: [Page, Page];
  let listener: SipListener;

  test.beforeAll(async () => {
    station = await startStation({ from: "bundles" });
    chromium = await openBrowser({ microphoneHz: operatorHz });
    async function open(person: "Alice" | "Bob"): Promise<Page> {
      return openDesk(await openContext(chromium.browser), station, person);
    }
    desks = [await open("Alice"), await open("Bob")];
  });
  test.afterAll(async () => {
    await listener?.close();
    await chromium?.close();
    await station?.close();
  });

  test("[CN1] [CN20] [CN21] [RT2] [SH30] [SN7] [PN17] one person in two tabs has one desk, which colleagues see", async () => {
    const [first, bob] = desks;
    const seats = bob.getByRole("list", { name: "Seats" });
    await expect(seats.getByRole("listitem")).toHaveCount(2);
    const exchange = { address: station.sip.host, port: station.sip.port };
    const call = { exchange, from: "+61491570157", to: "+61255500101", sends: listenerHz };
    listener = await ring(call);
    await answer(first, shown);
    await untilListenerReceives(listener, operatorHz);
    await expect(seats.getByText(/^Alice.*Line 1: .+\. Line 2 is free/)).toBeAttached();

    const second = await first.context().newPage();
    await second.addInitScript(rememberBadge);
    await second.goto(new URL("/2zz", station.url).href);
    await expect(second.getByText("Your desk is open in another tab")).toBeVisible();
    await expect(queueRow(second, shown)).toContainText("On line 1");
    await expect(second.getByText(/is on the line there, and will hear music/)).toBeVisible();
    const waiting = await ring({ ...call, from: "+61491570110" });
    const waitingNumber = "0491 570 110";
    await expect(queueRow(second, waitingNumber)).toContainText("Ringing");
    await expect(
      queueRow(second, waitingNumber).getByRole("button", { name: /answer/i }),
    ).toHaveCount(0);
    await second.keyboard.press("F2");
    await expect(second.getByRole("button", { name: /^Take next/ })).toHaveAccessibleDescription(
      /other tab has the lines/,
    );
    await expect(second).toHaveTitle(/^\(1\) Ringing/);

    await second.getByRole("button", { name: "Take over here" }).click();
    await expect(first.getByText("Your desk is open in another tab")).toBeVisible();
    await expect(lineCard(second, 1).getByText("On line 1")).toBeVisible();
    await untilListenerReceives(listener, operatorHz);
    await untilBrowserReceives(second, listenerHz);
    await expect(queueRow(second, waitingNumber)).toContainText("Ringing");

    const picture = second.locator("link[rel=icon]");
    expect(await second.evaluate(readBadge)).toBe(1);
    await expect(picture).toHaveAttribute("href", /^data:image\/svg/);
    await second.keyboard.press("s");
    const settings = second.getByRole("region", { name: "Settings" });
    await settings.getByRole("switch", { name: "Number in the title of the tab" }).click();
    await settings.getByRole("switch", { name: /^Number on the icon/ }).click();
    await second.keyboard.press("Escape");
    await expect(second).toHaveTitle("2ZZ console");
    await expect(picture).toHaveAttribute("href", "/favicon.svg");
    expect(await second.evaluate(readBadge)).toBe(0);

    const dialogType = new Promise<string>((resolve) => {
      second.once("dialog", (dialog) => {
        resolve(dialog.type());
        void dialog.dismiss();
      });
    });
    await second.close({ runBeforeUnload: true });
    expect(await dialogType).toBe("beforeunload");
    await untilBrowserReceives(second, listenerHz);

    await lineCard(second, 1).getByRole("button", { name: "Timeline of this call" }).click();
    const timeline = second.getByRole("region", { name: "Timeline" });
    await expect(timeline.getByText("Alice answers on line 1").first()).toBeVisible();
    await expect(timeline.getByText("Alice has left, line 1")).toBeVisible();
    const download = second.waitForEvent("download");
    await timeline.getByRole("button", { name: "Save as text" }).click();
    const text = await readFile(await (await download).path(), "utf8");
    expect(text).toMatch(/^Timeline of the call of .+\n\n\d\d:\d\d:\d\d\.\d{3} {2}rings\n/);
    await timeline.getByRole("button", { name: "Close" }).click();
    await second
      .getByRole("button", { name: /^Timeline of the call of/ })
      .first()
      .click();
    // In a repeated run the station has only earlier calls, for which no events are stored.
    await expect(
      timeline.getByText(/^ended: caller hung up|^No events of this call/).first(),
    ).toBeVisible();
    await chooseFromRowMenu(bob, waitingNumber, "Timeline");
    await expect(
      bob.getByRole("region", { name: "Timeline" }).getByText("rings", { exact: true }),
    ).toBeVisible();
    await expect(bob.getByRole("button", { name: "Save as text" })).toHaveCount(0);

    await listener.hangUp();
    await expect(lineCard(second, 1).getByText("No call")).toBeVisible();
    await leaveFor(second, "/nowhere/else");
    const bar = second.getByRole("region", { name: "Incoming call" });
    await expect(bar).toContainText(waitingNumber);
    await expect(bar).toContainText("2ZZ");
    expect(await second.evaluate(() => document.activeElement?.closest("section"))).toBeNull();
    await expect(bar.getByRole("button")).toHaveText(["Answer on 1", "Answer on 2", "Reject"]);
    await bar.getByRole("button", { name: "Answer on 2" }).click();
    await expect(lineCard(second, 2).getByText("On line 2")).toBeVisible();
    await expect(bar).toHaveCount(0);
    await untilListenerReceives(waiting, operatorHz);
    await waiting.hangUp();
    await expect(lineCard(second, 2).getByText("No call")).toBeVisible();

    await second.close();
    await untilReady(first);
  });

  test("[CN2] [CN13] [CN21] [CN22] [SH28] colleagues see a frozen tab as asleep; when it continues, it shows the present state and a summary of what it missed", async () => {
    const [alice, bob] = desks;
    const seats = bob.getByRole("list", { name: "Seats" });
    const exchange = { address: station.sip.host, port: station.sip.port };
    const call = { exchange, to: "+61255500101", sends: listenerHz };
    listener = await ring({ ...call, from: "+61491570157" });
    await expect(queueRow(alice, shown)).toBeVisible();
    const browser = await alice.context().newCDPSession(alice);
    await browser.send("Debugger.enable");
    const paused = new Promise((resolve) => void browser.once("Debugger.paused", resolve));

    await browser.send("Debugger.pause");
    await paused;
    await ageHeartbeats(station);
    await expect(seats.getByText(/^Alice.*asleep/)).toBeAttached();
    await listener.hangUp();
    listener = await ring({ ...call, from: "+61491570110" });
    await expect(queueRow(bob, shown)).toHaveCount(0);
    // The page detects a clock jump of more than 5 s, so this wait is longer.
    await bob.waitForTimeout(6_000);
    await browser.send("Debugger.resume");

    await expect(queueRow(alice, "0491 570 110")).toBeVisible();
    await expect(alice.getByText(/^While you were away: 1 new call, .+ hung up$/)).toBeVisible();
    await expect(alice.getByText("Live", { exact: true })).toBeVisible();
    await expect(seats.getByText(/^Alice.*asleep/)).toHaveCount(0);

    await answer(alice, "0491 570 110");
    await untilListenerReceives(listener, operatorHz);
    const dialogs: string[] = [];
    alice.on("dialog", (dialog) => {
      dialogs.push(dialog.type());
      void dialog.accept();
    });
    await alice.getByRole("button", { name: /, your settings$/ }).click();
    await alice.getByRole("menuitem", { name: "Sign out" }).click();
    await alice.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
    await alice.waitForURL((url) => url.pathname !== "/2zz");
    expect(dialogs).toEqual([]);
    await expect(queueRow(bob, "0491 570 110")).toContainText("Unattended");
  });
});

/** Records the badge's value in the page, because a page that is not installed shows no badge. */
function rememberBadge(): void {
  const page = globalThis as unknown as { badge: number; navigator: Navigator };
  page.navigator.setAppBadge = (count = 0) => {
    page.badge = count;
    return Promise.resolve();
  };
}

function readBadge(): number {
  return (globalThis as unknown as { badge: number }).badge;
}

/** Navigates as a link within the console does, without a reload. */
async function leaveFor(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, "", to);
    dispatchEvent(new PopStateEvent("popstate", { state: {} }));
  }, path);
}

/** Makes the last heartbeats older than the limit of a seat, as if that time had passed. */
async function ageHeartbeats(station: Station): Promise<void> {
  const database = new Client({ connectionString: station.databaseUrl });
  await database.connect();
  try {
    await database.query("update seat set beat_at = now() - interval '26 s' where not asleep");
  } finally {
    await database.end();
  }
}
