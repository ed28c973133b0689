import { type BrowserContext, type CDPSession, expect, type Page } from "@playwright/test";

import { type Station, startStation } from "@linedesk/testkit";
import { openBrowser, openContext, type TestBrowser } from "../../e2e/support/browser.ts";
import { openDesk } from "../../e2e/support/desk.ts";
import { buildBundles } from "./bench-desk.ts";
import { CrowdOfCalls } from "./crowd-of-calls.ts";

const EMIT_EVERY_MS = 100;

/** A signed-in console of a real station with a crowd in its queue. */
export interface CrowdedDesk {
  page: Page;
  context: BrowserContext;
  /** Chromium's own protocol, for measurements that a page cannot make. */
  devtools: CDPSession;
  /** Sends events at this rate; returns a function that stops them. */
  churn(eventsPerS: number): () => void;
  close(): Promise<void>;
}

/** Opens a desk with this many calls. `script` runs in the page before the page's own scripts. */
export async function openCrowdedDesk(calls: number, script?: string): Promise<CrowdedDesk> {
  buildBundles();
  const station: Station = await startStation({ from: "bundles" });
  const crowd = new CrowdOfCalls(calls, station.url);
  let chromium: TestBrowser | null = null;
  async function close(): Promise<void> {
    await chromium?.close();
    crowd.close();
    await station.close();
  }
  try {
    chromium = await openBrowser();
    const context = await openContext(chromium.browser, { bypassCSP: true });
    if (script !== undefined) {
      await context.addInitScript({ content: script });
    }
    await crowd.standIn(context);
    const page = await openDesk(context, station, "Alice");
    const rows = page.getByRole("grid");
    // The head of the list is a row too, and the number of callers changes.
    await expect(rows).toHaveAttribute("aria-rowcount", String(calls + 1));
    await page.mouse.move(5, 5);
    return { page, context, devtools: await context.newCDPSession(page), churn, close };
    function churn(eventsPerS: number): () => void {
      const timer = setInterval(() => {
        for (let index = 0; index < (eventsPerS * EMIT_EVERY_MS) / 1_000; index += 1) {
          crowd.emit();
        }
      }, EMIT_EVERY_MS);
      return () => clearInterval(timer);
    }
  } catch (error) {
    await close();
    throw error;
  }
}
