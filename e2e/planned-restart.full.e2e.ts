import { execFile } from "node:child_process";
import { join } from "node:path";
import { setInterval as everyMs } from "node:timers/promises";
import { promisify } from "node:util";

import { expect, type Page, test } from "@playwright/test";

import { ring, type SipListener, type Station, startStation } from "@linedesk/testkit";
import { openBrowser, openContext, type TestBrowser } from "./support/browser.ts";
import { answer, lineCard, openDesk } from "./support/desk.ts";
import { untilBrowserReceives, untilListenerReceives } from "./support/listen.ts";

const COMMAND = join(import.meta.dirname, "../dist/linedesk.js");
const sam = { from: "+61491570156", name: "Priya Nair", hz: 440 };
const operatorHz = 2600;
const RESTARTS = 5;
const AUDIBLE = 0.02;
const WINDOW_MS = 60;
/** A shorter silence is not the end of the operator's leg. */
const MIN_GAP_MS = 200;
const CHECK_EVERY_MS = 10;
const execFileAsync = promisify(execFile);

/** Waits for the operator's next silence to end, and returns its length in ms. */
async function measureGap(caller: SipListener): Promise<number> {
  let audibleAtMs = performance.now();
  for await (const _ of everyMs(CHECK_EVERY_MS)) {
    const nowMs = performance.now();
    const isAudible = caller.toneAmplitude(operatorHz, WINDOW_MS) > AUDIBLE;
    if (isAudible && nowMs - audibleAtMs > MIN_GAP_MS) {
      return Math.round(nowMs - audibleAtMs);
    }
    audibleAtMs = isAudible ? nowMs : audibleAtMs;
  }
  return 0;
}

test.describe("a planned restart of the exchange", () => {
  let station: Station;
  let chromium: TestBrowser;
  let desk: Page;
  let caller: SipListener;

  async function linedesk(...args: string[]): Promise<void> {
    const env = { ...process.env, LINEDESK_DATA: station.dataDir };
    await execFileAsync(process.execPath, [COMMAND, ...args], { env });
  }

  test.beforeEach(async () => {
    station = await startStation({ from: "bundles" });
    chromium = await openBrowser({ microphoneHz: operatorHz });
    desk = await openDesk(await openContext(chromium.browser), station, "Alice");
    const exchange = { address: station.sip.host, port: station.sip.port };
    caller = await ring({ exchange, from: sam.from, to: "+61255500101", sends: sam.hz });
    await caller.answered;
  });
  test.afterEach(async () => {
    await caller?.close();
    await chromium?.close();
    await station?.close();
  });

  test("[SR100] [CN26] brings the operator's line back to the same caller, several times", async () => {
    await answer(desk, sam.name);
    await untilListenerReceives(caller, operatorHz);

    for (let count = 0; count < RESTARTS; count += 1) {
      const [gapMs] = await Promise.all([measureGap(caller), linedesk("restart", "exchange")]);
      console.log(`the caller did not hear the operator for ${String(gapMs)} ms`);
      await untilBrowserReceives(desk, sam.hz);
    }

    expect(caller.status).toBe("talking");
    await expect(lineCard(desk, 1)).toContainText(sam.name);
  });

  test("[SR103] [XI151] lets a desk answer a waiting caller while the exchange drains", async () => {
    await linedesk("drain");

    await answer(desk, sam.name);

    await untilListenerReceives(caller, operatorHz);
    await untilBrowserReceives(desk, sam.hz);
    await linedesk("drain", "--cancel");
    expect(caller.status).toBe("talking");
  });
});
