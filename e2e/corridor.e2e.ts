import { expect, type Locator, type Page, test } from "@playwright/test";

import { ring, type SipListener, type Station, startStation } from "@linedesk/testkit";
import { openContext, openWholeBrowser, type TestBrowser } from "./support/browser.ts";
import { lineCard, openDesk, queueRow, untilClickable } from "./support/desk.ts";
import {
  listenerHz,
  operatorHz,
  untilBrowserReceives,
  untilListenerReceives,
  untilListenerReceivesNo,
  untilMusic,
} from "./support/listen.ts";

const mainLine = "+61255500101";
const sam = { from: "+61491570156", shown: "0491 570 156" };
const kim = { from: "+61491570157", shown: "0491 570 157" };

test.describe("a producer in the corridor, with a phone of 390 px", () => {
  let station: Station;
  let chromium: TestBrowser;
  let desk: Page;
  const listeners: SipListener[] = [];

  test.beforeAll(async () => {
    station = await startStation({ from: "bundles" });
    chromium = await openWholeBrowser({ microphoneHz: operatorHz });
  });
  test.afterAll(async () => {
    for (const listener of listeners) {
      await listener.close();
    }
    await chromium?.close();
    await station?.close();
  });

  async function rings(from: string): Promise<SipListener> {
    const exchange = { address: station.sip.host, port: station.sip.port };
    const listener = await ring({ exchange, from, to: mainLine, sends: listenerHz });
    listeners.push(listener);
    await listener.answered;
    return listener;
  }

  /** Presses a button with a finger until the press has ended the call. */
  async function longPressToEnd(button: Locator): Promise<void> {
    const { x, y, width, height } = (await button.boundingBox()) ?? {
      x: 0,
      y: 0,
      width: 0,
      height: 0,
    };
    const finger = await desk.context().newCDPSession(desk);
    const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
    await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
    await expect(desk.locator("[data-guard=pressed]")).toHaveCount(1);
    await expect(desk.locator("[data-guard=pressed]")).toHaveCount(0);
    await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  }

  test("[SH81] [SH82] [SH14] takes, mutes, holds and screens a call and chats by touch, and ends the call by a long press", async () => {
    const size = { width: 390, height: 844, touch: true };
    desk = await openDesk(await openContext(chromium.browser, size), station, "Alice");
    const line = lineCard(desk, 1);
    const first = await rings(sam.from);
    await untilClickable(desk, sam.shown);
    await queueRow(desk, sam.shown)
      .getByRole("button", { name: /^answer/i })
      .tap();

    // The call opens no tab: the queue stays in sight, and line 1 has large buttons.
    await untilListenerReceives(first, operatorHz);
    await untilBrowserReceives(desk, listenerHz);
    await expect(desk.getByRole("grid", { name: "Callers in the queue" })).toBeVisible();
    await line.getByRole("button", { name: /^mute/i }).tap();
    await untilListenerReceivesNo(first, operatorHz);
    await line.getByRole("button", { name: /muted$/i }).tap();
    await untilListenerReceives(first, operatorHz);
    await line.getByRole("button", { name: /^hold/i }).tap();
    await untilMusic(first);
    await line.getByRole("button", { name: /^resume/i }).tap();
    await untilListenerReceives(first, operatorHz);

    await desk.getByRole("tab", { name: "Caller" }).tap();
    const caller = desk.getByRole("region", { name: "Caller", exact: true });
    await caller.getByLabel("Name").fill("Sam Tran");
    await caller.getByLabel("Point").fill("council rates");
    await caller.getByLabel("Note").focus();
    await expect(line.getByRole("heading", { name: "Sam Tran" })).toBeVisible();
    await expect(line.getByText("council rates")).toBeVisible();

    await desk.getByRole("tab", { name: "Chat" }).tap();
    const chat = desk.getByRole("region", { name: "Chat" });
    await chat.getByRole("combobox", { name: "Message 2ZZ" }).fill("Sam after the news please");
    await chat.getByRole("button", { name: "Send" }).tap();
    await expect(chat.getByText("Sam after the news please")).toBeVisible();

    await desk.getByRole("tab", { name: /^Queue/ }).tap();
    const second = await rings(kim.from);
    await queueRow(desk, kim.shown).waitFor();
    await longPressToEnd(line.getByRole("button", { name: /^End/ }));
    expect(await first.ended).toMatchObject({ by: "exchange" });
    await expect(line.getByText("No call")).toBeVisible();

    // The button in the foot names and takes the next caller. A verified caller is in the queue again.
    const next = desk.getByRole("button", { name: /^Take next: / });
    await next.tap();
    await untilListenerReceives(second, operatorHz);
    await desk.getByRole("tab", { name: "Caller" }).tap();
    await caller.getByLabel("Point").fill("the bridge");
    await caller.getByRole("button", { name: /^Verify/ }).tap();
    await expect(next).toBeVisible();
    await untilMusic(second);
    const overflow = await desk.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
    await desk.context().close();
  });
});
