import { expect, type Locator, type Page, test } from "@playwright/test";

import { ring, type SipListener, type Station, startStation } from "@linedesk/testkit";
import { openBrowser, openContext, type TestBrowser } from "./support/browser.ts";
import { lineCard, openDesk, queueRow, untilReady } from "./support/desk.ts";
import { listenerHz, operatorHz, untilListenerReceives } from "./support/listen.ts";

const sam = { from: "+61491570156", shown: "0491 570 156" };
const kim = { from: "+61491570157", shown: "0491 570 157" };

/** A command runs at most every 300 ms, and a row ignores clicks in its first 300 ms. */
const KEY_PAUSE_MS = 350;

test.describe("the keys of the desk", () => {
  let station: Station;
  let chromium: TestBrowser;
  let desk: Page;
  let listeners: SipListener[];

  test.beforeAll(async () => {
    station = await startStation({ from: "bundles" });
    chromium = await openBrowser({ microphoneHz: operatorHz });
  });
  test.afterAll(async () => {
    await chromium?.close();
    await station?.close();
  });
  test.beforeEach(async () => {
    listeners = [];
    desk = await openDesk(await openContext(chromium.browser), station, "Alice");
  });
  test.afterEach(async () => {
    for (const listener of listeners) {
      await listener.close();
    }
    await desk?.context().close();
  });

  async function rings(person: typeof sam): Promise<SipListener> {
    const exchange = { address: station.sip.host, port: station.sip.port };
    const call = { exchange, from: person.from, to: "+61255500101", sends: listenerHz };
    const listener = await ring(call);
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

  function dialButton(key: string): Locator {
    const bar = desk.getByRole("contentinfo");
    return bar
      .getByRole("button", { name: /^Dial/ })
      .and(desk.locator(`[aria-keyshortcuts="${key}"]`));
  }

  function nameField(): Locator {
    return desk.getByRole("textbox", { name: "Name" });
  }

  test("[KY1] [QL12] move in the queue, open a caller, answer on either line and reject", async () => {
    const [first, second] = [await rings(sam), await rings(kim)];
    const third = await rings({ from: "+61491570158", shown: "0491 570 158" });
    const rows = [sam, kim].map(({ shown }) => queueRow(desk, shown));
    await desk.locator("[data-row][tabindex='0']").focus();
    await expect(rows[0] as Locator).toBeFocused();
    for (const [key, at] of [
      ["ArrowDown", 1],
      ["ArrowUp", 0],
      ["j", 1],
      ["k", 0],
    ] as const) {
      await press(key);
      await expect(rows[at] as Locator).toBeFocused();
    }

    await press("Enter");
    await expect(nameField()).toBeFocused();
    await rows[0]?.focus();
    await press("a");
    await untilListenerReceives(first, operatorHz);
    await expect(lineCard(desk, 1).getByText("On line 1")).toBeVisible();
    // The focus was in the queue and the caller has a name, so the panel itself has the focus.
    await expect(desk.getByRole("region", { name: "Caller", exact: true })).toBeFocused();

    await rows[1]?.focus();
    await press("Shift+A");
    await untilListenerReceives(second, operatorHz);
    await expect(lineCard(desk, 2).getByText("On line 2")).toBeVisible();
    await queueRow(desk, "0491 570 158").focus();
    await press("Delete", "Delete");
    expect(await third.ended).toMatchObject({ by: "exchange" });
  });

  test("[KY15] [KY35] [PN25] change in the settings, and stay changed", async () => {
    await press("s");
    const settings = desk.getByRole("region", { name: "Settings" });
    await expect(settings.locator(":focus")).toHaveCount(1);
    // The page takes an Enter in the first 0.1 s as typed ahead of a text field; Tab ends this.
    await press("Tab");
    await settings.getByRole("button", { name: "Change the keys" }).press("Enter");
    const queue = desk.getByRole("region", { name: /^Queue/ });
    const [left, right] = [await queue.boundingBox(), await settings.boundingBox()];
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0);
    await expect(desk.locator("[data-covers]")).toHaveCount(0);

    const dial = settings.getByRole("button", { name: /^Dial: / });
    await dial.press("Enter");
    await press("F5");
    await expect(settings.getByText("The browser uses F5. Choose another key.")).toBeVisible();
    await dial.press("Enter");
    await press("F4");
    await expect(settings.getByText(/^F4 is the key of “Hold or resume/)).toBeVisible();
    await settings.getByRole("button", { name: "Keep it" }).press("Enter");
    await dial.press("Enter");
    const saved = desk.waitForResponse(/user\/settings/);
    await press("y");
    expect((await saved).status()).toBe(200);
    await expect(settings.getByRole("button", { name: "Dial: Y" })).toBeVisible();
    await press("Escape");
    await expect(settings).toHaveCount(0);

    await desk.reload();
    await expect(dialButton("Y")).toBeVisible();
    await press("y");
    await expect(desk.getByRole("region", { name: "Dial" })).toBeVisible();
    await press("Escape", "s");
    await expect(settings.locator(":focus")).toHaveCount(1);
    await press("Tab");
    await settings.getByRole("button", { name: "Reset all keys" }).press("Enter");
    await expect(dialButton("D")).toBeVisible();
  });

  test("[KY10] [KY39] [KY40] [PN25] open the palette, which runs a command, opens a caller and ends a call on the second press", async () => {
    const listener = await rings(sam);
    await desk.getByRole("button", { name: "Select line 2" }).focus();
    await press("Control+k");
    const palette = desk.getByRole("combobox", { name: "Find a command, a panel or a caller" });
    await expect(palette).toBeFocused();
    await desk.keyboard.type("take next");
    await expect(desk.getByRole("option", { name: /Take next/ })).toContainText("F2");
    await press("Enter");
    await expect(palette).toHaveCount(0);
    await untilListenerReceives(listener, operatorHz);
    // The command of F2 takes the focus from the button to which the palette has returned the
    // focus.
    await expect(desk.getByRole("button", { name: "Select line 2" })).not.toBeFocused();

    await rings(kim);
    await press("Control+k");
    await desk.keyboard.type("0491570157");
    await press("Enter");
    await expect(desk.getByRole("region", { name: "Caller" })).toContainText(kim.shown);

    await press("Control+k");
    await desk.keyboard.type("joan mer");
    await desk.getByRole("option", { name: /Joan Mercer/ }).click();
    const dial = desk.getByRole("region", { name: "Dial" });
    await expect(dial.getByRole("combobox", { name: "To" })).toHaveValue("02 5550 2210");
    await dial.getByRole("button", { name: "Close" }).click();

    await press("Control+k");
    // One task of the page types faster than a person, so the list is not drawn between the
    // letters.
    await palette.evaluate((field) => {
      Reflect.set(HTMLInputElement.prototype, "value", "settings", field);
      field.dispatchEvent(new Event("input", { bubbles: true }));
      field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    });
    const settings = desk.getByRole("region", { name: "Settings" });
    await settings.getByRole("button", { name: "Close" }).click();

    await press("Control+k");
    await desk.keyboard.type("end the call");
    await desk.keyboard.press("Enter");
    await expect(desk.getByText("Press Enter again")).toBeVisible();
    expect(listener.status).toBe("talking");
    await desk.keyboard.press("Enter");
    expect(await listener.ended).toMatchObject({ by: "exchange" });
  });

  /** Presses Tab until the target has the focus, as a person without a mouse does. */
  async function tabTo(page: Page, target: Locator): Promise<void> {
    await target.waitFor();
    for (let stops = 0; stops < 40; stops += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) {
        return;
      }
      await page.keyboard.press("Tab");
    }
    throw new Error("Tab does not reach the target");
  }

  test("[KY11] [KY22] sign in, answer, note, hold, resume, verify, next, end and undo without a mouse", async () => {
    // The desk is left first, because a desk with an ended session goes to sign-in by itself.
    await desk.goto("about:blank");
    await desk.context().clearCookies();
    await desk.goto(new URL("/2zz", station.url).href);
    await tabTo(desk, desk.getByRole("button", { name: "Alice" }));
    await desk.keyboard.press("Enter");
    await untilReady(desk);
    const listener = await rings(sam);

    await press("F2");
    await untilListenerReceives(listener, operatorHz);
    await tabTo(desk, desk.getByRole("textbox", { name: "Point" }));
    await desk.keyboard.type("bus lanes");
    await press("Enter", "Escape");
    await expect(queueRow(desk, sam.shown)).toContainText("bus lanes");
    await press("F4");
    await expect(lineCard(desk, 1).getByRole("button", { name: /^resume/i })).toBeVisible();
    await press("F4");
    await expect(lineCard(desk, 1).getByRole("button", { name: /^hold/i })).toBeVisible();
    await press("v");
    await expect(lineCard(desk, 1).getByText("No call")).toBeVisible();
    await queueRow(desk, sam.shown).waitFor();
    await desk.keyboard.press("/");
    await press("Enter", "n");
    await expect(queueRow(desk, sam.shown)).toHaveAttribute("data-tone", "next");
    await press("F2");
    await untilListenerReceives(listener, operatorHz);
    // One task of the page presses twice, so that a stop of the machine cannot separate the
    // presses.
    await desk.evaluate(() => {
      for (const type of ["keydown", "keyup", "keydown", "keyup"]) {
        document.body.dispatchEvent(new KeyboardEvent(type, { key: "F9", bubbles: true }));
      }
    });
    await expect(desk.getByText(/^Ended /).first()).toBeVisible();
    await press("z");
    await expect(desk.getByText(/^Ended /)).toHaveCount(0);
    await untilListenerReceives(listener, operatorHz);
    expect(listener.status).toBe("talking");
  });
});
