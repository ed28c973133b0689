import { expect, type Locator, type Page, test } from "@playwright/test";

import { ring, type SipListener, type Station, startStation } from "@linedesk/testkit";
import { openBrowser, openContext, type TestBrowser } from "./support/browser.ts";
import { chooseFromRowMenu, lineCard, openDesk, queueRow } from "./support/desk.ts";

const sam = { from: "+61491570156", shown: "0491 570 156" };
const kim = { from: "+61491570157", shown: "0491 570 157" };

/** A command runs at most every 300 ms, and a row ignores keys in its first 300 ms. */
const KEY_PAUSE_MS = 350;

test.describe("with one caller on the line and another in the queue,", () => {
  let station: Station;
  let chromium: TestBrowser;
  let listeners: SipListener[];
  let desk: Page;

  test.beforeAll(async () => {
    station = await startStation({ from: "bundles" });
    chromium = await openBrowser();
    desk = await openDesk(await openContext(chromium.browser), station, "Alice");
    listeners = [];
    await rings(sam);
    await rings(kim);
    await press("F2");
    await expect(lineCard(desk, 1)).toContainText(sam.shown);
  });
  test.afterAll(async () => {
    for (const listener of listeners) {
      await listener.close();
    }
    await chromium?.close();
    await station?.close();
  });

  async function rings(person: typeof sam): Promise<void> {
    const exchange = { address: station.sip.host, port: station.sip.port };
    const listener = await ring({ exchange, from: person.from, to: "+61255500101" });
    listeners.push(listener);
    await listener.answered;
    await queueRow(desk, person.shown).waitFor();
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

  function lockMark(person: typeof sam): Locator {
    return queueRow(desk, person.shown).getByText("locked");
  }

  /** Finds the button of the toast. The row has such a button too, but without a key. */
  function toast(): Locator {
    const button = desk.getByRole("button", { name: /^Undo: bring/ });
    return button.filter({ has: desk.locator("kbd") });
  }

  test("[KY52] [KY54] [KY6] a key acts on the caller of the line, also from the panel, until the cursor moves", async () => {
    const marked = desk.locator("[data-row][data-keyed]");
    await queueRow(desk, kim.shown).focus();
    await expect(marked).toContainText(sam.shown);
    await press("l");
    await expect(lockMark(sam)).toHaveCount(1);
    await expect(lockMark(kim)).toHaveCount(0);

    const point = panel().getByRole("textbox", { name: "Point" });
    await point.fill("bus lanes");
    await press("Escape");
    await expect(point).not.toBeFocused();
    await expect(queueRow(desk, sam.shown)).toContainText("bus lanes");
    await panel().getByRole("button", { name: "Undo" }).click();
    await expect(queueRow(desk, sam.shown)).not.toContainText("bus lanes");
    await panel().getByRole("button", { name: "Keep this caller here" }).focus();
    await press("l");
    await expect(lockMark(sam)).toHaveCount(0);

    await queueRow(desk, sam.shown).focus();
    await press("ArrowDown");
    await press("ArrowUp");
    await press("ArrowDown");
    // The last move of the cursor decides, so the marked row is the row with the focus and not the
    // row of the line's call.
    await expect(desk.locator("[data-row][data-keyed]:focus")).toContainText(kim.shown);
    await press("l");
    await expect(lockMark(kim)).toHaveCount(1);
    await expect(lockMark(sam)).toHaveCount(0);
    await press("l");
    await expect(lockMark(kim)).toHaveCount(0);
  });

  test("[LN45] both checks count although the second key comes before the first answer", async () => {
    await lineCard(desk, 1).getByRole("button", { name: "Select line 1" }).click();
    await desk.route("**/air_checks", async (route) => {
      await new Promise((wait) => setTimeout(wait, 300));
      await route.continue();
    });
    await press("q");
    await desk.keyboard.press("e");
    await expect(panel()).toContainText("Before air: the point");
    await desk.unrouteAll({ behavior: "wait" });
    await expect(panel().getByRole("button", { name: "Radio off" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    await expect(panel().getByRole("button", { name: "Agreed to air" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
  });

  test("[KY55] [AC4] the toast shows the key that works while typing, and a press just after the end of the toast still counts", async () => {
    await queueRow(desk, kim.shown).focus();
    await press("Delete");
    await desk.keyboard.press("Delete");
    await expect(toast().locator("kbd")).toHaveText("Z");
    const name = panel().getByRole("textbox", { name: "Name" });
    const before = await name.inputValue();
    await name.focus();
    await expect(toast().locator("kbd")).toHaveText("Ctrl .");
    await press("Control+.");
    await expect(toast()).toHaveCount(0);
    await expect(name).toHaveValue(before);
    await expect(queueRow(desk, kim.shown).getByRole("button", { name: /^Answer/ })).toBeVisible();

    await queueRow(desk, kim.shown).focus();
    await press("Delete");
    await desk.keyboard.press("Delete");
    await expect(toast()).toHaveCount(1);
    await toast().evaluate(untilRemoved);
    await desk.keyboard.press("z");

    await expect(queueRow(desk, kim.shown).getByRole("button", { name: /^Answer/ })).toBeVisible();
  });

  test("[KY56] a number typed right after the key of the dial panel is in its field, although the panel loads slowly", async () => {
    await desk.reload();
    await expect(lineCard(desk, 1)).toBeVisible();
    await expect(desk.getByText("Live", { exact: true })).toBeVisible();
    await desk.route(/assets\/Dial.*\.js/, async (route) => {
      await new Promise((wait) => setTimeout(wait, 700));
      await route.continue();
    });
    await press("d");
    await desk.keyboard.type("0491570006");
    const dial = desk.getByRole("region", { name: "Dial" });

    await expect(dial.getByRole("combobox", { name: "To" })).toHaveValue("0491570006");
    await expect(desk.getByRole("region", { name: "Line 1, selected" })).toBeVisible();
    await dial.getByRole("combobox", { name: "To" }).fill("");
    await desk.getByRole("button", { name: "Select line 1" }).focus();
    await press("d");
    await desk.keyboard.type("0255502210");
    await expect(dial.getByRole("combobox", { name: "To" })).toHaveValue("0255502210");
    // The first Esc closes the suggestions.
    await press("Escape", "Escape");
    await expect(dial).toHaveCount(0);
  });

  test("[FL27] the menu of a row bans a caller for a day, not without a reason, and lifts the ban", async () => {
    await chooseFromRowMenu(desk, kim.shown, "Ban for a day, a week, for ever…");
    const form = desk.getByRole("dialog", { name: /^Ban / });
    const reason = form.getByRole("textbox", { name: "Reason for the ban" });
    await form.getByRole("button", { name: "Ban for a day" }).click();
    await expect(reason).toHaveAttribute("aria-invalid", "true");

    await reason.fill("threats");
    await form.getByRole("button", { name: "Ban for a day" }).click();

    await expect(form).toHaveCount(0);
    await expect(queueRow(desk, kim.shown)).toContainText("Banned: threats");

    await chooseFromRowMenu(desk, kim.shown, "Lift the ban…");
    await expect(form).toContainText("Banned by the flag Abusive: threats");
    await form.getByRole("button", { name: "Lift the ban" }).click();

    await expect(queueRow(desk, kim.shown)).not.toContainText("Banned");
  });
});

/** Waits in the page, so that no time passes between the end of the toast and the key. */
function untilRemoved(element: Element): Promise<void> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!element.isConnected) {
        observer.disconnect();
        resolve();
      }
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
}
