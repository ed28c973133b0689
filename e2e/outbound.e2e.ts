import { expect, type Page, test } from "@playwright/test";
import { Client } from "pg";

import { ring, type SipListener, type Station, startStation } from "@linedesk/testkit";
import {
  measureBrowserTone,
  openBrowser,
  openContext,
  type TestBrowser,
} from "./support/browser.ts";
import {
  answer,
  choose,
  chooseFromRowMenu,
  lineCard,
  openDesk,
  pressEnd,
  pressInRow,
  queueRow,
} from "./support/desk.ts";
import { listenerHz, operatorHz, untilBrowserReceives } from "./support/listen.ts";
import { pollUntil } from "./support/poll-until.ts";

/** The first number of the demonstration telephone, with its listener's name. */
const number = "0491 570 006";
const known = "Kim Ng";
/** The limit is short enough to give the first warning at once, and long enough for the test. */
const maxDialS = 100;

test.describe("dialling out", () => {
  let station: Station;
  let operator: TestBrowser;
  let far: TestBrowser;
  let desk: Page;
  let phone: Page;
  const listeners: SipListener[] = [];

  test.beforeAll(async () => {
    station = await startStation({ from: "bundles" });
    const database = new Client({ connectionString: station.databaseUrl });
    await database.connect();
    await database.query("update station_telephony set max_dial_s = $1", [maxDialS]);
    await database.end();
    operator = await openBrowser({ microphoneHz: operatorHz });
    far = await openBrowser({ microphoneHz: listenerHz });
    desk = await openDesk(await openContext(operator.browser), station, "Alice");
    phone = await (await openContext(far.browser)).newPage();
    await phone.goto(`${station.url}/phone`);
    await expect(phone.getByLabel("Call from")).toHaveValue("+61491570006");
  });
  test.afterAll(async () => {
    for (const listener of listeners) {
      await listener.close();
    }
    await far?.close();
    await operator?.close();
    await station?.close();
  });

  test("[OB3] [OB8] [OB17] [OB25] [PN1] [KY1] a dialled number rings, is busy, is redialled and answered with sound, and gets more time", async () => {
    await desk.getByRole("button", { name: "Select line 1" }).focus();
    await desk.keyboard.press("d");
    const dial = desk.getByRole("region", { name: "Dial" });
    await expect(dial.getByLabel("To")).toBeFocused();
    await dial.getByLabel("To").fill("(0491) 570-006");
    await expect(dial.getByRole("strong").filter({ hasText: number })).toBeVisible();
    await expect(dial.getByText(known).first()).toBeVisible();

    await desk.keyboard.press("Enter");
    await expect(lineCard(desk, 1).getByText("Dialling")).toBeVisible();
    await expect(phone.getByText("The station calls")).toBeVisible();
    // There is no answer yet: the operator hears the ringing.
    await pollUntil(
      "the operator hears the ringing",
      () => measureBrowserTone(desk, operatorHz),
      ({ level }) => level > 0.01,
    );

    await phone.getByRole("button", { name: "Decline" }).click();
    await expect(dial.getByText(`${known}: busy`)).toBeVisible();
    await expect(lineCard(desk, 1).getByText(`${known}: busy`)).toBeVisible();

    await dial.getByRole("button", { name: "Redial" }).click();
    await phone.getByRole("button", { name: "Answer" }).click();
    await expect(lineCard(desk, 1).getByText("On line 1")).toBeVisible();
    await untilBrowserReceives(phone, operatorHz);
    await untilBrowserReceives(desk, listenerHz);

    const warning = lineCard(desk, 1).getByText(/^Ends in/);
    await expect(warning).toBeVisible();
    await lineCard(desk, 1).getByRole("button", { name: "10 min more" }).click();
    await expect(warning).toHaveCount(0);

    await pressEnd(desk);
    await expect(lineCard(desk, 1).getByText("No call")).toBeVisible();
    await expect(phone.getByText("The call has ended")).toBeVisible();

    // When the panel is open, its key moves the focus to its field, and Escape closes the panel
    // from there.
    await desk.keyboard.press("d");
    await expect(dial.getByRole("combobox", { name: "To" })).toBeFocused();
    await desk.keyboard.press("Escape");
    await expect(dial).toHaveCount(0);
  });

  test("[OB18] [OB24] [PN1] a caller who is to be called back later keeps the row, and is called from this row", async () => {
    const listener = await ring({
      exchange: exchangeOf(station),
      from: "+61491570006",
      to: "+61255500101",
    });
    listeners.push(listener);
    const row = queueRow(desk, number);
    await row.waitFor();
    await choose(desk, number);
    await chooseFromRowMenu(desk, number, "Call back later");
    await expect(row.getByText("Call back", { exact: true })).toBeVisible();
    expect(await listener.ended).toMatchObject({ by: "exchange" });
    await expect(row.getByText("Call back", { exact: true })).toBeVisible();

    await desk.getByRole("button", { name: "Call this number" }).click();
    const dial = desk.getByRole("region", { name: "Dial" });
    await expect(dial.getByLabel("To")).toHaveValue(number);
    await dial.getByRole("button", { name: "Close" }).click();

    await pressInRow(desk, number, /^call .* back/i);
    await phone.getByRole("button", { name: "Decline" }).click();
    await expect(row.getByText("no answer once")).toBeVisible();

    await pressInRow(desk, number, /^call .* back/i);
    await phone.getByRole("button", { name: "Answer" }).click();
    await untilBrowserReceives(phone, operatorHz);
    await untilBrowserReceives(desk, listenerHz);
    await pressEnd(desk);
    await expect(lineCard(desk, 1).getByText("No call")).toBeVisible();
  });

  test("[PN2] [KY5] a digit of the keypad is heard as its tones at the caller's end", async () => {
    const listener = await ring({
      exchange: exchangeOf(station),
      from: "+61491570158",
      to: "+61255500101",
      dtmf: "sound",
    });
    listeners.push(listener);
    await answer(desk, "0491 570 158");
    await expect(lineCard(desk, 1).getByText("On line 1")).toBeVisible();
    await lineCard(desk, 1)
      .getByRole("button", { name: /^keypad/i })
      .click();
    const keypad = desk.getByRole("group", { name: "Keypad" });
    await expect(desk.getByRole("grid", { name: "Callers in the queue" })).toBeVisible();

    await desk.keyboard.press("5");
    await pollUntil(
      "the caller hears both tones of 5",
      () => Math.min(listener.toneAmplitude(770, 400), listener.toneAmplitude(1336, 400)),
      (level) => level > 0.01,
    );
    await keypad.getByRole("button", { name: "Send #" }).click();
    await expect(keypad.locator("output").first()).toHaveText("Sent5#");
    await desk.keyboard.press("Escape");
    await expect(keypad).toHaveCount(0);
    await pressEnd(desk);
  });
});

function exchangeOf({ sip }: Station): { address: string; port: number } {
  return { address: sip.host, port: sip.port };
}
