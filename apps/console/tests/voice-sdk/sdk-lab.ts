import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { type Browser, chromium, type Page } from "@playwright/test";
import { build } from "esbuild";
import { afterAll, afterEach, beforeAll } from "vitest";

import { headlessChromium, fakeMicrophoneArg, toneForEver } from "@linedesk/testkit";
import type { Lab } from "./lab-page.ts";

declare const lab: Lab;

const ORIGIN = "http://localhost:4321";

/**
 * One page of Debian's Chromium with the console's own voice SDK. A test scripts the signalling,
 * and moves the page's clock, which does not run by itself. The tests of a file create their
 * devices one after another in this page.
 */
export class SdkLab {
  #page: Page | null = null;
  readonly #folder = mkdtempSync(join(tmpdir(), "linedesk-lab-"));

  async open(): Promise<void> {
    const [script, browser] = await Promise.all([bundle(), launch(this.#folder)]);
    const page = await browser.newPage();
    this.#page = page;
    const sound = readFileSync(join(import.meta.dirname, "../../public/sounds/dtmf0.wav"));
    const files: Record<string, [string, string]> = {
      "/": [
        "text/html",
        `<!doctype html><title>lab</title><script type="module" src="/lab.js"></script>`,
      ],
      "/lab.js": ["text/javascript", script],
    };
    await page.route(`${ORIGIN}/**`, async (route) => {
      const { pathname } = new URL(route.request().url());
      const [contentType, body] = files[pathname] ?? ["audio/wav", sound];
      await route.fulfill({ contentType, body });
    });
    await page.exposeFunction("pauseForReal", (ms: number) => pause(ms));
    await page.clock.install({ time: 0 });
    await page.goto(ORIGIN);
    await page.waitForFunction(() => "lab" in globalThis);
    await page.clock.pauseAt(1_000_000);
  }

  get page(): Page {
    if (this.#page === null) {
      throw new Error("The lab is not open yet.");
    }
    return this.#page;
  }

  readonly evaluate: Page["evaluate"] = (...given: Parameters<Page["evaluate"]>) =>
    this.page.evaluate(...given);

  /** Moves the page's clock forward by this time. */
  run(ms: number): Promise<void> {
    return this.page.clock.runFor(ms);
  }

  async close(): Promise<void> {
    await this.#page?.context().browser()?.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Opens a lab for the tests of a file, and resets it after each of them. */
export function openLab(): SdkLab {
  const opened = new SdkLab();
  beforeAll(() => opened.open());
  afterEach(() => opened.evaluate(() => lab.reset()));
  afterAll(() => opened.close());
  return opened;
}

function launch(folder: string): Promise<Browser> {
  return chromium.launch({
    ...headlessChromium,
    args: [
      ...headlessChromium.args,
      "--autoplay-policy=no-user-gesture-required",
      "--use-fake-ui-for-media-stream",
      "--use-fake-device-for-media-stream",
      fakeMicrophoneArg(toneForEver(440), folder),
    ],
  });
}

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, "lab-page.ts")],
    bundle: true,
    format: "esm",
    target: "es2022",
    write: false,
    logLevel: "silent",
    define: { global: "globalThis" },
  });
  return outputFiles.map(({ text }) => text).join("\n");
}
