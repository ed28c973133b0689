import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";

import { debianChromium } from "@linedesk/testkit";
import { buildConsole, serveConsole } from "./built-console.ts";

interface Parts {
  built: Awaited<ReturnType<typeof buildConsole>>;
  site: Awaited<ReturnType<typeof serveConsole>>;
  browser: Browser;
  /** One for all pages: what one has loaded and compiled, the next finds in the cache. */
  context: BrowserContext;
}

/** The console's scenes, served as a station's server does, and a browser to draw them. */
export class Gallery {
  readonly #parts: Parts;
  #page: Page | null = null;

  private constructor(parts: Parts) {
    this.#parts = parts;
  }

  static async open(): Promise<Gallery> {
    const built = await buildConsole("gallery");
    const site = await serveConsole(built.folder);
    const browser = await chromium.launch(debianChromium);
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    return new Gallery({ built, site, browser, context });
  }

  /** A fresh page in the place of the one before, whose timers must not go on beside it. */
  async openPage(): Promise<Page> {
    await this.#page?.close();
    this.#page = await this.openAnother();
    return this.#page;
  }

  /** A page beside the others. */
  async openAnother(): Promise<Page> {
    const page = await this.#parts.context.newPage();
    page.setDefaultTimeout(10_000);
    return page;
  }

  /** `prefix` is a locale's, as in `de/`. */
  async visit(page: Page, query: string, prefix = ""): Promise<void> {
    await page.goto(`${this.#parts.site.url}${prefix}__gallery?${query}`);
    await page.locator("main").first().waitFor();
  }

  /** Another scene on a page that shows one: the address changes, and nothing is loaded anew. */
  async show(page: Page, query: string): Promise<void> {
    await page.evaluate(async (search) => {
      window.history.pushState({}, "", `/__gallery?${search}`);
      window.dispatchEvent(new PopStateEvent("popstate"));
      const wanted = new URLSearchParams(search).toString();
      while (document.documentElement.dataset["drawn"] !== wanted) {
        await new Promise((drawn) => requestAnimationFrame(drawn));
      }
    }, query);
  }

  async sceneNames(): Promise<string[]> {
    const page = await this.openPage();
    await page.goto(`${this.#parts.site.url}__gallery`);
    const names = await page.locator("[data-scenes]").getAttribute("data-scenes");
    return (names ?? "").split(" ");
  }

  async close(): Promise<void> {
    await this.#parts.browser.close();
    await this.#parts.site.close();
    await this.#parts.built.remove();
  }
}
