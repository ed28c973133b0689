import { spawn } from "node:child_process";
import { once } from "node:events";

import { expect, type Locator, type Page, test } from "@playwright/test";

import { type Station, startStation } from "@linedesk/testkit";
import { openBrowser, openContext, type TestBrowser } from "./support/browser.ts";
import { answer, lineCard, openDesk, pressEnd } from "./support/desk.ts";
import { listenerHz, operatorHz, untilBrowserReceives } from "./support/listen.ts";

/** The beginning of the numbers that the demonstration telephone can call from. */
const shown = "0491 570";

/** Records every DTMF digit that the browser sends (RFC 4733). */
function recordDigits(page: Page): Promise<void> {
  return page.evaluate(() => {
    const own = globalThis as unknown as { peerConnections: RTCPeerConnection[]; digits: string };
    own.digits = "";
    const sender = own.peerConnections.at(-1)?.getSenders()[0]?.dtmf;
    sender?.addEventListener("tonechange", ({ tone }) => (own.digits += tone));
  });
}

function digitsSent(page: Page): Promise<string> {
  return page.evaluate(() => (globalThis as unknown as { digits: string }).digits);
}

test.describe("ways to call", () => {
  let station: Station;
  let operator: TestBrowser;
  let caller: TestBrowser;
  let desk: Page;

  function rows(): Locator {
    return desk.getByRole("grid").getByRole("row").filter({ hasText: shown });
  }

  /** Moves the pointer away, because rows under it keep their place. */
  function leaveQueue(): Promise<void> {
    return desk.mouse.move(0, 0);
  }

  test.beforeAll(async () => {
    station = await startStation({ from: "bundles" });
    operator = await openBrowser({ microphoneHz: operatorHz });
    caller = await openBrowser({ microphoneHz: listenerHz });
    desk = await openDesk(await openContext(operator.browser), station, "Alice");
  });
  test.afterAll(async () => {
    await caller?.close();
    await operator?.close();
    await station?.close();
  });

  test.describe("the demonstration telephone", () => {
    let phone: Page;
    let number: string;

    test.beforeEach(async () => {
      phone = await (await openContext(caller.browser)).newPage();
      await phone.goto(`${station.url}/phone`);
      const from = phone.getByLabel("Call from");
      await from.waitFor();
      const words = await from.locator("option:checked").textContent();
      number = /0\d[\d ]+\d/.exec(words ?? "")?.[0] ?? "no number";
      await phone.getByRole("button", { name: "Call", exact: true }).click();
    });
    test.afterEach(async () => {
      await phone?.context().close();
    });

    test("[SR20] calls without an account, has sound in both directions, sends digits and is hung up by the operator", async () => {
      await answer(desk, number);
      await expect(lineCard(desk, 1).getByText("On line 1")).toBeVisible();
      await untilBrowserReceives(phone, operatorHz);
      await untilBrowserReceives(desk, listenerHz);

      await recordDigits(phone);
      await phone.getByRole("button", { name: "Send 5" }).click();
      await phone.getByRole("button", { name: "Send #" }).click();
      await expect.poll(() => digitsSent(phone)).toBe("5#");
      await untilBrowserReceives(phone, operatorHz);

      await pressEnd(desk);
      await expect(lineCard(desk, 1).getByText("No call")).toBeVisible();
      await expect(phone.getByRole("button", { name: "Call", exact: true })).toBeVisible();
      await expect(phone.getByText("The call has ended")).toBeVisible();
    });

    test("[SR20] hangs up while it connects, while it waits, and during a call", async () => {
      const hangUp = phone.getByRole("button", { name: "Hang up" });
      const call = phone.getByRole("button", { name: "Call", exact: true });
      await hangUp.click();
      await leaveQueue();
      await expect(rows()).toHaveCount(0);

      await call.click();
      await expect(rows()).toHaveCount(1);
      await hangUp.click();
      await expect(rows()).toHaveCount(0);

      await call.click();
      await answer(desk, number);
      await untilBrowserReceives(desk, listenerHz);
      await hangUp.click();
      await expect(lineCard(desk, 1).getByText("No call")).toBeVisible();
      await leaveQueue();
      await expect(rows()).toHaveCount(0);
    });
  });

  test("[SR24] npm run demo:calls -- 3 shows three callers with their names, and Ctrl-C ends their calls", async () => {
    const { host, port } = station.sip;
    const words = ["run", "demo:calls", "--", "3", "--host", host, "--port", String(port)];
    // The separate process group gets SIGINT as a whole, as from a terminal.
    const child = spawn("npm", words, { stdio: ["ignore", "pipe", "pipe"], detached: true });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => (output += text));
    }
    // npm can exit before its program; `close` comes when both have closed the streams.
    const ended = once(child, "close");
    try {
      await expect(
        desk.getByRole("grid").getByRole("row").filter({ hasText: "Ringing" }),
      ).toHaveCount(3);
      expect(output).toContain("3 listeners call");
      await expect(
        desk.getByRole("banner").getByText("Waiting").locator("xpath=following::dd[1]"),
      ).toHaveText("3");
    } finally {
      if (child.pid !== undefined) {
        process.kill(-child.pid, "SIGINT");
      }
    }

    await ended;
    await leaveQueue();
    expect(output.match(/hangs up$/gm), output).toHaveLength(3);
    await expect(
      desk.getByRole("banner").getByText("Waiting").locator("xpath=following::dd[1]"),
    ).toHaveText("0");
    await expect(rows()).toHaveCount(0);
  });
});
