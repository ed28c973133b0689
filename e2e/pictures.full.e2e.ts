import { join } from "node:path";

import { expect, type Page, test } from "@playwright/test";

import { startStation } from "@linedesk/testkit";
import { callApi } from "./support/api.ts";
import { openBrowser, openContext } from "./support/browser.ts";
import { answer, choose, lineCard, openDesk, queueRow, untilReady } from "./support/desk.ts";
import { fillDesk } from "./support/full-desk.ts";
import { listenerHz, operatorHz, untilBrowserReceives } from "./support/listen.ts";
import { untilSettled } from "./support/screen-audit.ts";
import { beOffered, endWithUndo, goOnAir } from "./support/show-states.ts";

const folder = join(import.meta.dirname, "../docs/pictures");

async function take(desk: Page, name: string): Promise<void> {
  for (const colorScheme of ["dark", "light"] as const) {
    await desk.emulateMedia({ colorScheme });
    await untilSettled(desk);
    await desk.screenshot({ path: join(folder, `${name}-${colorScheme}.png`) });
  }
}

// Not a test of anything: it makes the README's pictures anew, with PICTURES=1.
test("the console with calls in it, for the README", async () => {
  test.skip(process.env["PICTURES"] !== "1", "only with PICTURES=1");
  await using station = await startStation({ from: "bundles" });
  const chromium = await openBrowser({ microphoneHz: operatorHz });
  try {
    const context = await openContext(chromium.browser, { width: 1440, height: 900 });
    const desk = await openDesk(context, station, "Alice");
    await callApi(desk, "/api/user/settings", { setting: "THEME", value: "system" });
    await desk.reload();
    await untilReady(desk);
    const full = await fillDesk({ station, browser: chromium.browser, desk });
    await answer(desk, full.mine);
    await untilBrowserReceives(desk, listenerHz);
    await choose(desk, full.known);
    await desk.mouse.move(0, 0);
    // The quality of a call is known after some seconds of it.
    await expect(desk.getByText(/^MOS \d/)).toBeVisible();
    await desk.waitForTimeout(12_000);
    await expect(queueRow(desk, full.mine)).toContainText("On line 1");
    await goOnAir(desk, full.priority);
    await choose(desk, full.known);
    await desk.mouse.move(0, 0);
    await desk.waitForTimeout(8_000);
    await take(desk, "console");
    await endWithUndo(desk);
    await take(desk, "undo");
    await expect(lineCard(desk, 1).getByText("No call")).toBeVisible();
    await beOffered(desk, full.colleague);
    await take(desk, "offer");
    await full.close();
  } finally {
    await chromium.close();
  }
});
