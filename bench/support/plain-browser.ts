import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { type BrowserContext, chromium } from "@playwright/test";

import { debianChromium } from "@linedesk/testkit";

/**
 * Chromium as people use it: a tab behind another one is hidden, and its timers are throttled. A
 * browser that Playwright starts shows every tab and throttles none.
 */
export interface PlainBrowser {
  context: BrowserContext;
  close(): Promise<void>;
}

export async function openPlainBrowser(): Promise<PlainBrowser> {
  const folder = mkdtempSync(join(tmpdir(), "linedesk-plain-"));
  const child = spawn(
    debianChromium.executablePath,
    [
      ...debianChromium.args,
      "--headless=new",
      "--use-fake-device-for-media-stream",
      "--use-fake-ui-for-media-stream",
      "--window-size=1280,800",
      "--remote-debugging-port=0",
      `--user-data-dir=${folder}`,
      "about:blank",
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  async function close(): Promise<void> {
    if (child.exitCode === null && child.signalCode === null) {
      const gone = once(child, "exit");
      child.kill();
      await gone;
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  try {
    const browser = await chromium.connectOverCDP(await readAddress(child), { noDefaults: true });
    const [context] = browser.contexts();
    if (context === undefined) {
      throw new Error("The browser opened no profile.");
    }
    return { context, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Reads the address of the debugger from the browser's first lines. */
async function readAddress(child: ChildProcess): Promise<string> {
  if (child.stderr === null) {
    throw new Error("The browser does not answer.");
  }
  const lines = createInterface({ input: child.stderr });
  for await (const line of lines) {
    const [, address] = /DevTools listening on (ws:\S+)/.exec(line) ?? [];
    if (address !== undefined) {
      // Later output is read too, because the pipe would otherwise fill.
      child.stderr.resume();
      return address;
    }
  }
  throw new Error("The browser did not start.");
}
