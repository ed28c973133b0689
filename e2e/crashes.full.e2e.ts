import { expect, type Page, test } from "@playwright/test";

import { ring, type SipListener, type Station, startStation } from "@linedesk/testkit";
import { openBrowser, openContext, type TestBrowser } from "./support/browser.ts";
import { answer, lineCard, openDesk, queueRow } from "./support/desk.ts";
import {
  listenerHz,
  longestSilenceMs,
  loudnessOf,
  operatorHz,
  untilBrowserReceives,
  untilListenerReceives,
  untilListenerReceivesNo,
  untilMusic,
} from "./support/listen.ts";

const sam = { from: "+61491570158", shown: "0491 570 158" };
const kim = { from: "+61491570110", shown: "0491 570 110" };

interface Recorded {
  liveAt: number;
  readyAt: number;
  words: string[];
}

/**
 * Records in the page when the desk is live again, when line 2 is ready again, and the words of the
 * lines.
 */
function recordLines(): void {
  const recorded: Recorded = { liveAt: 0, readyAt: 0, words: [] };
  Object.assign(globalThis, { recorded });
  let isAway = false;
  new MutationObserver(() => {
    const text = document.body.innerText;
    const [one, two] = [1, 2].map(
      (line) =>
        document.querySelector<HTMLElement>(`[data-region="line${String(line)}"]`)?.innerText,
    );
    isAway ||= !/^Live$/m.test(text);
    const isBack = isAway && /^Live$/m.test(text);
    if (isBack && recorded.liveAt === 0) {
      recorded.liveAt = performance.now();
    }
    if (isBack && recorded.readyAt === 0 && /Ready/.test(two ?? "")) {
      recorded.readyAt = performance.now();
    }
    recorded.words.push(one ?? "", two ?? "");
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}

function readLines(): Recorded {
  return (globalThis as unknown as { recorded: Recorded }).recorded;
}

test.describe("a crash during a call", () => {
  let station: Station;
  let chromium: TestBrowser;
  let desk: Page;
  const listeners: SipListener[] = [];

  async function rings(from: string): Promise<SipListener> {
    const exchange = { address: station.sip.host, port: station.sip.port };
    const listener = await ring({ exchange, from, to: "+61255500101", sends: listenerHz });
    listeners.push(listener);
    await listener.answered;
    return listener;
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

  test("[DS30] [XS28] [CN9] in the server leaves the operator's call connected and callers on music, and the console reconnects", async () => {
    const screened = await rings(sam.from);
    await answer(desk, sam.shown);
    await untilListenerReceives(screened, operatorHz);
    const waiting = await rings(kim.from);
    await untilMusic(waiting);

    const killed = await station.kill("server");

    await untilListenerReceives(screened, operatorHz);
    await untilMusic(waiting);
    await station.untilBack("server", killed);
    // The desk is live within 2 s of the service's return; the longer limit is for a busy machine.
    await expect(desk.getByText("Live", { exact: true })).toBeVisible({ timeout: 10_000 });
    await expect(lineCard(desk, 1).getByText("On line 1")).toBeVisible();
    await untilListenerReceives(screened, operatorHz);
    await untilBrowserReceives(desk, listenerHz);
    await expect(queueRow(desk, kim.shown)).toContainText("Ringing");
    expect(loudnessOf(waiting)).toBeGreaterThan(0.005);

    await lineCard(desk, 1).getByRole("button", { name: /^hold/i }).click();
    await untilListenerReceivesNo(screened, operatorHz);
  });

  test("[VD100] [CN23] [CN24] in the server leaves mute working and delays a hold, and the line without a call is ready within 3 s of Live", async () => {
    const screened = await rings(sam.from);
    await answer(desk, sam.shown);
    await untilListenerReceives(screened, operatorHz);
    await expect(lineCard(desk, 2).getByText("Ready", { exact: true })).toBeVisible();
    const card = lineCard(desk, 1);

    // The back-off of the supervisor grows with each restart, so the server is down for two
    // seconds.
    let killed = await station.kill("server");
    for (let again = 0; again < 4; again += 1) {
      await station.untilBack("server", killed);
      // The exchange ends a call whose softphone does not return within 15 s.
      await expect(desk.getByText("Live", { exact: true })).toBeVisible();
      await expect(card.getByText("On line 1")).toBeVisible();
      killed = await station.kill("server");
    }
    await desk.evaluate(recordLines);
    await expect(card.getByText("Reconnecting, you are heard")).toBeVisible();
    await card.getByRole("button", { name: "Mute line 1" }).click();
    await untilListenerReceivesNo(screened, operatorHz);
    await card.getByRole("button", { name: "Line 1 muted" }).click();
    await untilListenerReceives(screened, operatorHz);
    await card.getByRole("button", { name: /^hold/i }).click();
    await untilListenerReceivesNo(screened, operatorHz);

    await station.untilBack("server", killed);
    await expect(desk.getByText("Live", { exact: true })).toBeVisible();
    await expect(card.getByRole("button", { name: "Resume" })).toBeVisible();
    await untilMusic(screened);
    await expect(lineCard(desk, 2).getByText("Ready", { exact: true })).toBeVisible();
    await card.getByRole("button", { name: "Resume" }).click();
    await untilListenerReceives(screened, operatorHz);
    const { liveAt, readyAt, words } = await desk.evaluate(readLines);
    console.log(`line 2 ready ${String(Math.round(readyAt - liveAt))} ms after Live`);
    expect(readyAt - liveAt).toBeLessThanOrEqual(3_000);
    expect(
      words.filter((one) => /interrupted|network lost|do not match|not found/i.test(one)),
    ).toEqual([]);
  });

  test("[DS27] in the operator's browser leaves the caller on music, unattended at a colleague's seat, until a take-over", async () => {
    const colleague = await openBrowser({ microphoneHz: operatorHz });
    try {
      const bob = await openDesk(await openContext(colleague.browser), station, "Bob");
      const caller = await rings(sam.from);
      await answer(desk, sam.shown);
      await untilListenerReceives(caller, operatorHz);

      const crashed = await chromium.browser.newBrowserCDPSession();
      // The whole browser ends without a message to the server, as in a power loss.
      void crashed.send("Browser.crash").catch(() => undefined);

      await untilListenerReceivesNo(caller, operatorHz);
      await untilMusic(caller);
      expect(longestSilenceMs(caller)).toBeLessThanOrEqual(6_000);
      await expect(queueRow(bob, sam.shown)).toContainText("Unattended");

      await queueRow(bob, sam.shown)
        .getByRole("button", { name: /take over/i })
        .click();
      await untilListenerReceives(caller, operatorHz);
      await untilBrowserReceives(bob, listenerHz);
    } finally {
      await colleague.close();
    }
  });

  test("[CN12] [SR15] [CA51] in the exchange keeps every caller with music, and the operator's call comes back", async () => {
    const screened = await rings(sam.from);
    await answer(desk, sam.shown);
    await untilListenerReceives(screened, operatorHz);
    const waiting = await rings(kim.from);
    await untilMusic(waiting);

    const killed = await station.kill("exchange");

    await expect(desk.getByText(/telephone exchange|phone network/i).first()).toBeVisible();
    await station.untilBack("exchange", killed);
    await untilMusic(waiting);
    expect(longestSilenceMs(screened)).toBeLessThanOrEqual(6_000);
    await expect(queueRow(desk, kim.shown)).toContainText("Ringing");
    await expect(lineCard(desk, 1).getByText("On line 1")).toBeVisible();
    await untilBrowserReceives(desk, listenerHz);
    await untilListenerReceives(screened, operatorHz);
    expect([screened.status, waiting.status]).toEqual(["talking", "talking"]);
  });
});
