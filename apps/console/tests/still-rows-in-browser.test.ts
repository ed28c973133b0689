import { expect, test } from "vitest";

import { openGallery } from "./support/gallery.ts";

const gallery = openGallery();

test.each([1280, 1440, 1920])(
  "[LN100] at %s px no row and no line moves when callers join and leave, or offers, notices and strips appear",
  async (width) => {
    const page = await gallery.openPage();
    await page.setViewportSize({ width, height: 900 });
    await gallery.visit(page, "scene=moving-desk");
    const row = page.locator("[data-row]").nth(2);
    await row.hover();
    const tops = () =>
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
    const before = await tops();

    expect(steps).toBeGreaterThan(15);
    for (let step = 1; step < steps; step += 1) {
      await next.evaluate((button: HTMLElement) => button.click());
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
      expect([step, await tops(), await heights()]).toEqual([step, before, [148, 148]]);
    }
  },
);

test("a strip above the queue opens only when the pointer has left the rows", async () => {
  const page = await gallery.openPage();
  await page.setViewportSize({ width: 1440, height: 900 });
  await gallery.visit(page, "scene=moving-desk");
  await page.locator("[data-row]").nth(2).hover();
  const above = page.locator("[data-above]");
  const height = () => above.evaluate((part) => part.getBoundingClientRect().height);
  const strip = above.getByText("Nine callers were cut off");
  while ((await strip.count()) === 0) {
    await page.locator("[data-steps] button").evaluate((button: HTMLElement) => button.click());
  }
  expect(await height()).toBe(0);

  await page.mouse.move(5, 5);

  await expect.poll(height).toBe(212);
});

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

test("[AC8] [CF24] the card of a conference has separate buttons to end it for all and to leave it", async () => {
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

test("[QL2] a list of 990 px or more has a column for the place, and an empty point has no words", async () => {
  const page = await gallery.openPage();
  const columns = async (width: number) => {
    await page.setViewportSize({ width, height: 900 });
    await gallery.visit(page, "scene=console");
    return page
      .locator("[data-row]")
      .first()
      .evaluate((row) =>
        [3, 4].map((cell) => Math.round(row.children[cell]?.getBoundingClientRect().left ?? 0)),
      );
  };
  const [number = 0, suburb = 0] = await columns(1440);
  expect(suburb - number).toBeGreaterThan(90);
  const [above, below] = await columns(1280);
  expect(below).toBe(above);

  const row = (name: string) => page.getByRole("row").filter({ hasText: name });
  expect(await row("Lee Brown").textContent()).not.toContain("no point yet");
  const first = row("02 7010 4456").getByText("first call", { exact: true });
  expect(await first.evaluate((words) => getComputedStyle(words).borderTopWidth)).toBe("0px");
});

test.each([1280, 1440, 1920])(
  "[SH52] at %s px most buttons of a line have words, and none moves while End asks for a second press",
  async (width) => {
    const page = await gallery.openPage();
    await page.setViewportSize({ width, height: 900 });
    await gallery.visit(page, "scene=line-talking");
    const row = page.locator("section[data-selected] [data-fold]");
    const lefts = () =>
      row
        .locator("> button:not([data-guard])")
        .evaluateAll((buttons) => buttons.map((one) => one.getBoundingClientRect().left));
    const before = await lefts();
    const fold = await row.getAttribute("data-fold");

    await page.keyboard.press("F9");
    await page.getByRole("button", { name: "Press again to end" }).waitFor();

    expect(await lefts()).toEqual(before);
    expect(await row.getAttribute("data-fold")).toBe(fold);
    expect(Number(fold)).toBeLessThan(width === 1280 ? 5 : 3);
  },
);
