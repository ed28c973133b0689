import { expect, type Locator, type Page, test } from "@playwright/test";

import { ring, type SipListener, type Station, startStation } from "@linedesk/testkit";
import { callApi, myStations } from "./support/api.ts";
import {
  measureBrowserTone,
  openBrowser,
  openContext,
  type TestBrowser,
} from "./support/browser.ts";
import {
  answer,
  chooseFromRowMenu,
  lineCard,
  openDesk,
  pressEnd,
  queueRow,
} from "./support/desk.ts";
import {
  untilBrowserReceives,
  untilListenerReceives,
  untilListenerReceivesFor,
  untilListenerReceivesNo,
  untilMusic,
} from "./support/listen.ts";
import { pollUntil } from "./support/poll-until.ts";

const sam = { from: "+61491570156", name: "Priya Nair", hz: 440 };
const kim = { from: "+61491570157", name: "Tom Walsh", hz: 1600 };
/** The hold music contains no tone of 820 Hz. */
const lee = { from: "+61270100099", name: "02 7010 0099", hz: 820 };
const operatorHz = 2600;
const colleagueHz = 2900;
const GONE = 0.004;

/** Records the words of the lines and the queue, in which no alarm may appear. */
function recordWords(): void {
  const words = new Set<string>();
  Object.assign(globalThis, { words });
  new MutationObserver(() => {
    const parts = document.querySelectorAll<HTMLElement>(
      "[data-region^=line], [role=grid], [role=alert]",
    );
    for (const part of parts) {
      words.add(part.innerText);
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}

function readWords(page: Page): Promise<string[]> {
  return page.evaluate(() => [...(globalThis as unknown as { words: Set<string> }).words]);
}

/** Finds a member on the card of line 1. */
function memberOf(page: Page, name: string): Locator {
  return lineCard(page, 1)
    .getByRole("list", { name: "In the conference" })
    .getByRole("listitem")
    .filter({ hasText: name });
}

/** Waits for one of several tones by its own amplitude, however loud the others are. */
function untilBrowserReceivesAmong(page: Page, hz: number) {
  return pollUntil(
    `the browser receives ${String(hz)} Hz among others`,
    () => measureBrowserTone(page, hz),
    ({ share, level }) => level * Math.sqrt(2 * share) > 0.02,
  );
}

/**
 * Presses a member's button until it has an effect: a member who begins to talk moves in the list,
 * which then ignores a click.
 */
async function pressMember(page: Page, name: string, button: "Mute" | "Hold"): Promise<void> {
  const member = memberOf(page, name);
  const done =
    button === "Mute"
      ? member.getByRole("button", { name: `Mute ${name}`, pressed: true })
      : member.getByRole("button", { name: `Resume ${name}` });
  await expect(async () => {
    if (!(await done.isVisible())) {
      await member.getByRole("button", { name: `${button} ${name}` }).click({ timeout: 2_000 });
    }
    await expect(done).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 30_000 });
}

/**
 * The server of a busy machine can report the crash only after a second. Until then a line says
 * "you are heard", which is therefore no alarm here.
 */
const LOSSES = /unattended|not found|31404|was lost|hung up|cut off/i;

test.describe("a crash of the exchange", () => {
  let station: Station;
  let chromium: TestBrowser;
  let desk: Page;
  const listeners: SipListener[] = [];

  async function rings({ from, hz }: typeof sam): Promise<SipListener> {
    const exchange = { address: station.sip.host, port: station.sip.port };
    const listener = await ring({ exchange, from, to: "+61255500101", sends: hz });
    listeners.push(listener);
    await listener.answered;
    return listener;
  }

  async function putToAir(): Promise<void> {
    const [mine] = await myStations(desk);
    const feed = { station: mine?.id, line: "line1", feedsAir: true };
    expect((await callApi(desk, "/api/station/line_feed", feed)).ok()).toBe(true);
    await expect(lineCard(desk, 1)).toHaveAttribute("data-to-air", "true");
  }

  async function crash(): Promise<number> {
    const killed = await station.kill("exchange");
    const at = performance.now();
    await station.untilBack("exchange", killed);
    return at;
  }

  /** Kills the exchange, and returns the time in ms until both directions are heard again. */
  async function crashAndReturn(listener: SipListener, hz: number): Promise<number> {
    const killed = await station.kill("exchange");
    const at = performance.now();
    await untilListenerReceivesNo(listener, operatorHz);
    await untilListenerReceives(listener, operatorHz);
    const returnMs = performance.now() - at;
    await untilBrowserReceives(desk, hz);
    await station.untilBack("exchange", killed);
    console.log(`talking again ${String(Math.round(returnMs))} ms after the crash`);
    return returnMs;
  }

  test.beforeEach(async () => {
    station = await startStation({ from: "bundles" });
    chromium = await openBrowser({ microphoneHz: operatorHz });
    desk = await openDesk(await openContext(chromium.browser), station, "Alice");
  });
  test.afterEach(async () => {
    await Promise.all(listeners.splice(0).map((listener) => listener.close()));
    await chromium?.close();
    await station?.close();
  });

  test("[CN26] [CA53] leaves the caller on air with the same operator on the same line, twice in a row, and shows no alarm", async () => {
    await putToAir();
    const caller = await rings(sam);
    await answer(desk, sam.name);
    await untilListenerReceives(caller, operatorHz);
    const card = lineCard(desk, 1);
    await expect(card).toHaveAttribute("data-tone", "on_air");
    const height = (await card.boundingBox())?.height;
    await desk.evaluate(recordWords);

    await crashAndReturn(caller, sam.hz);
    await expect(card).toHaveAttribute("data-tone", "on_air");
    await crashAndReturn(caller, sam.hz);
    await expect(card).toHaveAttribute("data-tone", "on_air");

    const words = await readWords(desk);
    expect(words.some((one) => one.includes("Sound interrupted, reconnecting…"))).toBe(true);
    expect(words.filter((one) => LOSSES.test(one))).toEqual([]);
    expect((await card.boundingBox())?.height).toBe(height);
    expect(caller.status).toBe("talking");
  });

  test("[CN27] leaves a call on hold, and its operator can resume it", async () => {
    const caller = await rings(sam);
    await answer(desk, sam.name);
    await untilListenerReceives(caller, operatorHz);
    const card = lineCard(desk, 1);
    await card.getByRole("button", { name: /^hold/i }).click();
    await expect(card.getByRole("button", { name: "Resume" })).toBeVisible();
    await desk.evaluate(recordWords);

    await crash();
    await untilMusic(caller);
    await expect(desk.getByText("The telephone exchange does not answer.")).toHaveCount(0);
    await untilListenerReceivesFor(caller, 3_000);

    expect(caller.toneAmplitude(operatorHz, 3_000)).toBeLessThan(GONE);
    await expect(card).toHaveAttribute("data-tone", "held");
    expect((await readWords(desk)).filter((one) => LOSSES.test(one))).toEqual([]);
    await card.getByRole("button", { name: "Resume" }).click();
    await untilListenerReceives(caller, operatorHz);
    await untilBrowserReceives(desk, sam.hz);
  });

  test("leaves a muted line muted", async () => {
    const caller = await rings(sam);
    await answer(desk, sam.name);
    await untilListenerReceives(caller, operatorHz);
    const card = lineCard(desk, 1);
    await card.getByRole("button", { name: "Mute line 1" }).click();
    await untilListenerReceivesNo(caller, operatorHz);

    await crash();
    await untilBrowserReceives(desk, sam.hz);
    await untilListenerReceivesFor(caller, 2_000);

    expect(caller.toneAmplitude(operatorHz, 2_000)).toBeLessThan(GONE);
    await card.getByRole("button", { name: "Line 1 muted" }).click();
    await untilListenerReceives(caller, operatorHz);
  });

  test("[CN27] does not reconnect the operator to a call that the operator ends or holds meanwhile", async () => {
    const ended = await rings(sam);
    await answer(desk, sam.name);
    await untilListenerReceives(ended, operatorHz);
    const card = lineCard(desk, 1);

    await station.kill("exchange");
    await pressEnd(desk);
    await ended.ended;
    await expect(queueRow(desk, sam.name)).toHaveCount(0);
    await expect(card.getByText("Registered")).toBeVisible();

    const held = await rings(kim);
    await answer(desk, kim.name);
    await untilListenerReceives(held, operatorHz);
    await station.kill("exchange");
    await card.getByRole("button", { name: /^hold/i }).click();
    await expect(card.getByRole("button", { name: "Resume" })).toBeVisible();
    await untilMusic(held);
    await untilListenerReceivesFor(held, 3_000);
    expect(held.toneAmplitude(operatorHz, 2_000)).toBeLessThan(GONE);
    await card.getByRole("button", { name: "Resume" }).click();
    await untilListenerReceives(held, operatorHz);
  });

  test("[CN29] brings back a conference, with its muted member", async () => {
    const first = await rings(sam);
    const second = await rings(kim);
    await answer(desk, sam.name);
    await untilListenerReceives(first, operatorHz);
    await queueRow(desk, kim.name)
      .getByRole("button", { name: /^more for/i })
      .click();
    await desk.getByRole("menuitem", { name: "Bring into the conference" }).click();
    await untilListenerReceives(second, operatorHz);
    await untilListenerReceives(first, kim.hz);
    await untilListenerReceives(second, sam.hz);
    await memberOf(desk, kim.name)
      .getByRole("button", { name: `Mute ${kim.name}` })
      .click();
    await untilListenerReceivesNo(first, kim.hz);

    await crash();
    await untilListenerReceives(first, operatorHz);
    await untilListenerReceives(second, operatorHz);
    await untilListenerReceives(second, sam.hz);
    await untilBrowserReceivesAmong(desk, sam.hz);
    await untilListenerReceivesFor(first, 1_500);
    expect(first.toneAmplitude(kim.hz, 1_000)).toBeLessThan(GONE);
    await expect(lineCard(desk, 1)).toContainText("Conference, 2 people");
    expect([first.status, second.status]).toEqual(["talking", "talking"]);
  });

  test("[CN29] brings back a conference of two operators, with its muted and held members", async () => {
    const other = await openBrowser({ microphoneHz: colleagueHz });
    try {
      const [first, second, third] = [await rings(sam), await rings(kim), await rings(lee)];
      await answer(desk, sam.name);
      await untilListenerReceives(first, operatorHz);
      for (const { name } of [kim, lee]) {
        await chooseFromRowMenu(desk, name, "Bring into the conference");
      }
      for (const { hz } of [kim, lee]) {
        await untilListenerReceives(first, hz);
      }
      await pressMember(desk, kim.name, "Mute");
      await untilListenerReceivesNo(first, kim.hz);
      await pressMember(desk, lee.name, "Hold");
      await untilMusic(third);
      const colleague = await openDesk(await openContext(other.browser), station, "Carla");
      await chooseFromRowMenu(colleague, sam.name, "Join the conference on line 1");
      await untilListenerReceives(first, colleagueHz);
      for (const page of [desk, colleague]) {
        await page.evaluate(recordWords);
      }

      for (let crashes = 0; crashes < 2; crashes += 1) {
        await crash();
        for (const listener of [first, second]) {
          await untilListenerReceives(listener, operatorHz);
          await untilListenerReceives(listener, colleagueHz);
        }
        await untilMusic(third);
        await untilListenerReceivesFor(first, 1_500);
        expect(first.toneAmplitude(kim.hz, 1_000)).toBeLessThan(GONE);
        expect(third.toneAmplitude(operatorHz, 1_000)).toBeLessThan(GONE);
      }

      for (const page of [desk, colleague]) {
        await expect(lineCard(page, 1)).toContainText("Conference, 3 people");
        expect((await readWords(page)).filter((one) => LOSSES.test(one))).toEqual([]);
      }
      await untilBrowserReceivesAmong(colleague, sam.hz);
      await untilBrowserReceivesAmong(desk, sam.hz);
    } finally {
      await other.close();
    }
  });
});
