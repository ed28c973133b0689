import { mkdtemp, chmod, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, type Page, test } from "@playwright/test";

import { findFreePort } from "@linedesk/base";
import { ring, type SipListener, type Station, startStation } from "@linedesk/testkit";
import { openBrowser, openContext, type TestBrowser } from "./support/browser.ts";
import { answer, lineCard, openDesk, queueRow } from "./support/desk.ts";
import {
  listenerHz,
  operatorHz,
  untilBrowserReceives,
  untilListenerReceives,
} from "./support/listen.ts";

const onLine = { from: "+61491570158", shown: "0491 570 158" };
const waiting = { from: "+61491570110", shown: "0491 570 110" };
const later = { from: "+61491570156", shown: "0491 570 156" };

/** Kills every process whose command line or environment names the data folder. */
async function cutPower(dataDir: string): Promise<void> {
  const pids = (await readdir("/proc")).map(Number).filter((pid) => pid > 1 && pid !== process.pid);
  for (const pid of pids) {
    const texts = await Promise.all(
      ["cmdline", "environ"].map((file) => readFile(`/proc/${String(pid)}/${file}`, "utf8")),
    ).catch(() => []);
    if (texts.some((text) => text.includes(dataDir))) {
      process.kill(pid, "SIGKILL");
    }
  }
}

test.describe("a machine that reboots during a show", () => {
  let dataDir = "";
  let env: Record<string, string> = {};
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

  test.beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "linedesk-reboot-"));
    await chmod(dataDir, 0o755);
    const ports = await Promise.all([findFreePort(), findFreePort(), findFreePort()]);
    const [web, exchange, sip] = ports.map(String) as [string, string, string];
    env = { PORT: web, EXCHANGE_PORT: exchange, SIP_PORT: sip };
    station = await startStation({ from: "bundles", dataDir, env });
    chromium = await openBrowser({ microphoneHz: operatorHz });
    desk = await openDesk(await openContext(chromium.browser), station, "Alice");
  });
  test.afterAll(async () => {
    await Promise.all(listeners.map((listener) => listener.close()));
    await chromium?.close();
    await station?.close();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  });

  test("[DS105] [CA46] shows at the desk and in the history who was cut off, and takes the next call", async () => {
    const screened = await rings(onLine.from);
    await answer(desk, onLine.shown);
    await untilListenerReceives(screened, operatorHz);
    await rings(waiting.from);
    await expect(queueRow(desk, waiting.shown)).toContainText("Ringing");

    await cutPower(dataDir);
    listeners.forEach((listener) => listener.vanish());
    await station.close();
    station = await startStation({ from: "bundles", dataDir, env });

    await expect(desk.getByText("Live", { exact: true })).toBeVisible({ timeout: 60_000 });
    await expect(desk.getByRole("region", { name: "2 callers were cut off" })).toBeVisible({
      timeout: 90_000,
    });
    await expect(queueRow(desk, waiting.shown)).toHaveCount(0);
    await expect(lineCard(desk, 1).getByRole("heading", { name: /was cut off/ })).toBeVisible();

    const next = await rings(later.from);
    await answer(desk, later.shown);
    await untilListenerReceives(next, operatorHz);
    await untilBrowserReceives(desk, listenerHz);
  });
});
