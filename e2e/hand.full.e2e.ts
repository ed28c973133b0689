import { expect, type Locator, type Page, test } from "@playwright/test";

import { ring, type SipListener, type Station, startStation } from "@linedesk/testkit";
import { openBrowser, openContext, type TestBrowser } from "./support/browser.ts";
import { answer, lineCard, newestPastCall, openDesk, queueRow } from "./support/desk.ts";
import {
  listenerHz,
  operatorHz,
  untilListenerReceives,
  untilListenerReceivesNo,
  untilMusic,
} from "./support/listen.ts";

const sam = { from: "+61491570156", shown: "0491 570 156" };
const kim = { from: "+61491570157", shown: "0491 570 157" };

/** A command runs at most every 300 ms, and a row ignores clicks in its first 300 ms. */
const KEY_PAUSE_MS = 350;

test.describe("the operator's actions", () => {
  let station: Station;
  let listeners: SipListener[];
  let desk: Page;

  test.beforeAll(async () => {
    station = await startStation({ from: "bundles" });
  });
  test.afterAll(async () => {
    await station?.close();
  });
  test.beforeEach(() => {
    listeners = [];
  });
  test.afterEach(async () => {
    for (const listener of listeners) {
      await listener.close();
    }
    await desk?.context().close();
  });

  async function rings(person: typeof sam, sends?: number): Promise<SipListener> {
    const exchange = { address: station.sip.host, port: station.sip.port };
    const sound = sends === undefined ? {} : { sends };
    const listener = await ring({ exchange, from: person.from, to: "+61255500101", ...sound });
    listeners.push(listener);
    await listener.answered;
    await queueRow(desk, person.shown).waitFor();
    return listener;
  }

  async function press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await desk.waitForTimeout(KEY_PAUSE_MS);
      await desk.keyboard.press(key);
    }
  }

  function panel(): Locator {
    return desk.getByRole("region", { name: "Caller", exact: true });
  }

  function point(): Locator {
    return panel().getByRole("textbox", { name: "Point" });
  }

  function announced(words: RegExp): Locator {
    return desk.locator("[aria-live=polite]").filter({ hasText: words });
  }

  test.describe("with a microphone that has sound", () => {
    let chromium: TestBrowser;

    test.beforeAll(async () => {
      chromium = await openBrowser({ microphoneHz: operatorHz });
    });
    test.afterAll(async () => {
      await chromium?.close();
    });
    test.beforeEach(async () => {
      desk = await openDesk(await openContext(chromium.browser), station, "Alice");
    });

    test("[PN6] [PN8] typed text stays with the caller who hangs up, and is saved", async () => {
      const listener = await rings(sam, listenerHz);
      await rings(kim, listenerHz);
      await press("F2");
      await untilListenerReceives(listener, operatorHz);
      await expect(panel()).toContainText(sam.shown);

      await point().focus();
      await desk.keyboard.type("rates, ");
      await listener.hangUp();
      await expect(panel().getByText("Hung up", { exact: true })).toBeVisible();
      await desk.keyboard.type("said 12 times? / ask a dog");

      await expect(point()).toBeFocused();
      await expect(point()).toHaveValue("rates, said 12 times? / ask a dog");
      await expect(desk.getByRole("dialog")).toHaveCount(0);
      await press("Enter");
      await expect(newestPastCall(desk)).toContainText("rates, said 12 times? / ask a dog");
      await expect(queueRow(desk, sam.shown).getByRole("button", { name: /^answer/i })).toHaveCount(
        0,
      );

      await press("F2");
      await expect(panel()).toContainText(kim.shown);
      await expect(point()).toHaveValue("");
    });

    test("[LN17] [LN18] [LN19] [AC14] [SN14] one of two lines is active, or both with Talk on both", async () => {
      const first = await rings(sam, listenerHz);
      const second = await rings(kim, listenerHz);
      await answer(desk, sam.shown);
      await untilListenerReceives(first, operatorHz);

      await queueRow(desk, kim.shown).focus();
      await press("Shift+A");
      await untilListenerReceives(second, operatorHz);
      await untilListenerReceivesNo(first, operatorHz);
      await untilMusic(first);
      await expect(lineCard(desk, 1).getByText(/^MOS/)).toHaveCount(0);
      await expect(announced(/^.+ is on hold/)).toHaveCount(1);
      await expect(desk.getByRole("region", { name: "Line 2, selected" })).toBeVisible();

      await lineCard(desk, 1).getByRole("button", { name: "Talk on both" }).click();
      await untilListenerReceives(first, operatorHz);
      await untilListenerReceives(second, operatorHz);
      await expect(desk.getByText("On both lines")).toHaveCount(2);

      await press("F8");
      await expect(announced(/Line 1 is muted/)).toHaveCount(1);
      await untilListenerReceivesNo(first, operatorHz);
      await untilListenerReceives(second, operatorHz);
      await lineCard(desk, 2).getByRole("button", { name: "Hold" }).click();
      await expect(desk.getByText("On both lines")).toHaveCount(0);
    });
  });
});
