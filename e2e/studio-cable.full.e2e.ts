import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { expect, type Locator, type Page, test } from "@playwright/test";

import { ring, type SipListener, type Station, startStation } from "@linedesk/testkit";
import { DaemonProcess } from "../apps/audio-server/tests/support/daemon-process.ts";
import { openBrowser, openContext, type TestBrowser } from "./support/browser.ts";
import { answer, lineCard, openDesk, queueRow } from "./support/desk.ts";
import { listenerHz, untilListenerReceives, untilMusic } from "./support/listen.ts";
import {
  findNamespaceObstacle,
  type NetworkNamespace,
  openNetworkNamespace,
} from "./support/network-namespace.ts";
import { pollUntil } from "./support/poll-until.ts";
import { carryLine, addAudioServer, studioRow } from "./support/studio-desk.ts";
import { builtProgram } from "./support/studio-rack.ts";

const sam = { from: "+61491570156", shown: "0491 570 156" };
/** The tone of the studio on line 1, in place of a sound card. */
const studioHz = 800;

test.describe("the studio's cable, unplugged during a call", () => {
  test.describe.configure({ mode: "serial" });
  test.skip(findNamespaceObstacle() !== null, findNamespaceObstacle() ?? "");

  let network: NetworkNamespace;
  let station: Station;
  let chromium: TestBrowser;
  let desk: Page;
  let line: Locator;
  let audioServer: DaemonProcess | undefined;
  let caller: SipListener;
  let folder: string;

  test.beforeAll(async () => {
    network = openNetworkNamespace();
    folder = await mkdtemp(join(tmpdir(), "linedesk-far-studio-"));
    station = await startStation({ from: "bundles", host: "0.0.0.0" });
    chromium = await openBrowser();
    desk = await openDesk(await openContext(chromium.browser), station, "Alice");
    line = lineCard(desk, 1);
    await desk.goto(new URL("/2zz/admin/audioServers", station.url).href);
    audioServer = await startFar(await addAudioServer(desk));
    await expect(studioRow(desk).getByText("Line 1: Online")).toBeVisible();
    await desk.getByRole("link", { name: "Back to the desk" }).click();
    await carryLine(desk, 1, "Studio B");
    await expect(line.getByText(/^Studio B, Online/)).toBeVisible();
    caller = await rings(sam.from, listenerHz);
    await answer(desk, sam.shown);
    await untilListenerReceives(caller, studioHz);
  });
  test.afterAll(async () => {
    await caller?.close();
    await audioServer?.kill();
    await chromium?.close();
    await station?.close();
    network?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Starts an audio server on the other machine. */
  function startFar(code: string): Promise<DaemonProcess> {
    return DaemonProcess.start(
      {
        // The station's certificate is self-signed.
        NODE_TLS_REJECT_UNAUTHORIZED: "0",
        AUDIO_SERVER_STATION: `https://${network.here}:${new URL(station.url).port}`,
        AUDIO_SERVER_DATA: folder,
        AUDIO_SERVER_PAIRING_CODE: code,
        AUDIO_SERVER_LINE1: JSON.stringify({ device: { type: "tone", hz: studioHz } }),
      },
      [...network.within, ...builtProgram],
    );
  }

  function rings(from: string, hz: number): Promise<SipListener> {
    const exchange = { address: "127.0.0.1", port: station.sip.port };
    return ring({ exchange, from, to: "+61255500101", sends: hz });
  }

  /** Unplugs the cable for a time; `check` must take less time. */
  async function pullFor(ms: number, check: () => Promise<unknown>): Promise<void> {
    const over = wait(ms);
    network.plug(false);
    await check();
    await over;
    network.plug(true);
  }

  function untilTalkedWith(withinMs: number): Promise<number> {
    return pollUntil(
      "the caller hears the studio again",
      () => caller.toneAmplitude(studioHz, 400),
      (level) => level > 0.02,
      withinMs,
    );
  }

  /** Checks four times a second that the caller receives the studio's tone, for this time. */
  async function isTalkedWithFor(ms: number): Promise<boolean> {
    const endMs = performance.now() + ms;
    while (performance.now() < endMs) {
      if (caller.toneAmplitude(studioHz, 400) < 0.01) {
        return false;
      }
      await wait(250);
    }
    return true;
  }

  test("[AS110] for 12 s: the caller hears music, hears the studio again within 5 s, and stays connected", async () => {
    await pullFor(12_000, () => untilMusic(caller));

    await untilTalkedWith(5_000);
    // A network path that was negotiated while the cable was unplugged would fail after some
    // seconds.
    expect(await isTalkedWithFor(15_000)).toBe(true);
    await expect(line.getByText("On air", { exact: true })).toBeVisible();
    await expect(line.getByText(/^Studio B, \d+ ms/)).toBeVisible();
  });

  test("[AS4] [DS27] for 40 s: the audio server is offline, the call is unattended, and is taken over afterwards", async () => {
    await pullFor(40_000, async () => {
      await untilMusic(caller);
      await expect(queueRow(desk, sam.shown)).toContainText("Unattended");
      await expect(line.getByText(/Studio B, Offline/)).toBeVisible({ timeout: 30_000 });
    });

    await expect(line.getByText(/^Studio B, Online/)).toBeVisible({ timeout: 30_000 });
    await queueRow(desk, sam.shown)
      .getByRole("button", { name: /take over/i })
      .click();
    await untilTalkedWith(15_000);
    await expect(line.getByText("On air", { exact: true })).toBeVisible();
  });
});
