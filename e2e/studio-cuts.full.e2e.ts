import { setTimeout as wait } from "node:timers/promises";

import { expect, type Locator, type Page, test } from "@playwright/test";

import { ring, type SipListener, type Station, startStation } from "@linedesk/testkit";
import { openBrowser, openContext, type TestBrowser } from "./support/browser.ts";
import { answer, lineCard, openDesk, pressEnd, queueRow } from "./support/desk.ts";
import { untilListenerReceivesNo, untilMusic } from "./support/listen.ts";
import { pollUntil } from "./support/poll-until.ts";
import { addAndSelectPreset, pairRack, untilBothWays } from "./support/studio-desk.ts";
import { StudioRack, studioHz } from "./support/studio-rack.ts";

const sam = { from: "+61491570158", shown: "0491 570 158", hz: 440 };
const kim = { from: "+61491570110", shown: "0491 570 110", hz: 620 };

test.describe("during a call from a studio,", () => {
  test.describe.configure({ mode: "serial" });

  let station: Station;
  let chromium: TestBrowser;
  let desk: Page;
  let rack: StudioRack;
  let line: Locator;
  let caller: SipListener;
  const listeners: SipListener[] = [];

  test.beforeAll(async () => {
    station = await startStation({ from: "bundles" });
    rack = await StudioRack.open(station.url);
    chromium = await openBrowser({ microphoneHz: 1_000 });
    desk = await openDesk(await openContext(chromium.browser), station, "Alice");
    line = lineCard(desk, 1);
    await pairRack({ desk, rack, url: station.url });
    await addAndSelectPreset(desk);
    caller = await rings(sam);
    await answer(desk, sam.shown);
    await untilBothWays(rack, caller, sam.hz);
  });
  test.afterAll(async () => {
    await Promise.all(listeners.map((listener) => listener.close()));
    await rack?.close();
    await chromium?.close();
    await station?.close();
  });

  async function rings({ from, hz }: typeof sam): Promise<SipListener> {
    const exchange = { address: station.sip.host, port: station.sip.port };
    const listener = await ring({ exchange, from, to: "+61255500101", sends: hz });
    listeners.push(listener);
    await listener.answered;
    return listener;
  }

  test("[AS110] the program hangs for 8 s: the caller hears music, and the call continues automatically", async () => {
    const over = wait(8_000);
    rack.freeze(true);
    await untilListenerReceivesNo(caller, studioHz.line1);
    await untilMusic(caller);
    await expect(queueRow(desk, sam.shown)).toContainText("Unattended");
    await over;
    rack.freeze(false);

    await rack.untilHealthy();
    await rack.plugDesk();
    await untilBothWays(rack, caller, sam.hz);
    await expect(line.getByText("On line 1")).toBeVisible();
    await expect(line.getByText(/^Studio B, \d+ ms$/)).toBeVisible();
  });

  test("[AS66] the station's server is killed: the call continues, and the console has it again", async () => {
    const killed = await station.kill("server");
    await untilBothWays(rack, caller, sam.hz);
    await station.untilBack("server", killed);
    await expect(desk.getByText("Live", { exact: true })).toBeVisible();
    await rack.untilHealthy();

    // Until both are connected again, the line says that it is not muted, and the person tries again.
    await expect(async () => {
      await line.getByRole("button", { name: "Mute line 1" }).click();
      await expect(line.getByRole("button", { name: "Line 1 muted" })).toBeVisible({
        timeout: 500,
      });
    }).toPass({ timeout: 30_000 });
    await untilListenerReceivesNo(caller, studioHz.line1);
    await line.getByRole("button", { name: "Line 1 muted" }).click();
    await untilBothWays(rack, caller, sam.hz);
  });

  test("[AS92] [AS99] the program is killed: the caller hears music, and can be taken over when it is back", async () => {
    const killed = rack.kill();
    await untilListenerReceivesNo(caller, studioHz.line1);
    await untilMusic(caller);
    await expect(queueRow(desk, sam.shown)).toContainText("Unattended");

    await killed;
    await rack.untilHealthy();
    await expect(line.getByText("Studio B, Online")).toBeVisible();
    await queueRow(desk, sam.shown)
      .getByRole("button", { name: /take over/i })
      .click();

    await untilBothWays(rack, caller, sam.hz);
    await expect(line.getByText("On line 1")).toBeVisible();
    await pressEnd(desk);
    await caller.ended;
    await expect(line.getByText("Studio B, Online")).toBeVisible();
    await rack.killSound();
    await expect(line.getByText(/^Studio B, Online, No sound: .*JACK/)).toBeVisible();
    await rack.startSound();
    await expect(line.getByText(/^Studio B, Online, \d+ ms$/)).toBeVisible();
  });

  test("[AS92] [CN26] the exchange is killed: the audio server carries the same call again and then the next one, without a restart", async () => {
    caller = await rings(kim);
    await answer(desk, kim.shown);
    await untilBothWays(rack, caller, kim.hz);

    const killed = await station.kill("exchange");
    await station.untilBack("exchange", killed);
    await untilListenerReceivesNo(caller, studioHz.line1);
    await untilBothWays(rack, caller, kim.hz);
    await expect(line.getByText("On line 1")).toBeVisible();
    await caller.hangUp();
    await expect(queueRow(desk, kim.shown)).toHaveCount(0, { timeout: 45_000 });

    const next = await pollUntil(
      "a new call is answered",
      () => rings(sam).catch(() => null),
      (listener) => listener !== null,
    );
    await answer(desk, sam.shown);

    if (next !== null) {
      await untilBothWays(rack, next, sam.hz);
    }
    await pressEnd(desk);
  });
});
