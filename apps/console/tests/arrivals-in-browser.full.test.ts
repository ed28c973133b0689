import { describe, expect, test } from "vitest";

import { openGallery } from "./support/gallery.ts";

const gallery = openGallery();

describe("new calls in a browser", () => {
  async function openArrivals(scene: string) {
    const page = await gallery.openAnother();
    await page.clock.install();
    await gallery.visit(page, `scene=${scene}`);
    const region = page.getByRole("status").filter({ hasText: /\S/ }).first();
    async function addCall() {
      await page.getByRole("button", { name: "One more call" }).click();
      await page.clock.runFor(6_000);
      return region.textContent();
    }
    return addCall;
  }

  test.each(["arrivals-summary", "arrivals-each"])(
    "[AX3] [ST30] %s: the same words twice in a row change the live region, so that both are read",
    async (scene) => {
      const addCall = await openArrivals(scene);
      const texts = [await addCall(), await addCall(), await addCall()];

      expect(texts[1]).not.toBe(texts[0]);
      expect(texts[2]).not.toBe(texts[1]);
      expect(new Set(texts.map((words) => words?.trim())).size).toBe(1);
    },
  );
});
