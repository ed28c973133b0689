import { expect, type Locator, type Page, test } from "@playwright/test";

import { ring, type SipListener, type Station, startStation } from "@linedesk/testkit";
import { callApi, myStations } from "./support/api.ts";
import { openBrowser, openContext, type TestBrowser } from "./support/browser.ts";
import {
  answer,
  lineCard,
  openDesk,
  queueRow,
  untilClickable,
  untilReady,
} from "./support/desk.ts";
import {
  listenerHz,
  longestSilenceMs,
  operatorHz,
  untilBrowserReceives,
  untilBrowserReceivesNo,
  untilListenerReceives,
  untilListenerReceivesFor,
  untilListenerReceivesNo,
} from "./support/listen.ts";

const sam = { from: "+61491570156", shown: "0491 570 156" };
const kim = { from: "+61491570157", shown: "0491 570 157" };
const mia = { from: "+61491570158", shown: "0491 570 158" };

/** A command runs at most every 300 ms, so the test waits longer between two keys. */
const KEY_PAUSE_MS = 350;
/** The press of Drop air counts after 0.6 s. */
const LONG_PRESS_MS = 900;
/** A second press of dump mode counts after 2 s. */
const DUMP_PAUSE_MS = 2_100;

test.describe("a caller on air", () => {
  let station: Station;
  let chromium: TestBrowser;
  let desk: Page;
  const listeners: SipListener[] = [];

  test.beforeAll(async () => {
    station = await startStation({ from: "bundles" });
    chromium = await openBrowser({ microphoneHz: operatorHz });
  });
  test.afterAll(async () => {
    for (const listener of listeners) {
      await listener.close();
    }
    await chromium?.close();
    await station?.close();
  });

  async function rings(person: typeof sam): Promise<SipListener> {
    const exchange = { address: station.sip.host, port: station.sip.port };
    const to = "+61255500101";
    const listener = await ring({ exchange, from: person.from, to, sends: listenerHz });
    listeners.push(listener);
    await listener.answered;
    await queueRow(desk, person.shown).waitFor();
    return listener;
  }

  test("[LN94] [LN95] [DS97] stays on air without a gap when the operator takes the next caller on the other line", async () => {
    desk = await openDesk(await openContext(chromium.browser), station, "Alice");
    const [mine] = await myStations(desk);
    const feed = { station: mine?.id, line: "line2", feedsAir: true };
    expect((await callApi(desk, "/api/station/line_feed", feed)).ok()).toBe(true);
    const first = await rings(sam);
    await desk.keyboard.press("2");
    await expect(lineCard(desk, 2)).toContainText("Calls here go to air");
    await expect(lineCard(desk, 2)).toHaveAttribute("data-to-air", "true");
    await expect(desk.getByRole("button", { name: /^Take next to air: / })).toBeVisible();
    await answer(desk, sam.shown);
    await untilListenerReceives(first, operatorHz);
    await expect(lineCard(desk, 2)).toHaveAttribute("data-tone", "on_air");

    await expect(lineCard(desk, 1)).toContainText("Private: not on air");

    const second = await rings(kim);
    await answer(desk, kim.shown);
    await expect(lineCard(desk, 2)).toContainText(/First end or hold .*, who is on air/);
    await queueRow(desk, kim.shown).focus();
    await desk.keyboard.press("1");
    await expect(lineCard(desk, 1)).toHaveAttribute("data-selected", "true");
    await answer(desk, kim.shown);
    await expect(lineCard(desk, 1)).toContainText(kim.shown);
    await expect(lineCard(desk, 1)).toContainText("Private: not on air");
    await expect(desk.getByText("On both lines")).toHaveCount(0);
    await untilListenerReceivesFor(first, 2_000);

    await expect(lineCard(desk, 2)).toHaveAttribute("data-tone", "on_air");
    expect(first.toneAmplitude(operatorHz, 2_000)).toBeGreaterThan(0.02);
    expect(longestSilenceMs(first, 2_000)).toBeLessThan(100);
    await untilListenerReceivesNo(second, operatorHz);

    await expect(lineCard(desk, 1).getByRole("button", { name: /^Swap/ })).toHaveCount(0);
    await lineCard(desk, 2).getByRole("button", { name: /^Swap/ }).click();
    await expect(lineCard(desk, 2)).toContainText(kim.shown);
    await untilListenerReceives(second, operatorHz);
    await untilListenerReceivesNo(first, operatorHz);
    await expect(lineCard(desk, 1)).toContainText("Private: not on air");
    await desk.keyboard.press("Control+.");
    await expect(lineCard(desk, 2)).toContainText(sam.shown);
    await untilListenerReceives(first, operatorHz);
    await untilListenerReceivesNo(second, operatorHz);
    await expect(lineCard(desk, 2)).toHaveAttribute("data-tone", "on_air");

    await lineCard(desk, 2).getByRole("button", { name: "Hold", exact: true }).click();
    await untilListenerReceives(second, operatorHz);
    await untilListenerReceivesNo(first, operatorHz);

    const third = await rings(mia);
    await queueRow(desk, mia.shown).focus();
    await desk.keyboard.press("2");
    await expect(lineCard(desk, 2)).toHaveAttribute("data-selected", "true");
    await desk.keyboard.press("F4");
    await untilListenerReceives(first, operatorHz);
    await expect(lineCard(desk, 2)).toHaveAttribute("data-tone", "on_air");
    await desk.waitForTimeout(KEY_PAUSE_MS);
    await desk.keyboard.press("F4");
    await desk.keyboard.press("F2");
    await untilListenerReceives(third, operatorHz);
    await untilListenerReceivesNo(first, operatorHz);
    await expect(lineCard(desk, 2)).toContainText(mia.shown);
    await expect(lineCard(desk, 2)).toHaveAttribute("data-tone", "on_air");
  });
});

