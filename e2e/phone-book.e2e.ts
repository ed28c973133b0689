import { expect, type Locator, type Page, test } from "@playwright/test";

import { ring, type SipListener, type Station, startStation } from "@linedesk/testkit";
import { openBrowser, openContext, type TestBrowser } from "./support/browser.ts";
import { answer, lineCard, openDesk, pressPanelButton, queueRow } from "./support/desk.ts";

/** A command runs at most every 300 ms, so the test waits longer between two keys. */
const KEY_PAUSE_MS = 350;

test.describe("at two desks,", () => {
  let station: Station;
  let chromium: TestBrowser;
  let alice: Page;
  let bob: Page;
  const listeners: SipListener[] = [];

  test.beforeAll(async () => {
    station = await startStation({ from: "bundles" });
    chromium = await openBrowser();
    alice = await openDesk(await openContext(chromium.browser), station, "Alice");
    bob = await openDesk(await openContext(chromium.browser), station, "Bob");
  });
  test.afterAll(async () => {
    await Promise.all(listeners.map((listener) => listener.close()));
    await chromium?.close();
    await station?.close();
  });

  function bookOf(page: Page): Locator {
    return page.getByRole("region", { name: "Phone book" });
  }
  function rowOf(page: Page, name: string): Locator {
    return bookOf(page).getByRole("listitem").filter({ hasText: name });
  }
  async function press(page: Page, key: string): Promise<void> {
    await page.waitForTimeout(KEY_PAUSE_MS);
    await page.keyboard.press(key);
  }

  test("[CT22] P opens the phone book beside the queue, arrows and Enter open a contact, and C calls one", async () => {
    await press(alice, "p");
    await expect(bookOf(alice).getByRole("searchbox")).toBeFocused();
    expect(new URL(alice.url()).searchParams.get("panels")).toBe("phone-book");
    const card = await bookOf(alice).boundingBox();
    const queue = await alice.getByRole("region", { name: "Queue" }).boundingBox();
    expect((queue?.x ?? 0) + (queue?.width ?? 0)).toBeLessThanOrEqual(card?.x ?? 0);
    await expect(bookOf(alice).getByText("6 contacts of 2ZZ")).toBeVisible();

    await bookOf(alice).getByRole("searchbox").fill("council");
    await expect(bookOf(alice).getByRole("listitem")).toHaveCount(1);
    await bookOf(alice).getByRole("searchbox").fill("");
    await expect(rowOf(alice, "Newsroom")).toBeVisible();
    await expect(bookOf(alice).getByRole("listitem")).not.toHaveCount(1);
    await press(alice, "ArrowDown");
    await press(alice, "ArrowDown");
    await press(alice, "ArrowDown");
    await press(alice, "ArrowUp");
    await press(alice, "Enter");
    await expect(bookOf(alice).getByLabel("Number", { exact: true })).toHaveValue("0491 570 156");
    await expect(bookOf(alice).getByLabel("Name", { exact: true })).toBeFocused();
    await alice.keyboard.press("Escape");
    // This test checks only that the row dials, so both requests are aborted.
    await alice.route(/outbound_conference/, (route) => route.abort(), { times: 2 });
    const dialled = alice.waitForRequest(/outbound_conference/);
    const doctor = rowOf(alice, "Dr Priya Nair");
    await expect(doctor.getByRole("button").first()).toBeFocused();
    await alice.keyboard.press("c");
    expect((await dialled).postDataJSON()).toMatchObject({ to: "+61491570156", line: "line1" });

    await press(alice, "2");
    const again = alice.waitForRequest(/outbound_conference/);
    await doctor.getByRole("button", { name: "Call Dr Priya Nair" }).click();
    expect((await again).postDataJSON()).toMatchObject({ to: "+61491570156", line: "line2" });
  });

  test("[CT17] [CT19] a file is checked, its import is cancelled halfway, and a second import adds the rest", async () => {
    await bob.goto(new URL("/2zz?panels=phone-book", station.url).href);
    const lines = Array.from({ length: 3_000 }, (_, n) =>
      n % 1_000 === 7 ? `Bad ${n},12` : `Listener ${n},+6149${1_100_000 + n}`,
    );
    const file = {
      name: "listeners.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(["Name,Number", ...lines].join("\n")),
    };
    const card = bookOf(alice);
    async function choose(): Promise<void> {
      await card.getByRole("button", { name: "Import" }).click();
      await card.getByLabel("Choose a file").setInputFiles(file);
    }
    await choose();
    await expect(card.getByText("2,997 new contacts, 0 there already, 3 bad lines")).toBeVisible();
    await expect(card.getByText('Line 1009 "12" is not a telephone number')).toBeVisible();
    const held: { release?: () => void } = {};
    await alice.route(/contacts\/import/, async (route) => {
      if (held.release === undefined) {
        await new Promise<void>((resolve) => (held.release = resolve));
      }
      await route.continue();
    });
    await card.getByRole("button", { name: "Import 2,997 contacts" }).click();
    await expect(card.getByText("0 of 3,000 lines")).toBeVisible();
    const question = alice.waitForEvent("dialog");
    const reload = alice.evaluate(() => window.location.reload()).catch(() => undefined);
    const dialog = await question;
    expect(dialog.type()).toBe("beforeunload");
    await dialog.dismiss();
    await reload;
    for (const number of [2, 1] as const) {
      await alice.keyboard.press(`Alt+${number}`);
      await expect(lineCard(alice, number)).toHaveAttribute("data-selected");
    }
    await card.getByRole("button", { name: "Cancel" }).click();
    await expect.poll(() => held.release).toBeDefined();
    held.release?.();
    await expect(card.getByText("Cancelled after 1,000 of 3,000 lines.")).toBeVisible();
    await expect(card.getByText("999 contacts added")).toBeVisible();
    await card.getByRole("button", { name: "Done" }).click();

    await choose();
    await expect(card.getByText("1,998 new contacts, 999 there already")).toBeVisible();
    await card.getByRole("button", { name: "Import 1,998 contacts" }).click();
    await expect(card.getByText("1,998 contacts added")).toBeVisible();
    await card.getByRole("button", { name: "Done" }).click();
    await expect(card.getByText("3,003 contacts of 2ZZ")).toBeVisible();
    expect(await card.getByRole("listitem").count()).toBeLessThan(40);
    await expect(bookOf(bob).getByText("3,003 contacts of 2ZZ")).toBeAttached();
  });

  test("[PN1] the Dial card offers contacts while the person types", async () => {
    await alice.goto(new URL("/2zz?panels=dial", station.url).href);
    const dial = alice.getByRole("region", { name: "Dial" });
    await dial.getByLabel("To").pressSequentially("traff");
    await expect(dial.getByRole("option")).toHaveText("Traffic desk02 7010 1112");
    await alice.keyboard.press("ArrowDown");
    await alice.keyboard.press("Enter");
    await expect(dial.getByLabel("To")).toHaveValue("02 7010 1112");
    await expect(dial.getByRole("option")).toHaveCount(0);
  });

  test("the conference's card offers contacts and calls the chosen one into it", async () => {
    for (const from of ["+61491570157", "+61491570158"]) {
      const exchange = { address: station.sip.host, port: station.sip.port };
      listeners.push(await ring({ exchange, from, to: "+61255500101" }));
    }
    await queueRow(alice, "Mia Rossi").waitFor();
    await answer(alice, "Tom Walsh");
    await pressPanelButton(alice, "Conference");
    const card = alice.getByRole("region", { name: "Conference" });
    await card.getByRole("button", { name: /Mia Rossi/ }).click();
    await card.getByRole("combobox").pressSequentially("traff");
    const dialled = alice.waitForRequest(/outbound_conference/);
    await card.getByRole("option", { name: /Traffic desk/ }).click();
    const body = (await dialled).postDataJSON() as Record<string, unknown>;
    expect(body).toMatchObject({ to: "+61270101112", conference: expect.any(String) });
  });

  test("[CT22] the phone book fits 320 px, as a list, with a form and with a contact", async () => {
    await bob.setViewportSize({ width: 320, height: 640 });
    await bob.goto(new URL("/2zz?panels=phone-book", station.url).href);
    await expect(rowOf(bob, "Newsroom")).toBeVisible();
    for (const open of [null, "Add", "Import", "Newsroom"]) {
      if (open !== null) {
        await bookOf(bob).getByRole("button", { name: open }).first().click();
      }
      const card = await bookOf(bob).evaluate((element) => {
        const { left, right } = element.getBoundingClientRect();
        const wide = [...element.querySelectorAll("*")].filter(
          (each) => each.getBoundingClientRect().right > right + 1,
        );
        return { left, right, wide: wide.map(({ className }) => String(className)) };
      });
      expect(card.left).toBeGreaterThanOrEqual(0);
      expect(card.right).toBeLessThanOrEqual(320);
      expect(card.wide).toEqual([]);
      if (open !== null) {
        await bookOf(bob).getByRole("button", { name: "Cancel" }).click();
      }
    }
  });
});
