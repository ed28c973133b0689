import { expect, type Page, test } from "@playwright/test";

import { ring, type SipListener, type Station, startStation } from "@linedesk/testkit";
import { callApi, myStations } from "./support/api.ts";
import { openBrowser, openContext, type TestBrowser } from "./support/browser.ts";
import { answer, lineCard, openDesk, queueRow } from "./support/desk.ts";
import {
  listenerHz,
  longestSilenceMs,
  operatorHz,
  untilListenerReceives,
  untilListenerReceivesFor,
  untilListenerReceivesNo,
} from "./support/listen.ts";

const sam = { from: "+61491570156", shown: "0491 570 156" };
const kim = { from: "+61491570157", shown: "0491 570 157" };
const mia = { from: "+61491570158", shown: "0491 570 158" };

/** A command runs at most every 300 ms. */
const KEY_PAUSE_MS = 350;

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
    await expect(lineCard(desk, 2)).toContainText("Next goes to air");
    await expect(lineCard(desk, 2)).toHaveAttribute("data-to-air", "true");
    await expect(desk.getByRole("button", { name: /^Take next to air: / })).toBeVisible();
    await answer(desk, sam.shown);
    await untilListenerReceives(first, operatorHz);
    await expect(lineCard(desk, 2)).toHaveAttribute("data-tone", "on_air");

    await expect(lineCard(desk, 1)).toContainText("Private: not on air");

    const second = await rings(kim);
    await answer(desk, kim.shown);
    await expect(lineCard(desk, 2)).toContainText("is on air. End or hold that call first");
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
