import { expect, type Page, test } from "@playwright/test";

import { ring, type SipListener, type Station, startStation } from "@linedesk/testkit";
import { openBrowser, openContext, type TestBrowser } from "./support/browser.ts";
import {
  answer,
  lineCard,
  openDesk,
  type Person,
  pressEnd,
  queueRow,
  untilClickable,
} from "./support/desk.ts";
import {
  listenerHz,
  operatorHz,
  untilBrowserReceives,
  untilListenerReceives,
  untilListenerReceivesNo,
  untilMusic,
} from "./support/listen.ts";

const priya = { from: "+61491570156", name: "Priya Nair" };
const tom = { from: "+61491570157", name: "Tom Walsh" };
const jack = { from: "+61491570159", name: "Jack O'Brien" };

/** A command runs at most every 300 ms, and a row ignores clicks in its first 300 ms. */
const KEY_PAUSE_MS = 350;

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) {
    await page.waitForTimeout(KEY_PAUSE_MS);
    await page.keyboard.press(key);
  }
}

/** Takes the focus out of every field, as a click beside the rows does. */
async function leaveFields(page: Page): Promise<void> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
}

test.describe("in a show with screener, presenter and producer,", () => {
  let station: Station;
  let chromium: TestBrowser;
  let screener: Page;
  let presenter: Page;
  let producer: Page;
  const listeners: SipListener[] = [];

  test.beforeAll(async () => {
    station = await startStation({ from: "bundles" });
    chromium = await openBrowser({ microphoneHz: operatorHz });
    async function open(person: Person): Promise<Page> {
      return openDesk(await openContext(chromium.browser), station, person);
    }
    screener = await open("Bob");
    presenter = await open("Carla");
    producer = await open("Alice");
  });
  test.afterAll(async () => {
    await Promise.all(listeners.map((listener) => listener.close()));
    await chromium?.close();
    await station?.close();
  });

  async function rings(caller: typeof priya): Promise<SipListener> {
    const exchange = { address: station.sip.host, port: station.sip.port };
    const call = { exchange, from: caller.from, to: "+61255500101", sends: listenerHz };
    const listener = await ring(call);
    listeners.push(listener);
    await listener.answered;
    for (const page of [screener, presenter, producer]) {
      await queueRow(page, caller.name).waitFor();
    }
    return listener;
  }

  test("[AC4] [AC7] [LN23] [KY22] [KY23] a caller is verified, taken next, handed over, swapped, ended and restored, and hears an operator or music after each step", async () => {
    const first = await rings(priya);

    await test.step("the screener verifies: the caller leaves that line and is ready", async () => {
      await answer(screener, priya.name);
      await untilListenerReceives(first, operatorHz);
      await leaveFields(screener);
      await press(screener, "v");
      const missing = screener.getByText(/Priya Nair: point not known yet/);
      await expect(missing).toBeVisible();
      await press(screener, "v");
      await expect(lineCard(screener, 1).getByText("No call")).toBeVisible();
      await expect(queueRow(presenter, priya.name)).toContainText("Verified");
      await untilListenerReceivesNo(first, operatorHz);
      await untilMusic(first);
    });

    await test.step("the presenter takes next and offers the call to the producer", async () => {
      await press(presenter, "F2");
      await untilListenerReceives(first, operatorHz);
      await untilBrowserReceives(presenter, listenerHz);
      await leaveFields(presenter);
      await press(presenter, "g");
      await presenter.getByRole("menuitem", { name: /^Alice/ }).click();
      await expect(lineCard(presenter, 1).getByText("Offered to Alice")).toBeVisible();
      const offered = lineCard(producer, 1);
      await expect(offered.getByText("Offered by Carla")).toBeVisible();
      await expect(offered.getByRole("heading", { name: priya.name })).toBeVisible();
      await expect(offered.getByText(/^(?:20|1\d) s$/)).toBeVisible();
      await untilListenerReceivesNo(first, operatorHz);
      await untilMusic(first);
    });

    await test.step("the returned call is on hold with the person who offered it, and the colleague takes a second offer", async () => {
      await press(producer, "b");
      await expect(lineCard(producer, 1).getByText("No call")).toBeVisible();
      await expect(lineCard(presenter, 1).getByRole("button", { name: /^Resume/ })).toBeVisible();
      await press(presenter, "g");
      await presenter.getByRole("menuitem", { name: /^Alice/ }).click();
      await expect(lineCard(producer, 1).getByText("Offered by Carla")).toBeVisible();
      await press(producer, "a");
      await expect(lineCard(producer, 1).getByText("On line 1")).toBeVisible();
      await expect(lineCard(presenter, 1).getByText("No call")).toBeVisible();
      await untilListenerReceives(first, operatorHz);
      await untilBrowserReceives(producer, listenerHz);
    });

    const second = await rings(tom);
    await test.step("a second caller is on the other line, and the lines are swapped", async () => {
      await press(producer, "2");
      await answer(producer, tom.name);
      await untilListenerReceives(second, operatorHz);
      await untilListenerReceivesNo(first, operatorHz);
      // Sound can flow before the accept is answered, but the Swap button appears only afterwards.
      await expect(lineCard(producer, 2).getByRole("button", { name: /^Swap/ })).toBeVisible();
      await leaveFields(producer);
      await press(producer, "o");
      await expect(lineCard(producer, 1).getByRole("heading", { name: tom.name })).toBeVisible();
      await expect(lineCard(producer, 2).getByRole("heading", { name: priya.name })).toBeVisible();
      await untilListenerReceives(second, operatorHz);
      await untilMusic(first);
      await press(producer, "1", "F8");
      await untilListenerReceivesNo(second, operatorHz);
      await press(producer, "F8");
      await untilListenerReceives(second, operatorHz);
    });

    await test.step("after a hang-up the caller hears music, and undo returns the caller to the same line", async () => {
      await pressEnd(producer);
      await expect(producer.getByText("Ended Tom Walsh. Undo within 4 s")).toBeVisible();
      await press(producer, "z");
      await expect(lineCard(producer, 1).getByText("On line 1")).toBeVisible();
      await untilListenerReceives(second, operatorHz);
      await expect(producer.getByText("Ended Tom Walsh. Undo within 4 s")).toHaveCount(0);
    });

    await test.step("a locked call cannot be ended, and after the unlock it ends if nobody presses undo", async () => {
      await leaveFields(producer);
      await press(producer, "l");
      await expect(lineCard(producer, 1).getByRole("button", { name: "Unlock" })).toBeVisible();
      await pressEnd(producer);
      await expect(producer.getByText("Tom Walsh is locked. The call was not ended")).toBeVisible();
      await lineCard(producer, 1).getByRole("button", { name: "Unlock" }).first().click();
      await expect(lineCard(producer, 1).getByRole("button", { name: "Unlock" })).toHaveCount(0);
      await pressEnd(producer);
      expect(await second.ended).toMatchObject({ by: "exchange" });
    });

    const third = await rings(jack);
    await test.step("in the queue N, L and V toggle the marks of the row with the cursor", async () => {
      const row = queueRow(screener, jack.name);
      await row.focus();
      await press(screener, "n");
      await expect(queueRow(presenter, jack.name)).toContainText("NEXT");
      await press(screener, "l");
      await expect(queueRow(presenter, jack.name).getByText("locked")).toHaveCount(1);
      await press(screener, "l");
      await expect(queueRow(presenter, jack.name).getByText("locked")).toHaveCount(0);
      await press(screener, "v", "v");
      await expect(queueRow(presenter, jack.name).getByText("verified")).toHaveCount(1);
      await press(screener, "v");
      await expect(queueRow(presenter, jack.name).getByText("verified")).toHaveCount(0);
    });
    await test.step("every seat shows a rejected row struck through until the rejection is undone", async () => {
      await queueRow(producer, jack.name).focus();
      await press(producer, "Delete", "Delete");
      await expect(queueRow(producer, jack.name)).toContainText("Rejected");
      await expect(queueRow(presenter, jack.name)).toHaveAttribute("data-tone", "leaving");
      await expect(producer.getByText("Rejected Jack O'Brien")).toBeVisible();
      await press(producer, "z");
      await expect(queueRow(presenter, jack.name)).toHaveAttribute("data-tone", "next");
      await untilMusic(third);
      await press(producer, "Delete", "Delete");
      expect(await third.ended).toMatchObject({ by: "exchange" });
    });
    expect(first.status).toBe("talking");
    await first.hangUp();
    await expect(lineCard(producer, 2).getByText("No call")).toBeVisible();
  });

  test("[DS2] when five desks answer one caller at once, one has the call with sound, and the others see who has it", async () => {
    const open = async (person: Person) =>
      openDesk(await openContext(chromium.browser), station, person);
    const desks = { Bob: screener, Carla: presenter, Alice: producer } as Record<Person, Page>;
    desks.Dan = await open("Dan");
    desks.Erin = await open("Erin");
    await press(presenter, "1");
    const caller = await rings(priya);
    await Promise.all(Object.values(desks).map((page) => untilClickable(page, priya.name)));

    const answers = Object.values(desks).map((page) =>
      queueRow(page, priya.name)
        .getByRole("button", { name: /^answer/i })
        .click({ timeout: 5_000 }),
    );
    await Promise.allSettled(answers);

    await untilListenerReceives(caller, operatorHz);
    const onLine = async () => {
      const shown = Object.entries(desks).map(async ([person, page]) =>
        (await lineCard(page, 1).getByText("On line 1", { exact: true }).isVisible())
          ? [person as Person]
          : [],
      );
      return (await Promise.all(shown)).flat();
    };
    await expect.poll(async () => (await onLine()).length).toBe(1);
    const [winner = "Bob"] = await onLine();
    await untilBrowserReceives(desks[winner], listenerHz);
    for (const [person, page] of Object.entries(desks)) {
      if (person !== winner) {
        await expect(queueRow(page, priya.name)).toContainText(winner);
        await expect(lineCard(page, 1).getByText("No call")).toBeVisible();
      }
    }
    await caller.hangUp();
  });
});
