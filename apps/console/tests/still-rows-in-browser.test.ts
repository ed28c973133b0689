import { expect, test } from "vitest";

import { openGallery } from "./support/gallery.ts";

const gallery = openGallery();

test.each([1280, 1440, 1920])(
  "[LN100] at %s px no row moves by a pixel through joins, leaves, offers, notices and strips",
  async (width) => {
    const page = await gallery.openPage();
    await page.setViewportSize({ width, height: 900 });
    await gallery.visit(page, "scene=moving-desk");
    const row = page.locator("[data-row]").nth(2);
    await row.hover();
    const places = () =>
      page
        .locator("[data-row], section[data-region^=line]")
        .evaluateAll((parts) =>
          parts.map((part) => Math.round(part.getBoundingClientRect().top * 100) / 100),
        );
    const heights = () =>
      page
        .locator("section[data-region^=line]")
        .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().height));
    const next = page.locator("[data-steps] button");
    const steps = Number(await page.locator("[data-steps]").getAttribute("data-steps"));
    const first = await places();

    expect(steps).toBeGreaterThan(15);
    for (let step = 1; step < steps; step += 1) {
      await next.evaluate((button: HTMLElement) => button.click());
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
      expect([step, await places(), await heights()]).toEqual([step, first, [148, 148]]);
    }
  },
);

test.each(["line-offered-beside-a-call", "line-locked-end-asked"])(
  "[LN100] in %s number, place and point stay beside the offer or notice",
  async (scene) => {
    const page = await gallery.openPage();
    await gallery.visit(page, `scene=${scene}`);
    const card = page.locator("section[data-selected]");

    for (const words of ["0491 570 006", "Parramatta", "council rates, angry but clear"]) {
      const fact = card.getByText(words, { exact: true });
      expect(await fact.isVisible()).toBe(true);
      const top = await fact.evaluate((part) => {
        const { left, top: edge, height } = part.getBoundingClientRect();
        return document.elementFromPoint(left + 4, edge + height / 2)?.closest("section")?.dataset;
      });
      expect(top).toMatchObject({ region: "line1" });
    }
  },
);

test("[AC8] [CF24] the card of a conference ends it for all, or is left, by buttons of their own", async () => {
  const page = await gallery.openPage();
  await page.setViewportSize({ width: 1440, height: 900 });
  await gallery.visit(page, "scene=line-in-a-conference");
  const card = page.locator("section[data-selected]");
  const members = card.getByRole("list", { name: "In the conference" }).getByRole("listitem");

  expect(await members.count()).toBe(3);
  expect(await card.getByRole("button", { name: "End for all" }).count()).toBe(1);
  expect(await card.getByRole("button", { name: "Leave, keep them on" }).count()).toBe(1);
  expect(await card.getByRole("button", { name: "Bring in somebody" }).count()).toBe(1);
  const outside = await card.evaluate((element) => {
    const edge = element.getBoundingClientRect();
    return [...element.querySelectorAll("button:not([aria-pressed][aria-keyshortcuts^=Alt])")]
      .map((button) => ({ name: button.textContent, at: button.getBoundingClientRect() }))
      .filter(({ at }) => at.bottom > edge.bottom || at.right > edge.right || at.top < edge.top)
      .map(({ name }) => name);
  });
  expect(outside).toEqual([]);
});
