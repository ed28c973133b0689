import axe from "axe-core";
import { describe, expect, test } from "vitest";

import { openGallery } from "./support/gallery.ts";
import { audit, auditScenes, contrastAudit, wholeAudit } from "./support/scene-audit.ts";

const gallery = openGallery();

describe("the scenes of the desk", () => {
  test("fail the audit for a planted fault of each kind", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=no-station");
    await page.evaluate(axe.source);
    await page.evaluate(() => {
      const planted = document.createElement("p");
      planted.textContent = "Barely there";
      planted.style.color = "color-mix(in srgb, currentcolor 10%, transparent)";
      document.querySelector("main")?.append(planted, document.createElement("img"));
    });
    expect((await audit(page, wholeAudit)).join()).toMatch(
      /color-contrast: main > p.*image-alt: img/,
    );
    expect((await audit(page, contrastAudit)).join()).toMatch(/^color-contrast: main > p/);
  });

  test("[KY11] have every control as a Tab stop or in the menu of its row", async () => {
    const page = await gallery.openPage();
    const names = await gallery.sceneNames();
    await gallery.visit(page, "");
    const faults: string[] = [];
    for (const scene of names.filter((name) => !/^(line|caller|phone)-/.test(name))) {
      await gallery.show(page, `scene=${scene}`);
      const found = await page
        .locator("button, a[href], select, textarea, input:not([aria-hidden]), [role=button]")
        .evaluateAll((parts) =>
          parts
            .filter((part) => part.checkVisibility({ visibilityProperty: true }))
            .filter((part) => (part as HTMLElement).tabIndex < 0)
            // In these groups one element is a Tab stop, and arrow keys reach the others.
            .filter((part) => part.closest("[data-row], [role=listbox], [role=tablist]") === null)
            .filter((part) => !part.closest("ul")?.querySelector("[data-at][tabindex='0']"))
            .map((part) => part.outerHTML.slice(0, 160)),
        );
      faults.push(...found.map((fault) => `${scene}: ${fault}`));
    }
    expect(faults).toEqual([]);
  });

  test("[KY11] open the menu of the row with the cursor by the menu key, and move in the menu by arrow keys", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=console");
    await page.locator("[data-row][tabindex='0']").focus();

    await page.keyboard.press("ContextMenu");
    await page.getByRole("menuitem").first().waitFor();
    await page.keyboard.press("ArrowDown");

    const words = (await page.getByRole("menuitem").allTextContents()).join();
    expect(words).toMatch(/Timeline/);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("role")))
      .toBe("menuitem");
  });

  test("[AX1] have no axe fault in either theme, and no breach of the content policy", async () => {
    const scenes = ["console", "console-hard", "console-many", "console-lost"];
    expect(await auditScenes(gallery, scenes, "compact")).toEqual([]);
  });
});
