import { expect, type Locator, type Page, test } from "@playwright/test";

import { answer, lineCard, pressEnd, queueRow, untilReady } from "./support/desk.ts";
import { FourSeats, officeHz, presenterHz } from "./support/four-seats.ts";
import {
  longestSilenceMs,
  untilListenerReceives,
  untilListenerReceivesFor,
  untilListenerReceivesNo,
  untilMusic,
} from "./support/listen.ts";

/** A command runs at most every 300 ms, so the test waits longer between two keys. */
const KEY_PAUSE_MS = 350;
/** Two callers of the demonstration data. */
const priya = "+61491570156";
const tom = "+61491570157";

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) {
    await page.waitForTimeout(KEY_PAUSE_MS);
    await page.keyboard.press(key);
  }
}

/** Verifies a caller without name, place and point: the second press confirms. */
async function verifyAnyway(page: Page, shown: string): Promise<void> {
  await queueRow(page, shown).focus();
  await press(page, "v", "v");
  await expect(queueRow(page, shown)).toContainText("Verified");
}

async function topOf(row: Locator): Promise<number> {
  return (await row.boundingBox())?.y ?? Number.NaN;
}

test.describe("in an hour with four seats,", () => {
  let show: FourSeats;

  test.beforeAll(async () => {
    show = await FourSeats.open();
  });
  test.afterAll(async () => {
    await show[Symbol.asyncDispose]();
  });
  test.afterEach(() => {
    process.stdout.write(`${show.describeAct(test.info().title)}\n`);
  });

  test("[LN94] [LN95] F2 on the private line leaves the caller and the microphone on air, and the private caller does not hear it", async () => {
    const { alice, bob, carla } = show;
    const first = await show.ring();
    const second = await show.ring();
    await verifyAnyway(alice, first.shown);
    await verifyAnyway(alice, second.shown);
    await press(carla, "2", "F2");
    await untilListenerReceives(first.listener, presenterHz);
    await expect(queueRow(bob, first.shown)).toContainText("On air");

    await press(carla, "1", "F2");

    await expect(lineCard(carla, 1)).toContainText(second.shown);
    await untilListenerReceivesFor(first.listener, 2_000);
    expect(longestSilenceMs(first.listener, 2_000)).toBeLessThan(100);
    await untilListenerReceivesNo(second.listener, presenterHz);
    await expect(queueRow(bob, first.shown)).toContainText("On air");

    await press(carla, "F2");
    await expect(lineCard(carla, 2)).toContainText(first.shown);
    await untilListenerReceivesFor(first.listener, 1_000);
    expect(first.listener.toneAmplitude(presenterHz, 1_000)).toBeGreaterThan(0.02);
  });

  test("[KY52] [KY54] V marks the caller who talks, not the row on which the cursor was before", async () => {
    const { alice, bob } = show;
    const waits = await show.ring(tom);
    const onLine = await show.ring(priya);
    await queueRow(alice, waits.shown).focus();
    await answer(alice, onLine.shown);
    await untilListenerReceives(onLine.listener, officeHz);
    const panel = alice.getByRole("region", { name: "Caller", exact: true });
    await panel.getByRole("textbox", { name: "Point" }).fill("bus lanes");

    await press(alice, "Escape", "v");

    await expect(queueRow(bob, onLine.shown)).toContainText("Verified");
    await expect(queueRow(bob, waits.shown)).not.toContainText("Verified");
    await untilMusic(onLine.listener);
  });

  test("[KY55] [DS22] Ctrl+. in the next caller's name brings the ended caller back, and types nothing", async () => {
    const { dan } = show;
    const ended = await show.ring();
    const next = await show.ring();
    await answer(dan, ended.shown);
    await untilListenerReceives(ended.listener, officeHz);
    await pressEnd(dan);
    await untilListenerReceivesNo(ended.listener, officeHz);
    await queueRow(dan, next.shown).focus();
    await dan.keyboard.press("a");
    const name = dan
      .getByRole("region", { name: "Caller", exact: true })
      .getByRole("textbox", { name: "Name" });
    await name.focus();

    await dan.keyboard.press("Control+.");

    await expect(queueRow(dan, ended.shown)).toContainText(/Hold|On line/);
    await untilListenerReceives(next.listener, officeHz);
    await untilMusic(ended.listener);
    await expect(name).toHaveValue("");
    expect(ended.listener.status).toBe("talking");
  });

  test("[QL3] [QL34] while the focus is in the list, ended calls disappear from the list and live calls are in it", async () => {
    const { bob } = show;
    const leaving = [await show.ring(), await show.ring(), await show.ring()];
    await queueRow(bob, leaving[0]?.shown ?? "").focus();
    await bob.keyboard.press("ArrowDown");

    await Promise.all(leaving.map(({ listener }) => listener.hangUp()));
    const living = [await show.ring(), await show.ring()];

    const grid = bob.getByRole("grid");
    for (const { shown } of leaving) {
      await expect(grid.locator("[role=row]").filter({ hasText: shown })).toHaveCount(0);
    }
    for (const { shown } of living) {
      await expect(queueRow(bob, shown)).toBeInViewport();
    }
    await expect(grid.locator("[role=row][data-tone=ended]")).toHaveCount(0);
  });

  test("[LN100] an offer, new callers and callers who leave move no row under the pointer", async () => {
    const { alice, bob } = show;
    const offered = await show.ring();
    const watched = await show.ring();
    await answer(alice, offered.shown);
    await untilListenerReceives(offered.listener, officeHz);
    const row = queueRow(bob, watched.shown);
    await row.hover();
    const before = await topOf(row);

    await alice.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await press(alice, "g");
    await alice.getByRole("menuitem", { name: /^Bob/ }).click();
    await expect(lineCard(bob, 1).getByText("Offered by Alice")).toBeVisible();
    expect(await topOf(row)).toBe(before);
    const leaves = await show.ring();
    expect(await topOf(row)).toBe(before);
    await leaves.listener.hangUp();
    await press(bob, "b");
    await expect(lineCard(bob, 1).getByText("No call")).toBeVisible();
    expect(await topOf(row)).toBe(before);
    await bob.mouse.move(5, 5);
  });

  test("[CN23] mute works while the server is away, and the call continues when the server is back", async () => {
    const { alice, station } = show;
    const caller = await show.ring();
    await press(alice, "2");
    await answer(alice, caller.shown);
    await untilListenerReceives(caller.listener, officeHz);
    await alice.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());

    const killed = await station.kill("server");
    await press(alice, "F8");
    await untilListenerReceivesNo(caller.listener, officeHz);
    await press(alice, "F8");
    await untilListenerReceives(caller.listener, officeHz);
    await station.untilBack("server", killed);

    await untilReady(show.bob);
    await untilListenerReceives(caller.listener, officeHz);
    expect(caller.listener.status).toBe("talking");
  });

  test("[DS27] [DS29] a caller whose operator is gone hears music, and a colleague takes over", async () => {
    const { dan, bob } = show;
    const caller = await show.ring();
    await press(dan, "2");
    await answer(dan, caller.shown);
    await untilListenerReceives(caller.listener, officeHz);

    await dan.close({ runBeforeUnload: false });

    await untilListenerReceivesNo(caller.listener, officeHz);
    await untilMusic(caller.listener);
    await expect(queueRow(bob, caller.shown)).toContainText("Unattended");
    await queueRow(bob, caller.shown)
      .getByRole("button", { name: /take over/i })
      .click();
    await untilListenerReceives(caller.listener, officeHz);
  });
});
