import { type BrowserContext, expect, type Page, test } from "@playwright/test";

import { ring, type SipListener, type Station, startStation } from "@linedesk/testkit";
import { callApi, myStations } from "./support/api.ts";
import { openBrowser, openContext, type TestBrowser } from "./support/browser.ts";
import { choose, lineCard, openDesk, pressPanelButton, queueRow } from "./support/desk.ts";
import { listenerHz, operatorHz, untilListenerReceives } from "./support/listen.ts";

const SYDNEY = "+61255500101";
const MELBOURNE = "+61270101000";
const kim = { from: "+61491570157", shown: "0491 570 157" };
const sam = { from: "+61491570156", shown: "0491 570 156" };

/** Matches every allowed key of local storage. */
const STORAGE_KEY =
  /^(devicePreset|line[12]-device-config|hiddenFlags|[0-9a-f-]{36}-(input|output|ringer))$/;

test.describe("for a person with several stations,", () => {
  let station: Station;
  let chromium: TestBrowser;
  let context: BrowserContext;
  let alice: Page;
  const listeners: SipListener[] = [];
  const logged: string[] = [];

  test.beforeAll(async () => {
    station = await startStation({ from: "bundles" });
    chromium = await openBrowser({ microphoneHz: operatorHz });
    context = await openContext(chromium.browser);
    context.on("console", (message) => void logged.push(message.text()));
    alice = await openDesk(context, station, "Alice");
  });
  test.afterAll(async () => {
    for (const listener of listeners) {
      await listener.close();
    }
    await chromium?.close();
    await station?.close();
  });

  async function rings(from: string, to: string): Promise<SipListener> {
    const exchange = { address: station.sip.host, port: station.sip.port };
    const listener = await ring({ exchange, from, to, sends: listenerHz });
    listeners.push(listener);
    return listener;
  }

  async function areOpen(callSign: string): Promise<boolean[]> {
    const { id } = (await myStations(alice)).find((one) => one.callSign === callSign) ?? {};
    const answer = await callApi(alice, `/api/station/phone_line?station=${id}`);
    return ((await answer.json()) as { items: { open: boolean }[] }).items.map(({ open }) => open);
  }

  /** Opens the cards of Kim, who has called 3YY while 2ZZ is open, and expects the data of 3YY. */
  async function showCardsOfMelbourne(): Promise<void> {
    const card = (name: string) => alice.getByRole("region", { name, exact: true });
    await pressPanelButton(alice, "Prizes");
    await expect(card("Prizes").getByText("Of 3YY", { exact: true })).toBeVisible();
    await expect(card("Prizes").getByText("Has not won here.")).toBeVisible();
    await expect(card("Prizes").getByText("The station has no such call")).toHaveCount(0);
    await pressPanelButton(alice, "Caller history");
    await expect(card("Caller history").getByText(/^Calls of .* \(3YY\)$/)).toBeVisible();
    await pressPanelButton(alice, "Callers");
    await card("Callers").getByRole("combobox", { name: "Station" }).selectOption("3YY");
    // 3YY has no earlier callers.
    await expect(card("Callers").getByText("Nobody found")).toBeVisible();
    await card("Caller").getByRole("textbox", { name: "Note", exact: true }).fill("of Melbourne");
    await alice.keyboard.press("Enter");
    await card("Caller").getByRole("button", { name: "Flags" }).click();
    await expect(alice.getByText("The station's flags appear here")).toBeVisible();
    await alice.keyboard.press("Escape");
    for (const name of ["Prizes", "Caller history", "Callers"]) {
      await card(name).getByRole("button", { name: "Close", exact: true }).click();
    }
  }

  test("[CL37] [ST14] [ST40] [ST41] [QU61] [QU63] [LN70] callers of two stations are in one queue, found, selected and taken there, and each station's lines are opened and closed", async () => {
    const melbourne = await rings(kim.from, MELBOURNE);
    await queueRow(alice, kim.shown).waitFor();
    const sydney = await rings(sam.from, SYDNEY);
    await queueRow(alice, sam.shown).waitFor();
    const rows = alice.getByRole("grid").locator("[role=row][data-row]");
    await expect(rows).toHaveText([/3YY/, /2ZZ/]);
    await expect(rows).toHaveText([new RegExp(kim.shown), new RegExp(sam.shown)]);
    await expect(alice).toHaveTitle(/^\(2\)/);

    const palette = alice.getByRole("combobox", { name: /^Find a command/ });
    await alice.keyboard.press("Control+k");
    await palette.fill(kim.from.replace("+61", "0"));
    await expect(alice.getByRole("option", { name: new RegExp(kim.shown) })).toBeVisible();
    await palette.press("Escape");
    await expect(palette).toHaveCount(0);
    await choose(alice, kim.shown);
    await showCardsOfMelbourne();
    await queueRow(alice, kim.shown).press("x");
    await expect(alice.getByText("1 selected", { exact: true })).toBeVisible();
    await queueRow(alice, kim.shown).press("r");
    const bulk = alice.getByRole("region", { name: "Bulk reject" });
    await expect(bulk.getByText("1 caller to reject", { exact: true })).toBeVisible();

    await alice.keyboard.press("F2");
    await untilListenerReceives(sydney, operatorHz);
    await expect(lineCard(alice, 1).getByText(sam.shown).first()).toBeVisible();
    await alice.keyboard.press("Alt+2");
    await alice.waitForTimeout(400);
    await alice.keyboard.press("F2");
    await untilListenerReceives(melbourne, operatorHz);
    await expect(lineCard(alice, 2).getByText(kim.shown).first()).toBeVisible();
    await lineCard(alice, 2).getByRole("button", { name: /^hold/i }).click();
    await expect(lineCard(alice, 2).getByRole("button", { name: /^resume/i })).toBeVisible();
    await melbourne.hangUp();
    await expect(lineCard(alice, 2).getByText("No call")).toBeVisible();
    await sydney.hangUp();
    await expect(rows).toHaveCount(0);

    const lines = alice.getByRole("button", { name: "Each line" });
    await lines.click();
    await expect(alice.getByText("Phone lines of 2ZZ")).toBeVisible();
    await alice.getByRole("menuitemcheckbox", { name: /7010 1000/ }).click();
    await alice.getByRole("button", { name: "Close the line" }).click();
    await expect.poll(() => areOpen("3YY")).toEqual([false]);
    expect(await areOpen("2ZZ")).toContain(true);
    await lines.click();
    await alice.getByRole("menuitem", { name: "Open all lines of 3YY" }).click();
    await expect.poll(() => areOpen("3YY")).toEqual([true]);
  });

  test("[PN4] [ST30] [ST15] [SK1] settings have controls, reach the other tab and are reverted when refused, and local storage has only the listed keys", async () => {
    const other = await context.newPage();
    await other.goto(new URL("/2zz", station.url).href);
    await expect(other.getByText("Live", { exact: true })).toBeVisible();
    const here = alice.getByRole("region", { name: "Settings" });
    const there = other.getByRole("region", { name: "Settings" });
    for (const page of [alice, other]) {
      await pressPanelButton(page, "Settings");
    }
    const press = (name: string) => here.getByRole("button", { name, exact: true }).click();
    const turn = (name: string) => here.getByRole("switch", { name, exact: true }).click();

    await turn("A verified call leaves my line and is ready for air");
    await press("End its call");
    await press("Holds callers");
    await turn("Start calls with the microphone muted");
    await expect(here.getByLabel("Winning caller")).toHaveCount(0);
    await press("Dark");
    await press("Compact");
    await here.getByRole("button", { name: "Clear the chat of 3YY now" }).click();
    await here.getByRole("checkbox", { name: "3YY" }).click();
    await here.getByRole("combobox", { name: "Station of the chat" }).selectOption("3YY");
    await here.getByRole("combobox", { name: "Queue that opens first" }).selectOption("3YY");
    await turn("Single letters, digits and signs are shortcuts");
    await turn("Sound for chat messages");
    await here
      .getByRole("combobox", { name: "Announce new callers to the screen reader" })
      .selectOption("each by name");
    await expect(here.getByRole("combobox", { name: "Language" })).toHaveValue("en-AU");

    await expect(there.getByRole("button", { name: "Holds callers" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    await expect(there.getByRole("checkbox", { name: "3YY" })).not.toBeChecked();
    await expect(there.getByText(/^Cleared at/)).toBeVisible();
    await expect(other.locator("html")).toHaveAttribute("data-theme", "dark");
    await expect(other.locator("html")).toHaveAttribute("data-density", "compact");
    const [zz, yy] = await listIds(alice);
    const readStored = async () => (await callApi(alice, "/api/user/settings")).json();
    // Settings are saved one after the other.
    await expect.poll(readStored).toMatchObject({
      autoMoveOnVerify: false,
      switchCallBehvaior: "END",
      endConferenceBehavior: "HOLD",
      muteDevice: true,
      theme: "dark",
      view: true,
      chatCleared: { [yy]: expect.any(String) },
      stations: { callStations: [zz] },
      chatStation: yy,
      activeQueueStation: yy,
      singleKeys: false,
      heard: { chat: false, callers: "every_call" },
    });
    await here.getByRole("button", { name: "Show the cleared messages of 3YY" }).click();
    await expect(there.getByText(/^Cleared at/)).toHaveCount(0);

    await alice.route("**/api/user/settings", async (route) =>
      route.request().method() === "POST"
        ? route.fulfill({ status: 503, json: { error: { code: "unavailable", message: "no" } } })
        : route.continue(),
    );
    await press("Light");
    await expect(alice.locator("html")).toHaveAttribute("data-theme", "dark");
    await expect(here.getByRole("button", { name: "Dark" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    const notices = alice.getByRole("log", { name: "Messages" });
    await expect(notices.getByText(/./).first()).toBeVisible();
    await alice.unroute("**/api/user/settings");

    const ringer = here.getByRole("combobox", { name: "Ring on" });
    await ringer.selectOption({ index: (await ringer.locator("option").count()) - 1 });
    const keys = await alice.evaluate(() => Object.keys(localStorage));
    expect(keys.filter((key) => !STORAGE_KEY.test(key))).toEqual([]);
    expect(keys).toContain("hiddenFlags");

    await alice.evaluate(
      ([zz]) => {
        localStorage.setItem("hiddenFlags", "{");
        localStorage.setItem("line1-device-config", "[7]");
        localStorage.setItem(`${zz}-input`, "x".repeat(500));
      },
      [zz],
    );
    await alice.reload();
    await expect(alice.getByText("Live", { exact: true })).toBeVisible();
    expect(
      logged.filter((line) => /the value of \S+input in local storage is not valid/.test(line)),
    ).not.toHaveLength(0);
  });

  async function listIds(page: Page): Promise<[string, string]> {
    const all = await myStations(page);
    const idOf = (sign: string) => all.find(({ callSign }) => callSign === sign)?.id ?? "";
    return [idOf("2ZZ"), idOf("3YY")];
  }
});
