import { expect, type Page, test } from "@playwright/test";

import { ring, type SipListener, type Station, startStation } from "@linedesk/testkit";
import { openWholeBrowser, openContext, type TestBrowser } from "./support/browser.ts";
import { answer, lineCard, newestPastCall, openDesk, pressEnd, queueRow } from "./support/desk.ts";
import {
  listenerHz,
  operatorHz,
  untilBrowserReceives,
  untilBrowserReceivesNo,
  untilListenerReceives,
  untilListenerReceivesFor,
  untilListenerReceivesNo,
  untilMusic,
} from "./support/listen.ts";

const mainLine = "+61255500101";
const sam = { from: "+61491570156", shown: "0491 570 156" };

test.describe("a listener's call", () => {
  let station: Station;
  let chromium: TestBrowser;
  let desk: Page;
  let listener: SipListener;

  test.beforeAll(async () => {
    station = await startStation({ from: "bundles" });
    chromium = await openWholeBrowser({ microphoneHz: operatorHz });
  });
  test.afterAll(async () => {
    await chromium?.close();
    await station?.close();
  });
  test.beforeEach(async () => {
    desk = await openDesk(await openContext(chromium.browser), station, "Alice");
    const exchange = { address: station.sip.host, port: station.sip.port };
    listener = await ring({ exchange, from: sam.from, to: mainLine, sends: listenerHz });
    await listener.answered;
  });
  test.afterEach(async () => {
    await listener?.close();
    await desk?.context().close();
  });

  test("[SR23] [DS10] [DS11] waits, is answered with sound in both directions, held, resumed, muted and hung up by the operator", async () => {
    await untilMusic(listener);
    await answer(desk, sam.shown);
    await expect(lineCard(desk, 1).getByText("On line 1")).toBeVisible();
    await untilListenerReceives(listener, operatorHz);
    await untilBrowserReceives(desk, listenerHz);

    await lineCard(desk, 1).getByRole("button", { name: /^hold/i }).click();
    await expect(lineCard(desk, 1).getByText("Hold", { exact: true }).first()).toBeVisible();
    await untilListenerReceivesNo(listener, operatorHz);
    await untilMusic(listener);
    await untilBrowserReceivesNo(desk, listenerHz);

    await lineCard(desk, 1)
      .getByRole("button", { name: /^resume/i })
      .click();
    await untilListenerReceives(listener, operatorHz);
    await untilBrowserReceives(desk, listenerHz);

    await lineCard(desk, 1).getByRole("button", { name: /^mute/i }).click();
    await untilListenerReceivesNo(listener, operatorHz);
    await untilBrowserReceives(desk, listenerHz);
    await lineCard(desk, 1)
      .getByRole("button", { name: /muted$/i })
      .click();
    await untilListenerReceives(listener, operatorHz);

    await pressEnd(desk);
    expect(await listener.ended).toMatchObject({ by: "exchange" });
    await expect(lineCard(desk, 1).getByText("No call")).toBeVisible();
    await expect(newestPastCall(desk)).toContainText(/talked with Alice.*operator hung up/i);
  });

  test("[CA1] is hung up by the listener, and the history has its duration and outcome", async () => {
    await answer(desk, sam.shown);
    await untilListenerReceives(listener, operatorHz);
    // The history counts whole seconds.
    await untilListenerReceivesFor(listener, 1_500);

    await listener.hangUp();

    await expect(lineCard(desk, 1).getByText("No call")).toBeVisible();
    await expect(queueRow(desk, sam.shown).getByRole("button", { name: /^answer/i })).toHaveCount(
      0,
    );
    const past = newestPastCall(desk);
    await expect(past).toContainText(/talked with Alice/);
    await expect(past).toContainText(/caller hung up/i);
    await expect(past).toContainText(/\d+:\d\d/);
  });

  test("[SH11] stays on its line, with hold and end, when another station is opened", async () => {
    await answer(desk, sam.shown);
    await untilListenerReceives(listener, operatorHz);

    await desk.getByRole("button", { name: /^station:/i }).click();
    await desk
      .getByRole("menuitemradio", { name: /3YY/ })
      .or(desk.getByRole("menuitem", { name: /3YY/ }))
      .first()
      .click();
    await expect(desk).toHaveURL(/\/3yy/);

    await expect(lineCard(desk, 1).getByText("On line 1")).toBeVisible();
    await untilListenerReceives(listener, operatorHz);
    await lineCard(desk, 1).getByRole("button", { name: /^hold/i }).click();
    await untilListenerReceivesNo(listener, operatorHz);
    await expect(lineCard(desk, 1).getByRole("button", { name: /^resume/i })).toBeVisible();
    await pressEnd(desk);
    expect(await listener.ended).toMatchObject({ by: "exchange" });
    await expect(lineCard(desk, 1).getByText("No call")).toBeVisible();

    // Opening a page does not change the selected station.
    await desk.goto(station.url);
    await expect(desk).toHaveURL(/\/2zz/);
  });

  test("[SH72] [SH84] continues with its sound while the operator reads the manual", async () => {
    await answer(desk, sam.shown);
    await untilListenerReceives(listener, operatorHz);

    await desk.getByRole("button", { name: /your settings$/ }).click();
    await desk.getByRole("menuitem", { name: "Help", exact: true }).click();
    await expect(desk.getByRole("heading", { level: 1, name: "Manual" })).toBeVisible();
    await untilListenerReceives(listener, operatorHz);
    await untilBrowserReceives(desk, listenerHz);
    const own = desk.getByRole("region", { name: "On line 1" });
    await expect(own).toContainText("Priya Nair");
    await desk.keyboard.press("F8");
    await untilListenerReceivesNo(listener, operatorHz);
    await own.getByRole("button", { name: "Muted" }).click();
    await untilListenerReceives(listener, operatorHz);
    await own.getByRole("button", { name: "To the desk" }).click();

    await expect(lineCard(desk, 1).getByText("On line 1")).toBeVisible();
    await untilListenerReceives(listener, operatorHz);
    await pressEnd(desk);
    expect(await listener.ended).toMatchObject({ by: "exchange" });
  });
});
