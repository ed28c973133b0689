import { readFile } from "node:fs/promises";

import { type BrowserContext, expect, type Page, test } from "@playwright/test";

import { parseWav } from "@linedesk/audio";
import { ring, type SipListener, type Station, startStation } from "@linedesk/testkit";
import { openBrowser, openContext, type TestBrowser } from "./support/browser.ts";
import { answer, lineCard, openDesk, pressEnd, untilReady } from "./support/desk.ts";
import { listenerHz, operatorHz, untilListenerReceivesFor } from "./support/listen.ts";

const mainLine = "+61255500101";
const sam = { from: "+61491570156", shown: "0491 570 156" };
/** The notice is long, because the card shows it only while it is spoken. */
const NOTICE =
  "This call is recorded. The station keeps it for a month. Ask for it whenever you like.";

test.describe("a station that records calls", () => {
  let station: Station;
  let chromium: TestBrowser;
  let context: BrowserContext;
  let desk: Page;
  let listener: SipListener | undefined;

  test.beforeAll(async () => {
    station = await startStation({ from: "bundles" });
    chromium = await openBrowser({ microphoneHz: operatorHz });
    context = await openContext(chromium.browser);
    desk = await openDesk(context, station, "Alice");
  });
  test.afterAll(async () => {
    await listener?.close();
    await chromium?.close();
    await station?.close();
  });

  test("[RG6] is off at first, which a press of T shows", async () => {
    const exchange = { address: station.sip.host, port: station.sip.port };
    const early = await ring({ exchange, from: sam.from, to: mainLine });
    await answer(desk, sam.shown);
    await lineCard(desk, 1).getByText("On line 1").waitFor();
    const notice = desk.getByText("This station records no calls", { exact: false });

    // The part of the card that handles T loads with the first call, and nothing on the page shows
    // when it has loaded.
    await expect(async () => {
      await lineCard(desk, 1).getByRole("button", { name: "Select line 1" }).focus();
      await desk.keyboard.press("t");
      await expect(notice).toBeVisible({ timeout: 500 });
    }).toPass({ timeout: 30_000 });
    await early.close();
  });

  test("[RG1] is set up in the privacy section, and cannot be set up without a notice", async () => {
    await desk.goto(new URL("/2zz/admin/privacy", station.url).href);
    const form = desk.getByRole("form", { name: "Recording" });
    await form.getByLabel("Recorded calls").selectOption("on_request");
    await desk.getByRole("button", { name: "Save 1 change" }).click();
    await expect(form.getByText("Callers must hear an announcement")).toBeVisible();

    await form.getByLabel("Text of the announcement").fill(NOTICE);
    await desk.getByRole("button", { name: "Save 2 changes" }).click();
    await expect(desk.getByText("Saved", { exact: true })).toBeVisible();
    await desk.reload();
    await expect(form.getByLabel("Recorded calls")).toHaveValue("on_request");
    await expect(form.getByLabel("Text of the announcement")).toHaveValue(NOTICE);
  });

  test("[RG6] records the call on the line by T, pauses it, and stops it by the button", async () => {
    await desk.goto(new URL("/2zz", station.url).href);
    await untilReady(desk);
    const line = lineCard(desk, 1);
    const exchange = { address: station.sip.host, port: station.sip.port };
    listener = await ring({ exchange, from: sam.from, to: mainLine });
    listener.say(listenerHz);
    await answer(desk, sam.shown);
    await line.getByText("On line 1").waitFor();
    await expect(line.getByRole("button", { name: "Record" })).toBeVisible();

    // Accepting moved the focus to the caller's panel, where single keys do not work.
    await line.getByRole("button", { name: "Select line 1" }).focus();
    const announced = line.getByText("Announcement", { exact: true }).waitFor();
    await desk.keyboard.press("t");
    await announced;
    await expect(line.getByText("Recording", { exact: true })).toBeVisible();
    await line.getByRole("button", { name: /^Pause the recording/ }).click();
    await expect(line.getByText("Paused", { exact: true })).toBeVisible();
    await line.getByRole("button", { name: /^Resume the recording/ }).click();
    await expect(line.getByText("Recording", { exact: true })).toBeVisible();
    await untilListenerReceivesFor(listener, 1_500);
    await line.getByRole("button", { name: "Stop recording" }).click();
    await expect(line.getByText("Recording", { exact: true })).toBeHidden();
    await expect(line.getByRole("button", { name: "Record" })).toBeFocused();
    await pressEnd(desk);
    await expect(line.getByText("No call")).toBeVisible();
  });

  test("[RG7] lets a person with the permission play, save and delete a recording from the history", async () => {
    const opener = desk.getByRole("button", { name: /^Recordings of the call/ }).first();
    // The call can be restored for some seconds; its recording is stored after that.
    await expect(async () => {
      await desk.goto(new URL("/2zz?panels=history", station.url).href);
      await expect(opener).toBeVisible({ timeout: 15_000 });
      await opener.click();
      await expect(desk.getByRole("link", { name: "Download" })).toBeVisible({ timeout: 10_000 });
    }).toPass({ timeout: 120_000 });
    const dialog = desk.getByRole("dialog", { name: /^Recordings of the call/ });
    const player = dialog.getByLabel(/^Recording from/);
    const lengthS = await player.evaluate(async (element) => {
      const audio = element as HTMLAudioElement;
      audio.muted = true;
      await audio.play();
      return audio.duration;
    });
    expect(lengthS).toBeGreaterThan(1);

    const downloading = desk.waitForEvent("download");
    await dialog.getByRole("link", { name: "Download" }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toMatch(/^recording-.*\.wav$/);
    const { samples, sampleRate } = parseWav(await readFile(await file.path()));
    expect(samples.length / sampleRate).toBeCloseTo(lengthS, 1);

    const others = [
      { person: "Carla", player: 0, deletion: 0 },
      { person: "Dan", player: 1, deletion: 0 },
    ] as const;
    for (const { person, player: players, deletion } of others) {
      const page = await openDesk(await openContext(chromium.browser), station, person);
      await page.goto(new URL("/2zz?panels=history", station.url).href);
      await page.getByRole("button", { name: /^Recordings of the call/ }).click();
      await expect(page.getByText(/^From /)).toBeVisible();
      await expect(page.getByLabel(/^Recording from/)).toHaveCount(players);
      await expect(page.getByRole("link", { name: "Download" })).toHaveCount(players);
      await expect(page.getByRole("button", { name: "Delete" })).toHaveCount(deletion);
      await page.context().close();
    }

    await dialog.getByLabel("Reason").fill("Asked for by the caller");
    await dialog.getByRole("button", { name: "Delete" }).click();
    await expect(dialog.getByText(/: deleted$/)).toBeVisible();
    await expect(player).toHaveCount(0);
  });
});
