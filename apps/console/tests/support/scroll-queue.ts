import type { Page } from "@playwright/test";

/** Scrolls the list of the queue to this many pixels from its top, in one step. */
export async function scrollQueueTo(page: Page, top: number): Promise<void> {
  await page.evaluate((to) => {
    for (const one of document.querySelectorAll("[role=grid] [role=presentation]")) {
      if (one.scrollHeight > one.clientHeight + 1_000) {
        one.scrollTop = to;
      }
    }
  }, top);
}
