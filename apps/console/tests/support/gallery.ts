import { type Browser, chromium, type Page } from "@playwright/test";

import { debianChromium } from "@linedesk/testkit";
import { buildConsole, serveConsole } from "./built-console.ts";

interface Parts {
  built: Awaited<ReturnType<typeof buildConsole>>;
  site: Awaited<ReturnType<typeof serveConsole>>;
  browser: Browser;
}

/** The console's scenes, served as a station's server does, and a browser to draw them. */
export class Gallery {
  readonly #parts: Parts;

  private constructor(parts: Parts) {
    this.#parts = parts;
  }

  static async open(): Promise<Gallery> {
    const built = await buildConsole("gallery");
    const site = await serveConsole(built.folder);
    return new Gallery({ built, site, browser: await chromium.launch(debianChromium) });
  }

  async openPage(): Promise<Page> {
    const viewport = { width: 1280, height: 800 };
    const context = await this.#parts.browser.newContext({ viewport });
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    return page;
  }

  /** `prefix` is a locale's, as in `de/`. */
  async visit(page: Page, query: string, prefix = ""): Promise<void> {
    await page.goto(`${this.#parts.site.url}${prefix}__gallery?${query}`);
    await page.locator("main").first().waitFor();
  }

  async sceneNames(): Promise<string[]> {
    const page = await this.openPage();
    await page.goto(`${this.#parts.site.url}__gallery`);
    const names = await page.locator("[data-scenes]").getAttribute("data-scenes");
    await page.context().close();
    return (names ?? "").split(" ");
  }

  async close(): Promise<void> {
    await this.#parts.browser.close();
    await this.#parts.site.close();
    await this.#parts.built.remove();
  }
}
