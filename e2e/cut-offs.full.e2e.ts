import { expect, type Page, test } from "@playwright/test";

import {
  answerCalls,
  type AnsweringListener,
  ring,
  type SipListener,
  type Station,
  startStation,
} from "@linedesk/testkit";
import { openBrowser, openContext, type TestBrowser } from "./support/browser.ts";
import { answer, lineCard, openDesk, queueRow, untilReady } from "./support/desk.ts";
import { listenerHz, operatorHz, untilListenerReceives } from "./support/listen.ts";

const onLine = { from: "+61491571266", shown: "0491 571 266" };
const waiting = { from: "+61491573770", shown: "0491 573 770" };
const third = { from: "+61491571267", shown: "0491 571 267" };

test.describe("callers who were cut off", () => {
  let station: Station;
  let far: AnsweringListener;
  let alice: TestBrowser;
  let bob: TestBrowser;
  const desks: Page[] = [];
  const listeners: SipListener[] = [];

  async function rings(from: string): Promise<SipListener> {
    const exchange = { address: station.sip.host, port: station.sip.port };
    const listener = await ring({ exchange, from, to: "+61255500101", sends: listenerHz });
    listeners.push(listener);
    await listener.answered;
    return listener;
  }

  test.beforeAll(async () => {
    far = await answerCalls({ does: { type: "answer" } });
    const { address, port } = far.address;
    const env = { SIP_PEER: `${address}:${port}`, SIP_OPEN: "true", KEEP_CALLS: "off" };
    station = await startStation({ from: "bundles", env });
    alice = await openBrowser({ microphoneHz: operatorHz });
    bob = await openBrowser({ microphoneHz: operatorHz });
    desks.push(await openDesk(await openContext(alice.browser), station, "Alice"));
    desks.push(await openDesk(await openContext(bob.browser), station, "Bob"));
  });
  test.afterAll(async () => {
    await Promise.all(listeners.map((listener) => listener.close()));
    await alice?.close();
    await bob?.close();
    await station?.close();
    await far?.close();
  });

  test("[DS105] [DS106] [CA46] are in a list at every desk until each is called back, calls again or is removed", async () => {
    const [desk, other] = desks as [Page, Page];
    await rings(onLine.from);
    await answer(desk, onLine.shown);
    await expect(lineCard(desk, 1).getByText("On line 1")).toBeVisible();
    await rings(waiting.from);
    await rings(third.from);
    await expect(queueRow(other, third.shown)).toContainText("Ringing");

    const killed = await station.kill("exchange");

    const list = desk.getByRole("region", { name: "3 callers were cut off" });
    await expect(list).toBeVisible();
    await expect(queueRow(other, waiting.shown)).toHaveCount(0);
    await expect(list.getByRole("listitem").first()).toContainText(/on line 1.*0491 571 266/);
    await expect(other.getByRole("button", { name: "3 cut off" })).toBeVisible();
    await station.untilBack("exchange", killed);
    await expect(list.getByText("New calls come in again")).toBeVisible();
    const line = lineCard(desk, 1);
    await expect(line.getByText("Line 1 ready again")).toBeVisible({ timeout: 45_000 });
    await expect(line.getByRole("heading", { name: /was cut off/ })).toBeVisible();
    await other.reload();
    await expect(other.getByRole("region", { name: "3 callers were cut off" })).toBeVisible();

    await rings(waiting.from);
    await expect(list.getByRole("listitem").filter({ hasText: waiting.shown })).toContainText(
      "called again, #1",
    );
    await other.getByRole("button", { name: `Remove ${third.shown} from the list` }).click();
    await expect(desk.getByRole("button", { name: "1 cut off" })).toBeVisible();

    await line.getByRole("button", { name: `Call ${onLine.shown} back` }).click();
    const back = await far.nextCall();
    await back.answered;
    await untilListenerReceives(back, operatorHz);
    await expect(line.getByText("On line 1")).toBeVisible();
    await expect(list).toHaveCount(0);
    await expect(other.getByRole("button", { name: "cut off" })).toHaveCount(0);
    await back.hangUp();
    await untilReady(desk);
  });
});
