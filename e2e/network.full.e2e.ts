import { expect, type Page, test } from "@playwright/test";

import { ring, type Station, startStation } from "@linedesk/testkit";
import { openBrowser, openContext, type TestBrowser } from "./support/browser.ts";
import { answer, lineCard, newestPastCall, openDesk, queueRow } from "./support/desk.ts";
import {
  listenerHz,
  operatorHz,
  untilBrowserReceives,
  untilBrowserReceivesNo,
  untilListenerReceives,
} from "./support/listen.ts";
import {
  type NetworkNamespace,
  openNetworkNamespace,
  findNamespaceObstacle,
} from "./support/network-namespace.ts";
import { type RemoteListener, startRemoteListener } from "./support/remote-listener.ts";

const sam = { from: "+61491570156", shown: "0491 570 156" };

test.describe("a desk on another machine", () => {
  test.skip(findNamespaceObstacle() !== null, findNamespaceObstacle() ?? "");

  let network: NetworkNamespace;
  let station: Station;
  let chromium: TestBrowser;
  let desk: Page;
  let listener: RemoteListener | undefined;

  test.beforeAll(async () => {
    network = openNetworkNamespace();
    station = await startStation({ from: "bundles", host: "0.0.0.0" });
    chromium = await openBrowser({ microphoneHz: operatorHz, within: network.within });
  });
  test.afterAll(async () => {
    await listener?.close();
    await chromium?.close();
    await station?.close();
    network?.close();
  });

  test("[SR11] [SR28] [AU25] signs in over the self-signed TLS, and its call has sound in both directions", async () => {
    const url = `https://${network.here}:${new URL(station.url).port}`;
    expect(station.output()).toMatch(/self-signed/i);
    expect(station.output()).toContain("\u001b[31mOPEN: anybody who reaches this station");
    desk = await openDesk(await openContext(chromium.browser), { url }, "Alice");
    expect(new URL(desk.url()).origin).toBe(url);
    const cookies = await desk.context().cookies();
    expect(cookies.find(({ name }) => name.endsWith("linedesk-session"))).toMatchObject({
      secure: true,
      httpOnly: true,
      sameSite: "Lax",
    });

    listener = startRemoteListener({
      within: network.within,
      exchange: { address: network.here, port: station.sip.port },
      from: sam.from,
      to: "+61255500101",
      sends: listenerHz,
      receives: operatorHz,
    });
    await listener.untilReport("music is heard", ({ loudness }) => loudness > 0.005);
    await answer(desk, sam.shown);
    await expect(lineCard(desk, 1).getByText("On line 1")).toBeVisible();
    await listener.untilReport(`${operatorHz} Hz arrives`, ({ tone }) => tone > 0.02);
    await untilBrowserReceives(desk, listenerHz);

    await lineCard(desk, 1).getByRole("button", { name: /^hold/i }).click();
    await listener.untilReport("the music arrives again", (report) => {
      return report.tone < 0.004 && report.loudness > 0.005;
    });
    await untilBrowserReceivesNo(desk, listenerHz);
    await lineCard(desk, 1)
      .getByRole("button", { name: /^resume/i })
      .click();
    await listener.untilReport(`${operatorHz} Hz arrives again`, ({ tone }) => tone > 0.02);

    await listener.hangUp();
    await expect(lineCard(desk, 1).getByText("No call")).toBeVisible();
    await expect(queueRow(desk, sam.shown)).toHaveCount(0);
    await expect(newestPastCall(desk)).toContainText(/talked with Alice.*\d+:\d\d/i);
  });

  test("[CN9] [CN22] is live again after the cable is restored, and shows what it missed", async () => {
    const exchange = { address: "127.0.0.1", port: station.sip.port };
    const leaver = await ring({ exchange, from: sam.from, to: "+61255500101", sends: listenerHz });
    await expect(queueRow(desk, sam.shown)).toBeVisible();

    network.plug(false);
    await expect(desk.getByText(/You are offline|Reconnecting…/).last()).toBeVisible({
      timeout: 20_000,
    });
    await leaver.hangUp();
    const kim = await ring({
      exchange,
      from: "+61491570110",
      to: "+61255500101",
      sends: listenerHz,
    });
    await kim.answered;
    // The absence is long enough for the desk to report it.
    await desk.waitForTimeout(2_500);
    network.plug(true);

    // The desk is live within 2 s; the longer limit is for a busy machine.
    await expect(desk.getByText("Live", { exact: true })).toBeVisible({ timeout: 5_000 });
    await expect(desk.getByText(/^While you were away: 1 new call, .+ hung up$/)).toBeVisible();
    await expect(queueRow(desk, "0491 570 110")).toContainText("Ringing");
    await kim.close();
  });

  test("continues its call on another network after an interruption, with sound in both directions", async () => {
    const exchange = { address: "127.0.0.1", port: station.sip.port };
    const caller = await ring({ exchange, from: sam.from, to: "+61255500101", sends: listenerHz });
    await answer(desk, sam.shown);
    await untilListenerReceives(caller, operatorHz);
    await untilBrowserReceives(desk, listenerHz);
    const line = lineCard(desk, 1);

    network.roam();

    await expect(line.getByText(/^Sound interrupted, reconnecting/)).toBeVisible({
      timeout: 30_000,
    });
    await expect(line.getByText(/^Sound interrupted, reconnecting/)).toHaveCount(0, {
      timeout: 60_000,
    });
    await expect(desk.getByText("Live", { exact: true })).toBeVisible();
    await untilListenerReceives(caller, operatorHz);
    await untilBrowserReceives(desk, listenerHz);
    await expect(line.getByText("On line 1")).toBeVisible();
    await expect(queueRow(desk, sam.shown)).toHaveCount(1);

    await caller.hangUp();
    await expect(line.getByText("No call")).toBeVisible();
  });
});