function readBackground(button: Locator): Promise<string> {
  return button.evaluate((element) => getComputedStyle(element).backgroundColor);
}

/** The names of two callers in the demonstration data. */
const [priya, tom] = ["Priya Nair", "Tom Walsh"];

test.describe("the presenter of the demo station", () => {
  let station: Station;
  let chromium: TestBrowser;
  let desk: Page;
  const listeners: SipListener[] = [];

  test.beforeAll(async () => {
    station = await startStation({ from: "bundles" });
    chromium = await openBrowser({ microphoneHz: operatorHz });
    desk = await openDesk(await openContext(chromium.browser), station, "Carla");
  });
  test.afterAll(async () => {
    await Promise.all(listeners.map((listener) => listener.close()));
    await chromium?.close();
    await station?.close();
  });

  async function rings({ from, shown }: typeof sam): Promise<SipListener> {
    const exchange = { address: station.sip.host, port: station.sip.port };
    const to = "+61255500101";
    const listener = await ring({ exchange, from, to, sends: listenerHz });
    listeners.push(listener);
    await listener.answered;
    await untilClickable(desk, shown);
    return listener;
  }

  function onAirCard(): Promise<void> {
    return expect(lineCard(desk, 2)).toHaveAttribute("data-tone", "on_air");
  }

  /** Keeps the keys of Drop air down for longer than 0.6 s. */
  async function pressDropLong(): Promise<void> {
    await desk.keyboard.down("Shift");
    await desk.keyboard.down("F9");
    await desk.waitForTimeout(LONG_PRESS_MS);
    await desk.keyboard.up("F9");
    await desk.keyboard.up("Shift");
  }

  async function takeToAir(person: typeof sam): Promise<SipListener> {
    const listener = await rings(person);
    await desk.keyboard.press("Alt+2");
    await desk.keyboard.press("F2");
    await untilListenerReceives(listener, operatorHz);
    await onAirCard();
    return listener;
  }

  test("[LN96] [LN99] [LN95] [LN97] [DS98] goes to air in the first minute, and in quick rounds by one press for each caller", async () => {
    await test.step("the empty desk shows how to go to air, and line 2 is the line to air", async () => {
      await expect(
        desk.getByText("To go to air: select line 2 with 2, then take the next caller with F2."),
      ).toBeVisible();
      await expect(lineCard(desk, 2)).toHaveAttribute("data-to-air", "true");
    });
    await test.step("without a caller the take button is grey on the line to air, and has the reason", async () => {
      await desk.keyboard.press("2");
      const next = desk.getByRole("button", { name: /^Take next/ });
      await next.hover();
      const grey = await readBackground(desk.getByRole("button", { name: "Drop air" }));
      await expect.poll(() => readBackground(next)).toBe(grey);
      const reason = await next.evaluate((button) => getComputedStyle(button, "::after").content);
      expect(reason).toContain("Nobody is waiting");
    });
    const first = await takeToAir(sam);
    await test.step("the caller who goes to air is announced, and F2 leaves the caller on air", async () => {
      await expect(desk.locator("[aria-live]").filter({ hasText: "goes to air" })).not.toHaveCount(
        0,
      );
      await rings(kim);
      await desk.keyboard.press("F2");
      await expect(lineCard(desk, 2)).toContainText(/First end or hold .*, who is on air/);
      await expect(lineCard(desk, 2)).toContainText(priya);
    });
    await test.step("without the station's permission there is no dump mode", async () => {
      await expect(desk.getByRole("button", { name: "Drop air" })).toBeVisible();
      await expect(desk.getByRole("button", { name: /Dump mode/ })).toHaveCount(0);
      const admin = await openDesk(await openContext(chromium.browser), station, "Erin");
      await admin.goto(new URL("/2zz/admin/station", station.url).href);
      await admin.getByRole("switch", { name: "Allow dump mode" }).click();
      await expect(admin.getByRole("switch", { name: "Allow dump mode" })).toBeChecked();
      await admin.context().close();
    });
    await test.step("one press ends the call on air and takes the next caller", async () => {
      await desk.getByRole("button", { name: "Dump mode" }).click();
      await expect(desk.getByRole("button", { name: "Dump mode on" })).toHaveAttribute(
        "aria-pressed",
        "true",
      );
      const words = `End ${priya}, take next to air: ${tom}`;
      await expect(desk.getByRole("button", { name: words })).toBeVisible();
      await desk.keyboard.press("Alt+1");
      await desk.keyboard.press("F10");
      await first.ended;
      await untilListenerReceives(listeners.at(-1) ?? first, operatorHz);
      await onAirCard();
      await expect(lineCard(desk, 2)).toContainText(tom);
    });
    await test.step("without a next caller nobody leaves air", async () => {
      await desk.waitForTimeout(DUMP_PAUSE_MS);
      await desk.keyboard.press("F10");
      await desk.keyboard.press("F2");
      const second = listeners.at(-1) ?? first;
      await untilListenerReceivesFor(second, 1_000);
      expect(second.toneAmplitude(operatorHz, 1_000)).toBeGreaterThan(0.02);
      await onAirCard();
      await pressDropLong();
      await second.ended;
    });
  });

  test("[LN98] drops the line to air, also while the server is away", async () => {
    await test.step("whichever line is selected, the caller's call ends", async () => {
      const onAir = await takeToAir(mia);
      await untilBrowserReceives(desk, listenerHz);
      await desk.keyboard.press("Alt+1");
      await desk.keyboard.press("Shift+F9");
      await desk.waitForTimeout(KEY_PAUSE_MS);
      await onAirCard();
      await pressDropLong();
      await untilBrowserReceivesNo(desk, listenerHz);
      await onAir.ended;
      await expect(
        desk.locator("[aria-live]").filter({ hasText: "All callers are off air" }),
      ).not.toHaveCount(0);
    });
    await test.step("a page without the desk stays in use when the call ends", async () => {
      const priya = { from: "+61491570159", shown: "0491 570 159" };
      const onAir = await takeToAir(priya);
      await desk.getByRole("button", { name: /your settings$/ }).click();
      await desk.getByRole("menuitem", { name: "Help", exact: true }).click();
      const own = desk.getByRole("region", { name: "On air, line 2" });
      await expect(own.getByRole("button", { name: "Mute" })).toBeVisible();
      await onAir.hangUp();
      await expect(own).toHaveCount(0);
      await desk.getByRole("link", { name: "Back to the desk" }).click();
      await expect(lineCard(desk, 2)).toContainText("Calls here go to air");
    });
    await test.step("without a connection the line is silent at once, and the call ends when the connection is back", async () => {
      const onAir = await takeToAir(sam);
      await untilBrowserReceives(desk, listenerHz);
      await desk.context().setOffline(true);
      await pressDropLong();
      await untilBrowserReceivesNo(desk, listenerHz);
      await expect(lineCard(desk, 2)).toContainText("The server gets the message when it is back");
      await desk.context().setOffline(false);
      await onAir.ended;
      await expect(lineCard(desk, 2)).toContainText("Calls here go to air");
    });
    await test.step("a crash of the server does not keep the caller on air", async () => {
      await desk.reload();
      await untilReady(desk);
      const onAir = await takeToAir(kim);
      await untilBrowserReceives(desk, listenerHz);
      const killed = await station.kill("server");
      await pressDropLong();
      await untilBrowserReceivesNo(desk, listenerHz);
      await station.untilBack("server", killed);
      await onAir.ended;
    });
  });
});
