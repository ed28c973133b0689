import { type BrowserContext, expect, type Page, test } from "@playwright/test";

import { ring, type Station, startStation } from "@linedesk/testkit";
import { callApi, myId } from "./support/api.ts";
import { openBrowser, openContext, type TestBrowser } from "./support/browser.ts";
import {
  answer,
  lineCard,
  newestPastCall,
  openDesk,
  pressEnd,
  pressPanelButton,
  queueRow,
} from "./support/desk.ts";
import {
  listenerHz,
  longestSilenceMs,
  operatorHz,
  untilBrowserReceives,
  untilListenerReceives,
  untilListenerReceivesFor,
  untilListenerReceivesNo,
  untilMusic,
} from "./support/listen.ts";

const mainLine = "+61255500101";
const sam = { from: "+61491570156", shown: "0491 570 156" };

/** Records in a page each audio element that is played. */
function rememberSounds(): void {
  const page = globalThis as unknown as { sounds: HTMLAudioElement[] };
  page.sounds = [];
  const play = Reflect.get(HTMLMediaElement.prototype, "play") as (
    this: HTMLMediaElement,
  ) => Promise<void>;
  HTMLMediaElement.prototype.play = async function playAndKeep(this: HTMLAudioElement) {
    await play.call(this);
    page.sounds.push(this);
  };
}

/** Reads the processing of the track that the page sends now. */
function readProcessing(): { gain: unknown; noise: unknown; echo: unknown } {
  const { peerConnections } = globalThis as unknown as { peerConnections: RTCPeerConnection[] };
  const living = peerConnections.findLast((one) => one.connectionState === "connected");
  const settings = living?.getSenders()[0]?.track?.getSettings();
  return {
    gain: settings?.autoGainControl,
    noise: settings?.noiseSuppression,
    echo: settings?.echoCancellation,
  };
}

