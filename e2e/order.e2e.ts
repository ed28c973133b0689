import { expect, type Locator, type Page, test } from "@playwright/test";

import { sine, writeWav } from "@linedesk/audio";
import { ring, type SipListener, type Station, startStation } from "@linedesk/testkit";
import { callApi, myStations } from "./support/api.ts";
import { openBrowser, openContext, type TestBrowser } from "./support/browser.ts";
import { chooseFromRowMenu, lineCard, openDesk, queueRow } from "./support/desk.ts";
import { listenerHz, operatorHz, untilListenerReceives } from "./support/listen.ts";

const sam = { from: "+61491570156", shown: "0491 570 156" };
const kim = { from: "+61491570157", shown: "0491 570 157" };
const lee = { from: "+61491570159", shown: "0491 570 159" };
const pat = { from: "+61491570737", shown: "0491 570 737" };

/** A command runs at most every 300 ms, and a row ignores clicks in its first 300 ms. */
const KEY_PAUSE_MS = 350;

test.describe("the queue", () => {
  let station: Station;
  let chromium: TestBrowser;
  let alice: Page;
  let dan: Page;
  let listeners: SipListener[];

  test.beforeAll(async () => {
    station = await startStation({ from: "bundles" });
    chromium = await openBrowser({ microphoneHz: operatorHz });
    alice = await openDesk(await openContext(chromium.browser), station, "Alice");
    dan = await openDesk(await openContext(chromium.browser), station, "Dan");
  });
  test.afterAll(async () => {
    await chromium?.close();
    await station?.close();
  });
  test.beforeEach(() => {
    listeners = [];
  });
  test.afterEach(async () => {
    for (const listener of listeners) {
      await listener.close();
    }
    await expect(rowsOf(alice)).toHaveCount(0);
  });

  async function rings(person: typeof sam): Promise<SipListener> {
    const exchange = { address: station.sip.host, port: station.sip.port };
    const to = "+61255500101";
    const listener = await ring({ exchange, from: person.from, to, sends: listenerHz });
    listeners.push(listener);
    await listener.answered;
    for (const page of [alice, dan]) {
      await queueRow(page, person.shown).waitFor();
    }
    return listener;
  }

  async function press(page: Page, ...keys: string[]): Promise<void> {
    for (const key of keys) {
      await page.waitForTimeout(KEY_PAUSE_MS);
      await page.keyboard.press(key);
    }
  }

  /** Moves the pointer and the focus out of the list, so that the list can sort its rows. */
  async function leave(page: Page): Promise<void> {
    await page.mouse.move(5, 5);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  }

  async function focusRow(page: Page, shown: string): Promise<void> {
    await page.waitForTimeout(KEY_PAUSE_MS);
    await queueRow(page, shown).focus();
  }

  async function expectOrder(page: Page, ...people: (typeof sam)[]): Promise<void> {
    await expect.poll(() => shownNumbers(page)).toEqual(people.map(({ shown }) => shown));
  }

  test("[QL22] [QL25] [QU4] [QU5] [QU16] has a row dragged, moved by key, pinned at every seat, and dropped on a line", async () => {
    for (const person of [sam, kim, lee]) {
      await rings(person);
    }
    await expectOrder(alice, sam, kim, lee);

    await alice.waitForTimeout(KEY_PAUSE_MS);
    await dragAbove(alice, lee.shown, sam.shown);
    await expectOrder(alice, lee, sam, kim);
    await expectOrder(dan, lee, sam, kim);

    await focusRow(alice, kim.shown);
    await press(alice, "m");
    const placeField = alice.getByLabel(/^Position, 1 to 3/);
    await expect(placeField).toBeFocused();
    await expect(placeField).toHaveValue("3");
    await placeField.fill("9");
    await expect(alice.getByRole("button", { name: "Move", exact: true })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
    await placeField.fill("2");
    await placeField.press("Enter");
    await expectOrder(alice, lee, kim, sam);
    await expect(queueRow(alice, kim.shown)).toBeFocused();
    await expectOrder(dan, lee, kim, sam);

    await alice.waitForTimeout(KEY_PAUSE_MS);
    await chooseFromRowMenu(alice, sam.shown, "Keep at the front");
    await expectOrder(alice, sam, lee, kim);
    await expectOrder(dan, sam, lee, kim);
    await expect(queueRow(dan, sam.shown).getByLabel("kept at the front")).toBeVisible();
    for (const page of [alice, dan]) {
      await expect(page.getByRole("button", { name: /^Take next/ })).toContainText("Priya Nair");
    }

    await alice.waitForTimeout(KEY_PAUSE_MS);
    await dragOnto(alice, queueRow(alice, kim.shown), lineCard(alice, 2));
    await expect(lineCard(alice, 2).getByText("On line 2")).toBeVisible();
    await untilListenerReceives(listeners[1] as SipListener, operatorHz);
    await expect(queueRow(alice, kim.shown).getByText("On line 2")).toBeVisible();
    await alice.keyboard.press("2");
    await leave(alice);
  });

  test("[QL3] [QL11] [QL27] [FL7] [FL10] [FL13] [FL16] [KY6] keeps rows in place while content changes, sets flags by F, and shows hidden callers with one click", async () => {
    await rings(sam);
    await focusRow(alice, sam.shown);
    await rings(pat);
    await expect(queueRow(alice, sam.shown)).toBeFocused();
    await expectOrder(alice, sam, pat);
    const id = await callOf(dan, sam.from);
    await queueRow(alice, sam.shown).hover();
    await callApi(dan, "/api/twilio/calls/description", { call: id, description: "bus lanes" });
    await callApi(dan, "/api/twilio/calls/call_position", {
      call: await callOf(dan, pat.from),
      position: 1,
    });
    await expectOrder(dan, pat, sam);
    await expect(queueRow(alice, sam.shown)).toContainText("bus lanes");
    // The focus alone keeps no row in place, but the next move of the pointer does.
    await queueRow(alice, sam.shown).hover({ position: { x: 240, y: 20 } });
    await callApi(dan, "/api/twilio/calls/handle_call", {
      call: id,
      action: "accept",
      line: "line2",
    });
    await expect(queueRow(alice, sam.shown)).toHaveAttribute("data-tone", "claimed");
    await expectOrder(alice, sam, pat);
    await expect(queueRow(alice, sam.shown)).toBeFocused();
    await press(alice, "u");
    await expectOrder(alice, pat, sam);

    await focusRow(alice, pat.shown);
    await press(alice, "f");
    const flags = alice.getByRole("dialog", { name: /^Flags of / });
    await flags.getByRole("checkbox", { name: "VIP" }).check();
    const reason = flags.getByRole("textbox", { name: "Reason for VIP" });
    await reason.fill("breakfast panel");
    await reason.press("Enter");
    await expect(queueRow(dan, pat.shown)).toContainText("VIP: breakfast panel");
    const hunter = flags.getByRole("checkbox", { name: "Prize hunter" });
    await hunter.click();
    await expect(hunter).toBeChecked();
    await alice.keyboard.press("Escape");
    await expect(flags).toHaveCount(0);

    await expect(queueRow(dan, pat.shown)).toHaveCount(0);
    await expect(dan.getByText("1 hidden by flags", { exact: true })).toBeVisible();
    await dan.getByRole("button", { name: "Show", exact: true }).click();
    await expect(queueRow(dan, pat.shown)).toBeVisible();
    await dan.getByRole("button", { name: "Hide", exact: true }).click();
    await expect(queueRow(dan, pat.shown)).toHaveCount(0);
    await dan.getByRole("button", { name: "Hide callers with" }).click();
    await dan.getByRole("menuitemcheckbox", { name: "Prize hunter" }).click();
    await expect(queueRow(dan, pat.shown)).toBeVisible();
    await dan.reload();
    await expect(queueRow(dan, pat.shown)).toBeVisible();
    await leave(alice);
  });

  test("[QL26] [AC5] [AC33] [ST9] has rows selected by key; R shows who would be rejected and who stays, and one button rejects", async () => {
    for (const person of [sam, kim, lee]) {
      await rings(person);
    }
    const pinned = await callOf(dan, kim.from);
    await callApi(dan, "/api/twilio/calls/call_pin", { call: pinned, pinned: true });
    await expectOrder(alice, kim, sam, lee);
    for (const [isCompact, height] of [
      [true, 32],
      [false, 44],
    ] as const) {
      await callApi(alice, "/api/user/settings", { setting: "VIEW", value: isCompact });
      await expect
        .poll(async () => (await queueRow(alice, sam.shown).boundingBox())?.height)
        .toBe(height);
    }
    await focusRow(alice, kim.shown);
    await press(alice, "x");
    await expect(alice.getByText("1 selected", { exact: true })).toBeVisible();
    await press(alice, "Shift+ArrowDown", "Shift+ArrowDown");
    await expect(alice.getByText("3 selected", { exact: true })).toBeVisible();
    await press(alice, "r");

    const panel = alice.getByRole("region", { name: "Bulk reject" });
    await expect(panel.getByText("2 callers to reject", { exact: true })).toBeVisible();
    await expect(panel.getByText("1 caller stays", { exact: true })).toBeVisible();
    await expect(panel.getByRole("listitem")).toHaveText(/kept at the front$/);
    await expect(panel.getByText(/^They hear: “All our lines are busy/)).toBeVisible();
    const minute = { frequenciesHz: [440], durationMs: 60_000, amplitude: 0.1, sampleRate: 8_000 };
    const body = Buffer.from(writeWav(sine(minute), minute.sampleRate));
    await alice.route("**/*", (route) =>
      route.request().resourceType() === "media"
        ? route.fulfill({ body, contentType: "audio/wav" })
        : route.continue(),
    );
    await panel.getByRole("button", { name: "Play the message" }).click();
    await panel.getByRole("button", { name: "Stop" }).click();
    await alice.unrouteAll({ behavior: "ignoreErrors" });
    await expect(panel.getByRole("button", { name: "Play the message" })).toBeVisible();
    await panel.getByRole("button", { name: "Reject 2 callers" }).click();
    await expect(panel.getByText("2 callers are rejected").last()).toBeVisible();
    // Undo lasts for 5 s; then the callers hear that the lines are busy.
    await expect.poll(() => shownNumbers(dan)).toEqual([kim.shown]);
    await Promise.all([listeners[0]?.ended, listeners[2]?.ended]);
    await leave(alice);
  });
});

function rowsOf(page: Page): Locator {
  return page.getByRole("grid").locator("[data-row]:not([data-tone=ended])");
}

async function shownNumbers(page: Page): Promise<string[]> {
  const words = await rowsOf(page).evaluateAll((rows) =>
    rows
      .toSorted((a, b) => Number(a.ariaRowIndex) - Number(b.ariaRowIndex))
      .map((row) => row.textContent),
  );
  return words.map((text) => /0\d{3} \d{3} \d{3}/.exec(text)?.[0] ?? text);
}

async function callOf(page: Page, from: string): Promise<string> {
  const [own] = (await myStations(page)).filter(({ callSign }) => callSign === "2ZZ");
  const list = await callApi(page, `/api/twilio/calls/call_list?station=${own?.id}`);
  const { calls } = (await list.json()) as {
    calls: { id: string; caller: { number: string | null } }[];
  };
  const call = calls.find(({ caller }) => caller.number === from);
  if (call === undefined) {
    throw new Error(`no call from ${from} is in the call list`);
  }
  return call.id;
}

/** Drags with pointer moves before the press and before the release, as the browser needs them. */
async function dragOnto(page: Page, row: Locator, target: Locator): Promise<void> {
  const to = await target.boundingBox();
  if (to === null) {
    throw new Error("the target of the drag is not visible");
  }
  await dragTo(page, row, to.x + to.width / 2, to.y + to.height / 2);
}

async function dragAbove(page: Page, shown: string, other: string): Promise<void> {
  const to = await queueRow(page, other).boundingBox();
  if (to === null) {
    throw new Error(`the row of ${other} is not visible`);
  }
  await dragTo(page, queueRow(page, shown), to.x + to.width / 3, to.y + 4);
}

async function dragTo(page: Page, row: Locator, x: number, y: number): Promise<void> {
  await row.getByRole("gridcell").nth(3).hover();
  await page.mouse.down();
  await page.mouse.move(x, y + 20, { steps: 6 });
  await page.mouse.move(x, y, { steps: 4 });
  await page.mouse.up();
}
