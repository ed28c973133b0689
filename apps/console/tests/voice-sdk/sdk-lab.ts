import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { type Browser, chromium, type Page } from "@playwright/test";
import { build } from "esbuild";

import { headlessChromium, fakeMicrophoneArg, toneForEver } from "@linedesk/testkit";

const ORIGIN = "http://localhost:4321";

/**
 * One page of Debian's Chromium with the console's own voice SDK, whose signalling a test scripts
 * and whose clock stands still. One device after another is made in it.
 */
export class SdkLab {
  readonly page: Page;
  readonly #browser: Browser;
  readonly #folder: string;

  private constructor(browser: Browser, page: Page, folder: string) {
    this.#browser = browser;
    this.page = page;
    this.#folder = folder;
  }

  static async open(): Promise<SdkLab> {
    const folder = mkdtempSync(join(tmpdir(), "linedesk-lab-"));
    const [script, browser] = await Promise.all([bundle(), launch(folder)]);
    const page = await browser.newPage();
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
    return new SdkLab(browser, page, folder);
  }

  /** Lets the page's clock go on by so much. */
  run(ms: number): Promise<void> {
    return this.page.clock.runFor(ms);
  }

  async close(): Promise<void> {
    await this.#browser.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
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
