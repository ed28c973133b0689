import { test } from "vitest";
import { Gallery } from "./support/gallery.ts";
test("shots", async () => {
  const gallery = await Gallery.open();
  const page = await gallery.openPage();
  await gallery.visit(page, "");
  for (const scene of (process.env["SCENES"] ?? "").split(" ")) {
    for (const theme of ["light", "dark"]) {
      for (const [width, height] of [[1280, 800], [1920, 1080]] as const) {
        await page.setViewportSize({ width, height });
        await gallery.visit(page, `scene=${scene}&theme=${theme}`);
        await page.waitForTimeout(150);
        await page.screenshot({ path: `/tmp/hands-pics/${scene}-${theme}-${width}.png` });
      }
    }
  }
  await gallery.close();
}, 300_000);
