import { readFile } from "node:fs/promises";

import { expect, type Page, test } from "@playwright/test";

import { ring, type SipListener, type Station, startStation } from "@linedesk/testkit";
import { callApi, myStations } from "./support/api.ts";
import { openBrowser, openContext, type TestBrowser } from "./support/browser.ts";
import {
  answer,
  choose,
  chooseFromRowMenu,
  lineCard,
  openDesk,
  pressPanelButton,
  queueRow,
  untilReady,
} from "./support/desk.ts";
import { listenerHz, operatorHz } from "./support/listen.ts";

/** A command runs at most every 300 ms, and a test would press the next key sooner. */
const KEY_PAUSE_MS = 350;
const early = { from: "+61270100191", shown: "02 7010 0191" };
const winner = { from: "+61491570157", shown: "0491 570 157" };

test.describe("at two desks,", () => {
  let station: Station;
  let chromium: TestBrowser;
  let alice: Page;
  let bob: Page;
  const listeners: SipListener[] = [];

  test.beforeAll(async () => {
    station = await startStation({ from: "bundles" });
    chromium = await openBrowser({ microphoneHz: operatorHz });
    alice = await openDesk(await openContext(chromium.browser), station, "Alice");
    bob = await openDesk(await openContext(chromium.browser), station, "Bob");
  });
  test.afterEach(async () => {
    for (const listener of listeners.splice(0)) {
      await listener.close();
    }
  });
  test.afterAll(async () => {
    await chromium?.close();
    await station?.close();
  });

  async function rings(from: string): Promise<SipListener> {
    const exchange = { address: station.sip.host, port: station.sip.port };
    const listener = await ring({ exchange, from, to: "+61255500102", sends: listenerHz });
    listeners.push(listener);
    await listener.answered;
    return listener;
  }

  test("[CW8] [CW5] [CW6] [QU8] a contest is set, counts each number once, shows its winner at every seat, and is exported and reset", async () => {
    const contest = alice.getByRole("region", { name: "Contest" });
    await pressPanelButton(alice, "Contest");
    await expect(contest.getByLabel("Phone line").locator("option:checked")).toHaveText("Contest");
    await contest.getByLabel("Winning caller").fill("2");
    await contest.getByLabel("Message for early callers").fill("You are caller {place}.");
    await contest.getByLabel("Message for late callers").fill("Somebody has won already.");
    await contest.getByRole("button", { name: "Start counting" }).click();
    await expect(contest.getByText("0 of 2")).toBeVisible();
    await bob.getByText("Contest 0 of 2, by Alice").click();
    const seen = bob.getByRole("region", { name: "Contest" });
    await expect(seen.getByText("0 of 2")).toBeVisible();

    const first = await rings(early.from);
    await rings("anonymous");
    await first.hangUp();
    await expect(queueRow(alice, early.shown)).toHaveCount(0);
    await rings(early.from);
    const won = await rings(winner.from);
    await expect(contest.getByText("2 of 2")).toBeVisible();
    const log = contest.getByRole("listitem");
    await expect(log).toHaveText([/winner/, /number counted before/, /number withheld/, /early/]);
    for (const page of [alice, bob]) {
      await expect(page.getByText(/^Winner: /)).toBeVisible();
      const reason = "Winner of the contest: caller 2 on Contest";
      await expect(queueRow(page, winner.shown).getByTitle(reason)).toHaveText(reason);
      await expect(page.getByTitle(/^Winner of/)).toHaveCount(1);
      await expect(queueRow(page, early.shown).getByText("Sydney?")).toHaveText(
        "Sydney?, guessed from the number",
      );
    }

    await alice.route("**/contest/export", () => undefined);
    await contest.getByRole("button", { name: "Export CSV" }).click();
    await expect(contest.getByText("0 rows loaded so far")).toBeVisible();
    await contest.getByRole("button", { name: "Stop exporting" }).click();
    await alice.unroute("**/contest/export");
    const saved = alice.waitForEvent("download");
    await contest.getByRole("button", { name: "Export CSV" }).click();
    const csv = await readFile(await (await saved).path(), "utf8");
    expect(csv.trim().split("\n")).toHaveLength(5);
    expect(csv).toContain(winner.from);

    const caller = bob.getByRole("region", { name: "Caller" });
    await choose(bob, "Private");
    await expect(caller.getByText("Contest: not counted, the number is withheld")).toBeVisible();
    await log.filter({ hasText: "winner" }).getByRole("button").click();
    await expect(alice.getByRole("region", { name: "Caller" })).toContainText("the winner");
    await choose(bob, winner.shown);
    await expect(caller.getByText("Contest: caller 2, the winner. Caller 2 wins")).toBeVisible();

    await expect(seen.getByRole("button", { name: /^Answer/ })).toBeVisible();
    await rings("+61270100192");
    await expect(log).toHaveCount(5);
    await expect(contest.getByText("2 of 2")).toBeVisible();
    await won.hangUp();
    await expect(queueRow(bob, winner.shown)).toHaveCount(0);
    await expect(seen.getByRole("button", { name: /^Answer/ })).toHaveCount(0);
    await expect(bob.getByText(/^Winner: /)).toBeVisible();

    await contest.getByRole("button", { name: "Reset the count" }).click();
    await expect(contest.getByText("2 of 2")).toBeVisible();
    await contest.getByRole("button", { name: "Press again to count from 1" }).click();
    await expect(contest.getByText("0 of 2")).toBeVisible();
    await expect(bob.getByText("Contest 0 of 2, by Alice")).toBeVisible();
    await contest.getByRole("button", { name: "End the contest" }).click();
    await expect(contest.getByText("0 of 2")).toBeVisible();
    await contest.getByRole("button", { name: "Press again to end it" }).click();
    await expect(contest.getByRole("button", { name: "Start counting" })).toBeVisible();
    await expect(bob.getByText(/^Contest \d of/)).toHaveCount(0);

    await expect(log).toHaveCount(0);
    await contest.getByLabel("Contest", { exact: true }).selectOption({ index: 1 });
    const outcomes = [/late/, /winner/, /number counted before/, /number withheld/, /early/];
    await expect(log).toHaveText(outcomes);
    const proof = alice.waitForEvent("download");
    await contest.getByRole("button", { name: "Export CSV" }).click();
    const exported = await readFile(await (await proof).path(), "utf8");
    expect(exported).toContain(winner.from);
    expect(exported).toContain('"Contest",2,"Alice"');
  });

  test("[PN3] [PN31] [KY1] [PZ18] [PZ35] a prize is added, won, shown at every seat before the air, collected, printed and withdrawn", async () => {
    // The caller of the previous test has hung up.
    await expect(queueRow(alice, winner.shown)).toHaveCount(0);
    await rings(winner.from);
    await choose(alice, winner.shown);
    await alice.keyboard.press("p");
    await expect(alice.getByRole("region", { name: "Phone book" })).toBeVisible();
    await alice.keyboard.press("Escape");
    await alice.waitForTimeout(KEY_PAUSE_MS);
    await alice.keyboard.press("h");
    await expect(alice.getByRole("tab", { name: "History" })).toBeFocused();
    await choose(alice, winner.shown);
    await alice.keyboard.press("w");
    const prizes = alice.getByRole("region", { name: "Prizes" });
    await expect(prizes.getByText("may win")).toBeVisible();
    await prizes.getByRole("button", { name: "Prizes", exact: true }).click();
    await prizes.getByLabel("Name").fill("Fuel card");
    await prizes.getByLabel("Worth in $").fill("50");
    await prizes.getByLabel("In stock").fill("2");
    await prizes.getByRole("button", { name: "Add prize" }).click();
    await expect(prizes.getByLabel("Fuel card, left")).toHaveValue("2");

    await prizes.getByRole("button", { name: "Caller", exact: true }).click();
    await expect(prizes.getByLabel("Prize", { exact: true })).toContainText("Fuel card (2 left)");
    await prizes.getByLabel("Prize", { exact: true }).selectOption("Fuel card (2 left)");
    await prizes.getByLabel("Address").fill("14 Queen Street, Penrith");
    await prizes.getByRole("button", { name: "Record win" }).click();
    await expect(prizes.getByText("Winner", { exact: true })).toBeVisible();
    await expect(prizes.getByRole("button", { name: "Record win" })).toHaveAttribute(
      "title",
      /^Not before \d+ \w+/,
    );
    await expect(prizes.getByLabel("Prize", { exact: true })).toContainText("Fuel card (1 left)");
    for (const page of [alice, bob]) {
      await expect(queueRow(page, winner.shown).getByText(/^Won \d+ \w+, again/)).toBeVisible();
      await choose(page, winner.shown);
      const caller = page.getByRole("region", { name: "Caller" });
      await expect(caller.getByText(/^Won Fuel card on .*, may win again on/)).toBeVisible();
    }

    const status = prizes.getByLabel("Fuel card: collected or not");
    await status.selectOption("collected");
    await expect(status).toHaveAttribute("title", /by Alice$/);
    await expect(status).toHaveValue("collected");
    await alice.evaluate(() => {
      window.print = () => document.body.setAttribute("data-printed", "");
    });
    await prizes.getByRole("button", { name: "Print the sheet of Fuel card" }).click();
    await expect(alice.locator("body[data-printed]")).toHaveCount(1);
    await alice.emulateMedia({ media: "print" });
    const sheet = alice.getByRole("article", { name: "Winner sheet" });
    await expect(sheet.getByText("14 Queen Street, Penrith")).toBeVisible();
    await expect(sheet.getByText("Received, date and signature")).toBeVisible();
    await expect(alice.getByRole("main")).toBeHidden();
    await alice.emulateMedia({ media: "screen" });
    await expect(sheet).toBeHidden();
    await alice.evaluate(() => window.dispatchEvent(new Event("afterprint")));
    await expect(sheet).toHaveCount(0);

    await answer(bob, winner.shown);
    await expect(lineCard(bob, 1).getByText(/^Won .*, may win again on/)).toBeVisible();
    const seen = bob.getByRole("region", { name: "Prizes" });
    await lineCard(bob, 1).getByRole("button", { name: "Prizes" }).click();
    await expect(seen.getByText("Winner", { exact: true })).toBeVisible();
    await expect(seen.getByText("A producer records wins.")).toBeVisible();
    await expect(seen.getByRole("button", { name: "Prizes", exact: true })).toHaveCount(0);
    await seen.getByRole("button", { name: "Close" }).click();
    await expect(seen).toBeHidden();
    await chooseFromRowMenu(bob, winner.shown, "Prizes");
    await expect(seen.getByText("Winner", { exact: true })).toBeVisible();
    await expect(seen.getByRole("button", { name: "Withdraw Fuel card…" })).toHaveCount(0);

    await prizes.getByRole("button", { name: "Withdraw Fuel card…" }).click();
    await expect(
      prizes.getByText("The prize was handed out, so the stock stays the same."),
    ).toBeVisible();
    await prizes.getByLabel("Reason for withdrawal").fill("Another caller won");
    await prizes.getByRole("button", { name: "Withdraw win" }).click();
    await expect(prizes.getByText("Withdrawn by Alice: Another caller won")).toBeVisible();
    await expect(seen.getByText("may win", { exact: true })).toBeVisible();
    await expect(lineCard(bob, 1).getByText(/^Won /)).toHaveCount(0);
  });

  test("[LN45] [LN48] [CL14] the air-ready check stops Next, is shown at every seat, and is overridden by a second press", async () => {
    await alice.reload();
    await untilReady(alice);
    await bob.reload();
    await untilReady(bob);
    await rings("anonymous");
    await rings(winner.from);
    const [mine] = await myStations(alice);
    await callApi(alice, "/api/station/line_feed", {
      station: mine?.id,
      line: "line1",
      feedsAir: true,
    });
    await callApi(alice, "/api/station/air_ready", { station: mine?.id, required: true });

    const caller = bob.getByRole("region", { name: "Caller" });
    await choose(bob, "Private");
    await caller.getByLabel("Number").fill("0491 570 158");
    await caller.getByLabel("Number").press("Enter");
    await expect(caller.getByText("typed by hand")).toBeVisible();
    await expect(queueRow(alice, "0491 570 158")).toBeVisible();

    await choose(bob, winner.shown);
    await expect(caller.getByText("Before air: radio off, agreement, the point")).toBeVisible();
    await caller.getByRole("button", { name: "Radio off" }).click();
    await expect(caller.getByText("Before air: agreement, the point")).toBeVisible();
    await caller.getByRole("button", { name: "Agreed to air" }).click();
    await choose(alice, winner.shown);
    const seen = alice.getByRole("region", { name: "Caller" });
    await expect(seen.getByText("Before air: the point")).toBeVisible();
    await expect(seen.getByRole("button", { name: "Radio off" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );

    // While a screener is at a seat, Alice's Next takes only ready and marked callers.
    await seen.getByRole("button", { name: "Next" }).click();
    // The mark is drawn before its answer; another seat gets it only from the server.
    await expect(queueRow(bob, winner.shown).getByText("NEXT")).toBeVisible();
    await alice.keyboard.press("F2");
    await expect(alice.getByRole("main").getByText(/not ready for air: no point/)).toBeVisible();
    await caller.getByLabel("Point").fill("The swimming pool");
    await caller.getByLabel("Point").press("Enter");
    await expect(seen.getByText("Ready for air", { exact: true })).toBeVisible();
    await alice.waitForTimeout(KEY_PAUSE_MS);
    await alice.keyboard.press("F2");
    await expect(lineCard(alice, 1).getByText("ON AIR")).toBeVisible();
  });

  test("[OB42] [OB40] a waiting caller who presses the station's digit keeps the row after the end of the call, and can be called back", async () => {
    const desk = alice.url();
    await alice.goto(new URL("/2zz/admin/station", desk).href);
    const digit = alice.getByLabel("Call-back digit");
    await expect(digit).toHaveValue("");
    const saved = alice.waitForResponse(/call_back_digit/);
    await digit.selectOption("7");
    expect((await saved).status()).toBe(200);
    await alice.reload();
    await expect(digit).toHaveValue("7");
    await alice.goto(desk);
    await untilReady(alice);

    const listener = await rings(winner.from);
    const row = queueRow(alice, winner.shown);
    await expect(row.getByText("Ringing")).toBeVisible();
    await listener.sendDigits("7");
    await expect(row.getByText("Call back")).toBeVisible();
    await listener.ended;
    await expect(row.getByRole("button", { name: /^call/i })).toBeVisible();
  });
});
