import { expect, type Page, test } from "@playwright/test";

import { ring, type SipListener, type Station, startStation } from "@linedesk/testkit";
import { openBrowser, openContext, type TestBrowser } from "./support/browser.ts";
import { lineCard, openDesk, queueRow } from "./support/desk.ts";
import { listenerHz, operatorHz, untilListenerReceives } from "./support/listen.ts";

const shown = "0491 570 157";

test.describe("two operators", () => {
  let station: Station;
  let chromium: TestBrowser;
  let desks: [Page, Page];
  let listener: SipListener;

  test.beforeAll(async () => {
    station = await startStation({ from: "bundles" });
    chromium = await openBrowser({ microphoneHz: operatorHz });
    async function open(person: "Alice" | "Bob"): Promise<Page> {
      return openDesk(await openContext(chromium.browser), station, person);
    }
    desks = [await open("Alice"), await open("Bob")];
  });
  test.afterAll(async () => {
    await listener?.close();
    await chromium?.close();
    await station?.close();
  });

  test("[DS2] [DS3] press answer at once: one gets the call, the other is told who has it", async () => {
    const exchange = { address: station.sip.host, port: station.sip.port };
    const call = { exchange, from: "+61491570157", to: "+61255500101", sends: listenerHz };
    listener = await ring(call);
    for (const desk of desks) {
      await expect(queueRow(desk, shown)).toBeVisible();
    }
    await desks[0].waitForTimeout(400);

    await Promise.all(
      desks.map((desk) =>
        queueRow(desk, shown)
          .getByRole("button", { name: /^answer/i })
          .click({ force: true }),
      ),
    );

    await untilListenerReceives(listener, operatorHz);
    function areTalking() {
      return Promise.all(desks.map((desk) => lineCard(desk, 1).getByText("On line 1").isVisible()));
    }
    // The sound may be there before the page has drawn it.
    await expect.poll(async () => (await areTalking()).filter(Boolean).length).toBe(1);
    const talking = await areTalking();
    const [winner, loser] = talking[0] ? desks : [desks[1], desks[0]];
    const name = talking[0] ? "Alice" : "Bob";
    await expect(loser.getByText(new RegExp(`${name} (has|took|is)`, "i")).first()).toBeVisible();
    await expect(lineCard(loser, 1).getByText("No call")).toBeVisible();
    await expect(queueRow(loser, shown)).toContainText(name);
    await expect(queueRow(winner, shown)).toContainText("On line 1");

    await listener.hangUp();
    for (const desk of desks) {
      await expect(lineCard(desk, 1).getByText("No call")).toBeVisible();
      await expect(desk.getByText("Waiting").locator("xpath=following::dd[1]")).toHaveText("0");
    }
  });
});
