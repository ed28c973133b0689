import type { Page } from "@playwright/test";

import type { Gallery } from "./gallery.ts";

export const tablet = { width: 1024, height: 768 };
export const portrait = { width: 768, height: 1024 };
export const phone = { width: 390, height: 844 };

/** Opens a page of this size with a touch screen, without answers of a server. */
export async function openTouch(
  gallery: Gallery,
  size: { width: number; height: number },
): Promise<Page> {
  const page = await gallery.openAnother();
  await page.setViewportSize(size);
  const devices = await page.context().newCDPSession(page);
  await devices.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  await page.route("**/api/**", () => undefined);
  return page;
}

/** Draws a scene with all of its parts. `prefix` is the part of the address for a locale: `de/`. */
export async function showSmallDesk(
  gallery: Gallery,
  page: Page,
  { scene, prefix = "" }: { scene: string; prefix?: string },
): Promise<void> {
  await gallery.visit(page, `scene=${scene}`, prefix);
  // The tabs load after the first drawing.
  await page.getByRole("tablist").first().waitFor();
  await page.evaluate(() => document.fonts.ready);
}
