import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { afterAll, beforeAll, onTestFinished } from "vitest";

import { headlessChromium } from "@linedesk/testkit";
import { findGallery, serveConsole } from "./built-console.ts";

/** A row ignores clicks for this time after it has moved. */
const ROWS_REFUSE_CLICKS_MS = 300;
const VIEWPORT = { width: 1280, height: 800 };

interface Parts {
  site: Awaited<ReturnType<typeof serveConsole>>;
  browser: Browser;
  /** The context of all pages, so that they share the cache of loaded and compiled code. */
  context: BrowserContext;
}

/** The console's scenes on a local web server, and a browser that draws them. */
export class Gallery {
  #opened: Parts | null = null;
  #page: Page | null = null;
  #visits = 0;

  async open(): Promise<void> {
    const site = await serveConsole(await findGallery());
    const browser = await chromium.launch(headlessChromium);
    const context = await browser.newContext({ viewport: VIEWPORT });
    this.#opened = { site, browser, context };
  }

  get #parts(): Parts {
    if (this.#opened === null) {
      throw new Error("The gallery is not open yet.");
    }
    return this.#opened;
  }

  /** The address of the gallery and of the console's own pages. */
  get url(): string {
    return this.#parts.site.url;
  }

  /** Returns the one page of a file's tests, with its initial size and settings. */
  async openPage(): Promise<Page> {
    if (this.#page === null || this.#page.isClosed()) {
      this.#page = await this.#newPage();
    }
    await this.#page.setViewportSize(VIEWPORT);
    await this.#page.emulateMedia({ forcedColors: null });
    await this.#page.mouse.move(0, 0);
    // A key outside of a field ends the typing state, in which the page would ignore shortcuts.
    await this.#page.evaluate(() => {
      (document.activeElement as HTMLElement | null)?.blur();
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Shift", bubbles: true }));
    });
    return this.#page;
  }

  /**
   * Opens another page for one test, and closes it afterwards: a second open tab of the same person
   * would not be the leading tab.
   */
  async openAnother(): Promise<Page> {
    const page = await this.#newPage();
    onTestFinished(() => page.close());
    return page;
  }

  async #newPage(): Promise<Page> {
    const page = await this.#parts.context.newPage();
    page.setDefaultTimeout(30_000);
    return page;
  }

  /**
   * Draws a scene from the start, and loads the page if necessary. `prefix` is the part of the
   * address for a locale: `de/`.
   */
  async visit(page: Page, query: string, prefix = ""): Promise<void> {
    const gallery = new URL(`${prefix}__gallery`, this.#parts.site.url);
    this.#visits += 1;
    const search = `${query}&visit=${this.#visits}`;
    if (new URL(page.url()).pathname === gallery.pathname) {
      await this.show(page, search);
      await page.evaluate(untilRowsTakeClicks, ROWS_REFUSE_CLICKS_MS);
    } else {
      await page.goto(`${gallery.href}?${search}`);
    }
    await page.locator("main").first().waitFor();
  }

  /** Shows another scene on a loaded page: only the address changes. */
  async show(page: Page, query: string): Promise<void> {
    await page.evaluate(async (search) => {
      window.history.pushState({}, "", `?${search}`);
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
    await this.#opened?.browser.close();
    await this.#opened?.site.close();
  }
}

/** Opens a gallery for the tests of a file. */
export function openGallery(): Gallery {
  const gallery = new Gallery();
  beforeAll(() => gallery.open());
  afterAll(() => gallery.close());
  return gallery;
}

/** Waits in real time, because rows use the page's clock, which no test stops. */
function untilRowsTakeClicks(refusedMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, refusedMs));
}
