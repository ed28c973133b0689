import { expect, type Page, test } from "@playwright/test";

import { ring, type SipListener, type Station, startStation } from "@linedesk/testkit";
import { openBrowser, openContext, type TestBrowser } from "./support/browser.ts";
import { answer, lineCard, openDesk } from "./support/desk.ts";
import {
  untilBrowserReceives,
  untilListenerReceives,
  untilListenerReceivesNo,
  untilMusic,
} from "./support/listen.ts";

const sam = { from: "+61491570156", name: "Priya Nair", hz: 440 };
const kim = { from: "+61491570157", name: "Tom Walsh", hz: 1_600 };
const operatorHz = 2_600;

test.describe("a crash of the exchange with a caller on the line and one in the queue", () => {
  let station: Station;
  let chromium: TestBrowser;
  let desk: Page;
  const listeners: SipListener[] = [];

  test.beforeAll(async () => {
    station = await startStation({ from: "bundles" });
    chromium = await openBrowser({ microphoneHz: operatorHz });
    desk = await openDesk(await openContext(chromium.browser), station, "Alice");
  });
  test.afterAll(async () => {
    await Promise.all(listeners.map((listener) => listener.close()));
    await chromium?.close();
    await station?.close();
  });

  async function rings({ from, hz }: typeof sam): Promise<SipListener> {
    const exchange = { address: station.sip.host, port: station.sip.port };
    const listener = await ring({ exchange, from, to: "+61255500101", sends: hz });
    listeners.push(listener);
    await listener.answered;
    return listener;
  }

  test("[CN26] [CA53] [XR273] leaves the waiting caller on music, and connects the operator to the same caller again", async () => {
    const screened = await rings(sam);
    await answer(desk, sam.name);
    await untilListenerReceives(screened, operatorHz);
    const waiting = await rings(kim);
    await untilMusic(waiting);

    const killed = await station.kill("exchange");
    await untilListenerReceivesNo(screened, operatorHz);

    await untilListenerReceives(screened, operatorHz);
    await untilBrowserReceives(desk, sam.hz);
    await untilMusic(waiting);
    await station.untilBack("exchange", killed);
    await expect(lineCard(desk, 1).getByText("On line 1")).toBeVisible();
    expect([screened.status, waiting.status]).toEqual(["talking", "talking"]);
  });
});
