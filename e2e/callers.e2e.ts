import { readFile } from "node:fs/promises";

import { expect, type Locator, type Page, test } from "@playwright/test";

import { ring, type SipListener, type Station, startStation } from "@linedesk/testkit";
import { openBrowser, openContext, type TestBrowser } from "./support/browser.ts";
import { choose, openDesk } from "./support/desk.ts";

test.describe("two people with the callers", () => {
  let station: Station;
  let chromium: TestBrowser;
  let alice: Page;
  let erin: Page;
  let listener: SipListener | undefined;

  test.beforeAll(async () => {
    station = await startStation({ from: "bundles" });
    chromium = await openBrowser();
    alice = await openDesk(await openContext(chromium.browser), station, "Alice");
    erin = await openDesk(await openContext(chromium.browser), station, "Erin");
  });
  test.afterAll(async () => {
    await listener?.close();
    await chromium?.close();
    await station?.close();
  });

  function cardOf(page: Page, name = "Callers"): Locator {
    return page.getByRole("region", { name, exact: true });
  }
  async function openCaller(page: Page, find: string, name: string): Promise<void> {
    await page.goto(new URL("/2zz?panels=callers", station.url).href);
    await cardOf(page).getByRole("searchbox").fill(find);
    await cardOf(page).getByRole("listitem").filter({ hasText: name }).getByRole("button").click();
  }

  test("[CL28] [CL29] [CL22] a caller is found, edited by two at once, banned for a week, merged and parted again", async () => {
    await openCaller(alice, "0491 570 156", "Priya Nair");
    await openCaller(erin, "pri parr", "Priya Nair");
    const note = { name: "Note", exact: true };
    await expect(cardOf(erin).getByRole("textbox", note)).toBeVisible();
    await cardOf(alice).getByRole("textbox", note).fill("speaks Tamil");
    await alice.keyboard.press("Enter");
    await expect(cardOf(alice).getByText("Saving…")).toHaveCount(0);

    await cardOf(erin).getByRole("textbox", note).fill("good talker");
    await erin.keyboard.press("Enter");
    await expect(cardOf(erin).getByText("it is “speaks Tamil” now")).toBeVisible();
    await expect(cardOf(erin).getByRole("textbox", note)).toHaveValue("speaks Tamil");
    await cardOf(erin).getByRole("button", { name: "Save anyway" }).click();
    await expect(cardOf(erin).getByRole("textbox", note)).toHaveValue("good talker");
    await expect(cardOf(erin).getByText("Parramatta")).toHaveCount(0);

    await cardOf(erin).getByRole("button", { name: "Add a flag" }).click();
    await cardOf(erin).getByLabel("Flag", { exact: true }).selectOption("Abusive");
    await cardOf(erin).getByLabel("Holds").selectOption("for a week");
    await cardOf(erin).getByLabel("Reason").fill("swore twice");
    await cardOf(erin).getByRole("button", { name: "Set", exact: true }).click();
    await expect(cardOf(erin).getByText(/swore twice, until/)).toBeVisible();

    await cardOf(erin).getByRole("button", { name: "Merge with another caller" }).click();
    await cardOf(erin).getByRole("searchbox").fill("ruby");
    await cardOf(erin).getByRole("button", { name: "Merge Ruby Chen into this caller" }).click();
    await expect(cardOf(erin).getByText("0491 570 156, 0491 570 737")).toBeVisible();
    await expect(
      cardOf(erin).getByRole("button", { name: "Split 0491 570 737 off" }),
    ).toBeVisible();
    await cardOf(erin).getByRole("button", { name: "Undo", exact: true }).click();
    await expect(cardOf(erin).getByText("0491 570 156, 0491 570 737")).toHaveCount(0);

    await cardOf(erin).getByRole("button", { name: "All calls", exact: true }).click();
    await expect(cardOf(erin).getByText("New bus timetable")).toBeVisible();
    await cardOf(erin).getByRole("button", { name: "Priya Nair" }).click();
    await cardOf(erin).getByRole("button", { name: "All callers" }).click();
    await expect(cardOf(erin).getByRole("searchbox")).toHaveValue("pri parr");
  });

  test("[HI4] the history lists all calls, filters them, and who may saves them as a file", async () => {
    await erin.goto(new URL("/2zz?panels=history", station.url).href);
    const card = cardOf(erin, "Caller history");
    await expect(card.getByText("All calls of the station")).toBeVisible();
    await expect(card.getByRole("listitem").filter({ hasText: "Tom Walsh" })).toBeVisible();

    await card.getByLabel("Outcome").selectOption("refused");
    await expect(card.getByRole("listitem")).toHaveCount(1);
    await card.getByLabel("Outcome").selectOption("any");
    await card.getByRole("searchbox").fill("hail");
    await expect(card.getByRole("listitem")).toHaveCount(1);
    await expect(card.getByRole("listitem")).toContainText("Tom Walsh");

    const download = erin.waitForEvent("download");
    await card.getByRole("button", { name: "Export CSV" }).click();
    const csv = await readFile(await (await download).path(), "utf8");
    expect(csv.split("\r\n")).toHaveLength(3);
    expect(csv).toContain("Hail on the crops");
  });

  test("[PN5] a caller's name, suburb, point, note and flags are edited in the caller's panel", async () => {
    const exchange = { address: station.sip.host, port: station.sip.port };
    listener = await ring({ exchange, from: "+61491570158", to: "+61255500101" });
    await alice.goto(new URL("/2zz", station.url).href);
    await choose(alice, "Mia Rossi");
    const panel = cardOf(alice, "Caller");
    const edits = {
      Name: "Mia Rossi AM",
      Place: "Annandale",
      Point: "trams",
      Note: "calls weekly",
    };

    for (const [field, words] of Object.entries(edits)) {
      await panel.getByRole("textbox", { name: field, exact: true }).fill(words);
      await alice.keyboard.press("Enter");
    }
    await panel.getByRole("button", { name: "Flags" }).click();
    await alice.getByRole("checkbox", { name: "VIP" }).click();
    await alice.keyboard.press("Escape");
    await expect(panel.getByText("VIP")).toBeVisible();

    await alice.reload();
    await choose(alice, "Mia Rossi AM");
    for (const [field, words] of Object.entries(edits)) {
      await expect(panel.getByRole("textbox", { name: field, exact: true })).toHaveValue(words);
    }
  });
});
