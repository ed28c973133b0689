import { expect, type Locator, type Page, test } from "@playwright/test";

import { ring, startStation, type SipListener } from "@linedesk/testkit";
import { callApi } from "./support/api.ts";
import { measureBrowserTone, openBrowser, openContext } from "./support/browser.ts";
import { answer, lineCard, openDesk, pressEnd, queueRow } from "./support/desk.ts";
import {
  operatorHz,
  untilListenerReceives,
  untilListenerReceivesNo,
  untilMusic,
} from "./support/listen.ts";
import { pollUntil } from "./support/poll-until.ts";

const priya = { from: "+61491570156", name: "Priya Nair", hz: 440 };
const tom = { from: "+61491570157", name: "Tom Walsh", hz: 1600 };
const colleagueHz = 2200;
/** A lost softphone leaves after 5 s of silence and the timeout of its signalling. */
const LOST_MS = 45_000;

/** Waits for one of several tones by its own amplitude, however loud the others are. */
function untilBrowserReceivesAmong(page: Page, hz: number) {
  return pollUntil(
    `the browser receives ${hz} Hz among others`,
    () => measureBrowserTone(page, hz),
    ({ share, level }) => level * Math.sqrt(2 * share) > 0.02,
  );
}

async function chooseFromMenu(page: Page, row: string, entry: string): Promise<void> {
  await queueRow(page, row)
    .getByRole("button", { name: /^more for/i })
    .click();
  await page.getByRole("menuitem", { name: entry }).click();
}

async function set(page: Page, setting: string, value: unknown): Promise<void> {
  const answered = await callApi(page, "/api/user/settings", { setting, value });
  expect(answered.status()).toBe(200);
}

/** Returns this line's share of the width of both lines. */
async function shareOfRow(line: Locator, other: Locator): Promise<number> {
  const [width = 0, beside = 0] = await Promise.all(
    [line, other].map(async (card) => (await card.boundingBox())?.width),
  );
  return width / (width + beside);
}

/** Finds a member on the card of line 1. */
function memberRow(page: Page, name: string): Locator {
  return lineCard(page, 1)
    .getByRole("list", { name: "In the conference" })
    .getByRole("listitem")
    .filter({ hasText: name });
}

