import { expect, type Page, test } from "@playwright/test";

import { ring, type SipListener, type Station, startStation } from "@linedesk/testkit";
import { openBrowser, openContext, type TestBrowser } from "./support/browser.ts";
import { answer, lineCard, openDesk, pressEnd, pressPanelButton } from "./support/desk.ts";
import { listenerHz, untilListenerReceives, untilMusic } from "./support/listen.ts";
import { StudioPeer } from "./support/studio-peer.ts";

/** What the studio's desk sends; the browser's microphone says another. */
const studioHz = 800;
const browserHz = 1_000;

test.describe("an audio server in the studio", () => {
  test.setTimeout(60_000);

  let station: Station;
  let chromium: TestBrowser;
  let desk: Page;
  let studio: StudioPeer;
  let listener: SipListener;

  test.beforeAll(async () => {
    station = await startStation({ from: "bundles" });
    chromium = await openBrowser({ microphoneHz: browserHz });
    desk = await openDesk(await openContext(chromium.browser), station, "Alice");
  });
  test.afterAll(async () => {
    await listener?.close();
    await studio?.close();
    await chromium?.close();
    await station?.close();
  });

  test("[LN15] [AS12] [AS34] [AS39] paired, put onto line 1 by a preset, and a caller is talked to on it", async () => {
    await desk.goto(new URL("/2zz/admin/audioServers", station.url).href);
    const add = desk.getByRole("form", { name: "Add an audio server" });
    await add.getByLabel("Name").fill("Studio B");
    await add.getByRole("button", { name: "Add and show the code" }).click();
    const code = desk.getByRole("region", { name: "Pairing code of Studio B" });
    await expect(code.getByRole("status").first()).toHaveText(/^\w{4}-\w{4}$/);
    studio = await StudioPeer.pair(station, await code.getByRole("status").first().innerText());
    await studio.say(studioHz);
    const row = desk.getByRole("row").filter({ hasText: "Studio B" });
    await expect(row.getByText("Line 1: Online")).toBeVisible({ timeout: 20_000 });
    await expect(row.getByText("0.9.0")).toBeVisible();
    await expect(row.getByText("hw:Studio")).toBeVisible();

    await desk.getByRole("link", { name: "Device presets" }).click();
    await desk.getByRole("button", { name: "Add a device preset" }).click();
    const form = desk.getByRole("form", { name: "Add a device preset" });
    await form.getByLabel("Name").fill("Morning");
    await form.getByLabel("Line 1", { exact: true }).selectOption({ label: "Studio B" });
    await form.getByLabel("Line 1 feeds the air").selectOption({ label: "No" });
    await form.getByRole("button", { name: "Save" }).click();
    await expect(desk.getByRole("cell", { name: "Studio B" })).toBeVisible();

    await desk.getByRole("link", { name: "Back to the desk" }).click();
    await pressPanelButton(desk, "Settings");
    const lines = desk.getByRole("region", { name: "Lines", exact: true });
    await lines.getByLabel("Device preset").selectOption({ label: "Morning" });
    await expect(lines.getByLabel("Line 1 on")).toHaveValue(studio.id);
    await expect(lineCard(desk, 1).getByText("Studio B Online")).toBeVisible();
    const config = await desk.evaluate(() => localStorage.getItem("line1-device-config"));
    expect(JSON.parse(config ?? "")).toEqual({ type: "audio_server", id: studio.id });

    const exchange = { address: station.sip.host, port: station.sip.port };
    const to = "+61255500101";
    listener = await ring({ exchange, from: "+61491570158", to, sends: listenerHz });
    await answer(desk, "0491 570 158");
    await untilListenerReceives(listener, studioHz);
    await studio.receivesTone(listenerHz);
    const card = lineCard(desk, 1);
    await desk.keyboard.press("F4");
    await untilMusic(listener);
    await desk.keyboard.press("F4");
    await untilListenerReceives(listener, studioHz);
    await card.getByRole("button", { name: "Mute line 1" }).click();
    await expect.poll(() => studio.requests.map(([name]) => name)).toContain("mute");
    await pressEnd(desk);
    await listener.ended;
    await expect(card.getByText("No call")).toBeVisible();
    await expect(card.getByText("Studio B Online")).toBeVisible();
  });
});
