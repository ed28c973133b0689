import { spawnSync } from "node:child_process";
import { join } from "node:path";

import type { BrowserContext, Page } from "@playwright/test";

import { type Station, startStation } from "@linedesk/testkit";
import { openWholeBrowser, type TestBrowser } from "../../e2e/support/browser.ts";
import { openDesk } from "../../e2e/support/desk.ts";
import { pageScript } from "./page-script.ts";

const root = join(import.meta.dirname, "../..");

export interface BenchDesk {
  station: Station;
  chromium: TestBrowser;
  /** Alice's console of 2ZZ, signed in and live. */
  page: Page;
  close(): Promise<void>;
}

/** Builds the bundles that `npm start` runs, when the sources are newer. */
export function buildBundles(): void {
  const script = `import { buildWhenNeeded } from ${JSON.stringify(join(root, "scripts/workspace.mjs"))}; buildWhenNeeded();`;
  const { status } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    stdio: "inherit",
  });
  if (status !== 0) {
    throw new Error("The bundles could not be built. See the output above.");
  }
}

/** Opens a fresh profile that runs the bench's script before the page's own. */
export async function openProbed(chromium: TestBrowser): Promise<BrowserContext> {
  // The probe adds an audio worklet, which the console's policy forbids.
  const context = await chromium.browser.newContext({
    viewport: { width: 1280, height: 800 },
    bypassCSP: true,
  });
  await context.addInitScript({ content: await pageScript("probe") });
  return context;
}

interface BenchDeskOptions {
  microphoneHz?: number;
}

/** Starts a whole station as people run it, and an operator's desk in a real browser. */
export async function openBenchDesk(options: BenchDeskOptions = {}): Promise<BenchDesk> {
  buildBundles();
  const station = await startStation({ from: "bundles" });
  let chromium: TestBrowser | null = null;
  async function close(): Promise<void> {
    await chromium?.close();
    await station.close();
  }
  try {
    chromium = await openWholeBrowser(options);
    const page = await openDesk(await openProbed(chromium), station, "Alice");
    return { station, chromium, page, close };
  } catch (error) {
    await close();
    throw error;
  }
}