test("[CF4] [CF6] [CF8] [CF17] [CF22] [CF14] [CF24] [LN11] [LN27] a conference with two callers and an operator runs from its start to its end", async () => {
  await using station = await startStation({ from: "bundles" });
  const own = await openBrowser({ microphoneHz: operatorHz });
  const other = await openBrowser({ microphoneHz: colleagueHz });
  const exchange = { address: station.sip.host, port: station.sip.port };
  function rings(caller: typeof priya): Promise<SipListener> {
    return ring({ exchange, from: caller.from, to: "+61255500101", sends: caller.hz });
  }
  const desk = await openDesk(await openContext(own.browser), station, "Alice");
  const colleague = await openDesk(await openContext(other.browser), station, "Dan");
  const first = await rings(priya);
  const second = await rings(tom);
  const line = lineCard(desk, 1);
  async function untilAllReceive(theirs: number, isAudible = true): Promise<void> {
    const until = isAudible ? untilListenerReceives : untilListenerReceivesNo;
    await until(first, tom.hz);
    await until(second, priya.hz);
    await until(first, theirs);
    await until(second, theirs);
  }
  try {
    await test.step("a caller talks with the operator, another is added by the row's menu, and talking members are shown", async () => {
      await queueRow(desk, tom.name).waitFor();
      await answer(desk, priya.name);
      await untilListenerReceives(first, operatorHz);
      expect(await shareOfRow(line, lineCard(desk, 2))).toBeCloseTo(0.75, 1);
      await chooseFromMenu(desk, tom.name, "Bring into the conference");
      await untilAllReceive(operatorHz);
      await untilBrowserReceivesAmong(desk, priya.hz);
      await untilBrowserReceivesAmong(desk, tom.hz);
      await expect(line).toContainText("Conference, 2 people");
      for (const { name } of [priya, tom]) {
        await expect(memberRow(desk, name)).toContainText("talking");
      }
    });
    await test.step("one caller is held with music and not heard", async () => {
      await memberRow(desk, tom.name)
        .getByRole("button", { name: `Hold ${tom.name}` })
        .click();
      await untilListenerReceivesNo(first, tom.hz);
      await untilListenerReceivesNo(second, priya.hz);
      await untilListenerReceivesNo(second, operatorHz);
      await untilMusic(second);
    });
    await test.step("this caller talks privately with the operator, and the other caller hears neither of them", async () => {
      await memberRow(desk, tom.name)
        .getByRole("button", { name: `Talk privately with ${tom.name}` })
        .click();
      await untilListenerReceives(second, operatorHz);
      await untilListenerReceivesNo(first, operatorHz);
      await untilListenerReceivesNo(first, tom.hz);
      await untilListenerReceivesNo(second, priya.hz);
      await expect(lineCard(desk, 2)).toContainText("Private talk");
      await expect(memberRow(desk, tom.name)).toContainText("in a private talk");
      // Beside another call the conference has half of the width.
      const leave = await line.getByRole("button", { name: "Leave, keep them on" }).boundingBox();
      const row = await memberRow(desk, priya.name).boundingBox();
      expect((leave?.x ?? 0) + (leave?.width ?? 0)).toBeLessThanOrEqual(row?.x ?? 0);
      await lineCard(desk, 2).getByRole("button", { name: "Back on hold" }).click();
      await untilListenerReceives(first, operatorHz);
      await untilListenerReceivesNo(second, operatorHz);
      await untilMusic(second);
      await untilListenerReceivesNo(first, tom.hz);
      await memberRow(desk, tom.name)
        .getByRole("button", { name: `Resume ${tom.name}` })
        .click();
      await untilAllReceive(operatorHz);
    });
    await test.step("the line holds and resumes all callers", async () => {
      await line.getByRole("button", { name: "Hold all" }).click();
      await untilAllReceive(operatorHz, false);
      await line.getByRole("button", { name: "Resume all" }).click();
      await untilAllReceive(operatorHz);
    });
    await test.step("one caller is removed, and added again from the selected rows of the queue", async () => {
      await memberRow(desk, tom.name)
        .getByRole("button", { name: `Take ${tom.name} out of the conference` })
        .click();
      await untilListenerReceivesNo(first, tom.hz);
      await untilListenerReceivesNo(second, operatorHz);
      await expect(queueRow(desk, tom.name)).toContainText("Hold");
      await chooseFromMenu(desk, tom.name, "Select");
      await desk.getByRole("button", { name: "Bring 1 to the conference" }).click();
      await untilAllReceive(operatorHz);
    });
    await test.step("a colleague whose lines start muted joins: callers hear each other, and hear the colleague after the unmute", async () => {
      await set(colleague, "MUTEDEVICE", true);
      await chooseFromMenu(colleague, priya.name, "Join the conference on line 1");
      await untilBrowserReceivesAmong(colleague, priya.hz);
      await untilBrowserReceivesAmong(colleague, tom.hz);
      await expect(lineCard(colleague, 1)).toContainText("Conference, 2 people");
      await untilListenerReceivesNo(first, colleagueHz);
      await untilAllReceive(operatorHz);
      await lineCard(colleague, 1).getByRole("button", { name: "Line 1 muted" }).click();
      await untilAllReceive(colleagueHz);
      await untilBrowserReceivesAmong(desk, colleagueHz);
    });
    await test.step("the first operator's browser is lost, and the conference continues with the colleague", async () => {
      await expect(queueRow(colleague, priya.name)).toContainText("Alice, line 1");
      await own.close();
      for (const { name } of [priya, tom]) {
        await expect(queueRow(colleague, name)).toContainText("On line 1", { timeout: LOST_MS });
      }
      await untilListenerReceivesNo(first, operatorHz);
      await untilAllReceive(colleagueHz);
    });
    await test.step("one button puts the callers on hold or, by the setting, ends the conference for all", async () => {
      await set(colleague, "CONFERENCEENDBEHAVIOR", "HOLD");
      const end = (words: string) => lineCard(colleague, 1).getByRole("button", { name: words });
      await expect(end("Put callers on hold")).toBeVisible();
      await pressEnd(colleague);
      await untilAllReceive(colleagueHz, false);
      await untilMusic(first);
      await untilMusic(second);
      await set(colleague, "MUTEDEVICE", false);
      await queueRow(colleague, priya.name)
        .getByRole("button", { name: /^resume/i })
        .click();
      await untilListenerReceives(first, colleagueHz);
      await chooseFromMenu(colleague, tom.name, "Bring into the conference");
      await untilAllReceive(colleagueHz);
      await set(colleague, "CONFERENCEENDBEHAVIOR", "END");
      await expect(end("End for all")).toBeVisible();
      await pressEnd(colleague);
      await first.ended;
      await second.ended;
      await expect(lineCard(colleague, 1)).not.toContainText("Conference");
    });
  } finally {
    await first.close();
    await second.close();
    await own.close();
    await other.close();
  }
});
