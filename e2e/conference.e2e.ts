import { expect, test } from "@playwright/test";

import { ring, startStation } from "@linedesk/testkit";
import { openBrowser, openContext } from "./support/browser.ts";
import { answer, lineCard, openDesk, pressEnd, queueRow } from "./support/desk.ts";
import {
  operatorHz,
  untilBrowserReceives,
  untilListenerReceives,
  untilListenerReceivesNo,
} from "./support/listen.ts";

const priya = { from: "+61491570156", name: "Priya Nair", hz: 440 };
const tom = { from: "+61491570157", name: "Tom Walsh", hz: 1600 };

test("[CF18] [CF6] [CF8] two callers and an operator hear each other; one is held; a tab is closed; a colleague takes over and ends it for all", async () => {
  test.setTimeout(180_000);
  await using station = await startStation({ from: "bundles" });
  const chromium = await openBrowser({ microphoneHz: operatorHz });
  const exchange = { address: station.sip.host, port: station.sip.port };
  function rings(caller: typeof priya) {
    return ring({ exchange, from: caller.from, to: "+61255500101", sends: caller.hz });
  }
  const desk = await openDesk(await openContext(chromium.browser), station, "Carla");
  const colleague = await openDesk(await openContext(chromium.browser), station, "Alice");
  const first = await rings(priya);
  const second = await rings(tom);
  const card = desk.getByRole("region", { name: "Conference", exact: true });
  try {
    await test.step("a caller is talked with and another brought in", async () => {
      await queueRow(desk, tom.name).waitFor();
      await answer(desk, priya.name);
      await untilListenerReceives(first, operatorHz);
      await lineCard(desk, 1).getByRole("button", { name: "Conf +" }).click();
      await card.getByRole("button", { name: `Bring ${tom.name} into the conference` }).click();
      await untilListenerReceives(first, tom.hz);
      await untilListenerReceives(second, priya.hz);
      await untilListenerReceives(second, operatorHz);
      await untilBrowserReceives(desk, priya.hz);
      await untilBrowserReceives(desk, tom.hz);
      await expect(lineCard(desk, 1)).toContainText("Conference, 2 people");
    });
    await test.step("one is held and heard by nobody, then all are and come back", async () => {
      await card.getByRole("button", { name: `Hold ${tom.name}` }).click();
      await untilListenerReceivesNo(first, tom.hz);
      await untilListenerReceivesNo(second, priya.hz);
      await card.getByRole("button", { name: `Let ${tom.name} back` }).click();
      await untilListenerReceives(first, tom.hz);
      await lineCard(desk, 1).getByRole("button", { name: "Hold", exact: true }).click();
      await untilListenerReceivesNo(first, operatorHz);
      await untilListenerReceivesNo(first, tom.hz);
      await lineCard(desk, 1).getByRole("button", { name: "Resume", exact: true }).click();
      await untilListenerReceives(first, tom.hz);
      await untilListenerReceives(second, operatorHz);
    });
    await test.step("the tab is closed: the callers hear each other, and a colleague takes over", async () => {
      await desk.close();
      await untilListenerReceivesNo(first, operatorHz);
      await untilListenerReceives(first, tom.hz);
      await untilListenerReceives(second, priya.hz);
      await queueRow(colleague, tom.name)
        .getByRole("button", { name: /take over/i })
        .click();
      await untilListenerReceives(first, operatorHz);
      await untilListenerReceives(second, operatorHz);
      await untilBrowserReceives(colleague, priya.hz);
    });
    await test.step("the end is for all, as its words say", async () => {
      const end = lineCard(colleague, 1).getByRole("button", { name: "End for all" });
      await expect(end).toBeVisible();
      await pressEnd(colleague);
      await first.ended;
      await second.ended;
      await expect(lineCard(colleague, 1)).not.toContainText("Conference");
    });
  } finally {
    await first.close();
    await second.close();
    await chromium.close();
  }
});