test.describe("the softphone of an operator", () => {
  let station: Station;
  let chromium: TestBrowser;
  let context: BrowserContext;
  let desk: Page;

  test.beforeAll(async () => {
    station = await startStation({ from: "bundles" });
    chromium = await openBrowser({ microphoneHz: operatorHz });
    context = await openContext(chromium.browser);
    await context.addInitScript(rememberSounds);
    desk = await openDesk(context, station, "Alice");
  });
  test.afterAll(async () => {
    await chromium?.close();
    await station?.close();
  });

  /** Calls Alice's own softphone from the exchange, with silence as its sound. */
  async function callAlice(): Promise<string> {
    const { accountSid = "", authToken = "" } = await station.secrets();
    const answered = await fetch(
      `${station.exchangeUrl}/2010-04-01/Accounts/${accountSid}/Calls.json`,
      {
        method: "POST",
        headers: { authorization: `Basic ${btoa(`${accountSid}:${authToken}`)}` },
        body: new URLSearchParams({
          To: `client:${await myId(desk)}`,
          From: "client:newsroom",
          Twiml: `<Response><Pause length="60"/></Response>`,
        }),
      },
    );
    const { sid } = (await answered.json()) as { sid: string };
    return sid;
  }

  test("[VD72] [VD73] rings only on the selected line, rejects, and answers on the line that is selected then", async () => {
    const [first, second] = [lineCard(desk, 1), lineCard(desk, 2)];
    await expect(first.getByText("Registered")).toBeVisible();
    await expect(second.getByText("Ready", { exact: true })).toBeVisible();

    await callAlice();
    await expect(first.getByText("newsroom")).toBeVisible();
    await expect(first.getByText(/not a caller of the station/)).toBeVisible();
    await expect(second.getByText("No call")).toBeVisible();
    await first.getByRole("button", { name: "Reject" }).click();
    await expect(first.getByText("No call")).toBeVisible();

    await second.getByRole("button", { name: "Select line 2" }).click();
    await expect(second.getByText("Registered")).toBeVisible();
    await expect(first.getByText("Ready", { exact: true })).toBeVisible();
    await callAlice();
    await second.getByRole("button", { name: "Answer on 2" }).click();
    await expect(second.getByText(/On your phone/)).toBeVisible();
    await second.getByRole("button", { name: "Mute line 2" }).click();
    await expect(second.getByRole("button", { name: "Line 2 muted" })).toBeVisible();
    await desk.keyboard.press("F8");
    await expect(second.getByRole("button", { name: "Mute line 2" })).toBeVisible();
    await second.getByRole("button", { name: "End" }).dblclick();
    await expect(second.getByText("No call")).toBeVisible();
    await first.getByRole("button", { name: "Select line 1" }).click();
    await expect(first.getByText("Registered")).toBeVisible();
  });

  test("[VD94] [VD73] [LN17] answers during a call on the other line, whose caller hears music until resumed", async () => {
    const [first, second] = [lineCard(desk, 1), lineCard(desk, 2)];
    const exchange = { address: station.sip.host, port: station.sip.port };
    const listener = await ring({ exchange, from: sam.from, to: mainLine, sends: listenerHz });
    await listener.answered;
    await answer(desk, sam.shown);
    await untilListenerReceives(listener, operatorHz);

    await desk.keyboard.press("Alt+2");
    await expect(second.getByText("Registered")).toBeVisible();
    await callAlice();
    await second.getByRole("button", { name: "Answer on 2" }).click();
    await expect(second.getByText(/On your phone/)).toBeVisible();
    await expect(second.getByText("Registered")).toBeHidden();
    await expect(first.getByRole("button", { name: "Resume" })).toBeVisible();
    await untilListenerReceivesNo(listener, operatorHz);
    await untilMusic(listener);

    await desk.keyboard.press("F9");
    await expect(second.getByRole("button", { name: "Press again to end" })).toBeVisible();
    await expect(second.getByRole("button", { name: "End", exact: true })).toBeVisible();
    await expect(second.getByText(/On your phone/)).toBeVisible();
    await pressEnd(desk);
    await expect(second.getByText("No call")).toBeVisible();
    await untilListenerReceivesNo(listener, operatorHz);
    await first.getByRole("button", { name: "Select line 1" }).click();
    await first.getByRole("button", { name: "Resume" }).click();
    await untilListenerReceives(listener, operatorHz);
    await pressEnd(desk);
    await expect(first.getByText("No call")).toBeVisible();
    // The next test calls from the same number, and must find only its own row.
    await expect(queueRow(desk, sam.shown)).toHaveCount(0);
    await listener.close();
  });

  test("[VD80] [VD82] shows the sound of a call, and its report on the past call", async () => {
    const exchange = { address: station.sip.host, port: station.sip.port };
    const listener = await ring({ exchange, from: sam.from, to: mainLine, sends: listenerHz });
    await listener.answered;
    await answer(desk, sam.shown);
    await untilBrowserReceives(desk, listenerHz);

    const quality = lineCard(desk, 1).getByRole("button", { name: /^MOS 4\.\d excellent/ });
    await quality.click();
    const details = desk.getByRole("dialog", { name: "Sound of this call" });
    await expect(details.getByText("Round trip")).toBeVisible();
    await expect(details.getByText("The network is fine.")).toBeVisible();
    await desk.keyboard.press("Escape");
    const posted = desk.waitForRequest((request) => request.url().endsWith("/quality"));
    await pressEnd(desk);

    const body = (await posted).postDataJSON() as { samples: object[]; report: object };
    expect(body.samples.length).toBeGreaterThan(0);
    expect(body.report).toMatchObject({
      callSid: expect.stringMatching(/^CA/),
      edge: expect.any(String),
      callQuality: "excellent",
      isTurnRequired: false,
      warnings: [],
    });
    await expect(newestPastCall(desk)).toContainText(/sound excellent, MOS 4\.\d/);
    await expect(queueRow(desk, sam.shown)).toHaveCount(0);
    await listener.close();
  });

  test("[VD103] changes the processing of the microphone during a call without a gap of over 40 ms at the telephone", async () => {
    const exchange = { address: station.sip.host, port: station.sip.port };
    const listener = await ring({ exchange, from: sam.from, to: mainLine, sends: listenerHz });
    await listener.answered;
    await answer(desk, sam.shown);
    await untilListenerReceives(listener, operatorHz);
    expect(await desk.evaluate(readProcessing)).toEqual({ gain: true, noise: true, echo: true });
    await pressPanelButton(desk, "Settings");
    const card = desk.getByRole("region", { name: "Microphone processing" });

    const changes = [
      ["Line 1: noise suppression", { gain: true, noise: false, echo: true }],
      ["Line 1: automatic gain", { gain: false, noise: false, echo: true }],
      ["I wear headphones: no echo cancellation", { gain: false, noise: false, echo: false }],
      ["Line 1: noise suppression", { gain: false, noise: true, echo: false }],
    ] as const;
    for (const [name, expected] of changes) {
      await untilListenerReceivesFor(listener, 1_500);
      await card.getByRole("switch", { name }).click();
      await expect.poll(() => desk.evaluate(readProcessing)).toEqual(expected);
      await untilListenerReceivesFor(listener, 1_500);
      const gap = longestSilenceMs(listener, 3_000);
      console.log(`${name}: longest silence ${String(gap)} ms`);
      expect(gap).toBeLessThanOrEqual(40);
      await untilListenerReceives(listener, operatorHz);
    }

    await lineCard(desk, 1).getByRole("button", { name: "Mute line 1" }).click();
    await untilListenerReceivesNo(listener, operatorHz);
    await card.getByRole("switch", { name: changes[2][0] }).click();
    const processed = { gain: false, noise: true, echo: true };
    await expect.poll(() => desk.evaluate(readProcessing)).toEqual(processed);
    await untilListenerReceivesFor(listener, 1_000);
    expect(listener.toneAmplitude(operatorHz, 900)).toBeLessThan(0.004);
    await lineCard(desk, 1).getByRole("button", { name: "Line 1 muted" }).click();
    await untilListenerReceives(listener, operatorHz);
    await pressEnd(desk);
    await listener.close();
  });

  test("[SN16] [VD84] passes the sound check, stores its report, and records the microphone by a press", async () => {
    await pressPanelButton(desk, "Sound check");
    const card = desk.getByRole("region", { name: "Sound check" });

    await card.getByRole("button", { name: "Run check" }).click();

    function step(name: string) {
      return card.getByRole("listitem").filter({ hasText: new RegExp(`^${name}`) });
    }
    await expect(step("Microphone")).toContainText("Passed");
    await expect(step("Phone")).toContainText("Passed");
    await step("Speaker").getByRole("button", { name: "Yes" }).click();
    await expect(step("Speaker")).toContainText("Passed");
    await expect(step("Network")).toContainText(/(Excellent|Great), MOS 4\.\d\d/, {
      timeout: 15_000,
    });
    await expect(card.getByText(/^Last network test: (Excellent|Great)/)).toBeVisible();
    const stored = await callApi(desk, "/api/user/preflight");
    expect(await stored.json()).toMatchObject({ items: [{ outcome: { status: "completed" } }] });
    const record = card.getByRole("button", { name: /^Record/ });
    await record.click();
    await expect(record).toHaveAttribute("aria-busy", "true");
    await expect(record).not.toHaveAttribute("aria-busy", "true");
  });
});
