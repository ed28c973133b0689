import { expect, test } from "vitest";

import { openGallery } from "./support/gallery.ts";

const gallery = openGallery();

test("[AD202] the board says GO or NO GO in one word, and fits a screen of 1440 x 900", async () => {
  const page = await gallery.openAnother();
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const [scene, word] of [
    ["board-go", "GO"],
    ["board-no-go", "NO GO"],
  ] as const) {
    await gallery.visit(page, `scene=${scene}`);
    const verdict = page.getByRole("region", { name: "Verdict" });
    await expect.poll(() => verdict.getByRole("status").textContent()).toBe(word);
    expect((await verdict.boundingBox())?.height).toBe(176);
    const space = await page
      .getByRole("main")
      .evaluate((main) => main.scrollHeight - main.clientHeight);
    expect([scene, space]).toEqual([scene, 0]);
  }
  await page.close();
});

test("[AD30] [AD202] a cause has one button, and a tile shows every check with its remedy", async () => {
  const page = await gallery.openAnother();
  await gallery.visit(page, "scene=board-no-go");
  const verdict = page.getByRole("region", { name: "Verdict" });
  expect(await verdict.getByRole("listitem").count()).toBe(2);
  expect(await verdict.getByRole("link").evaluateAll(readHashes)).toEqual([
    "#telephony",
    "#telephony",
  ]);

  for (const [tile, to] of [
    ["Trunks", ["#telephony", "#telephony"]],
    ["Phone lines", ["#lines"]],
    ["What callers hear", ["#station", "#station", "#station", "#station"]],
    ["Audio servers", ["#audioServers", "#audioServers"]],
    ["Desks", []],
  ] as const) {
    await page.getByRole("button", { name: new RegExp(`^${tile}`) }).click();
    const checks = page.getByRole("dialog", { name: tile });
    await checks.waitFor();
    expect([tile, await checks.getByRole("link").evaluateAll(readHashes)]).toEqual([tile, to]);
    await page.keyboard.press("Escape");
    await checks.waitFor({ state: "detached" });
  }
  await page.close();
});

function readHashes(links: Element[]): string[] {
  return links.map((link) => (link as HTMLAnchorElement).hash);
}
