import type { Page } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { Gallery } from "./support/gallery.ts";

let gallery: Gallery;

beforeAll(async () => {
  gallery = await Gallery.open();
});
afterAll(async () => {
  await gallery?.close();
});

/** Longer than a press that ends. */
const HOLD_MS = 900;

function endOf(page: Page, region: string) {
  return page.getByRole("region", { name: region }).locator("[data-guard]");
}

/** The words of each status that comes, goes or changes from now on: a screen reader reads them. */
function watchStatus(): string[] {
  const changes: string[] = [];
  const observer = new MutationObserver((records) => {
    for (const { target, addedNodes, removedNodes } of records) {
      for (const node of [target, ...addedNodes, ...removedNodes]) {
        const element = node instanceof Element ? node : node.parentElement;
        if (element?.closest("[role=status]")) {
          changes.push(element.textContent);
        }
      }
    }
  });
  observer.observe(document, { subtree: true, childList: true, characterData: true });
  return changes;
}

describe("ending a conference in a browser", () => {
  test("[CF7] [AC7] on air a double click on the card ends it for nobody, holding does", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=panel-conference-live");
    const end = endOf(page, "Conference");
    expect(await end.textContent()).toBe("End for all");

    await end.dblclick();
    await page.waitForTimeout(100);
    expect(await end.getAttribute("data-guard")).toBe("idle");
    await end.click({ delay: HOLD_MS });

    await expect.poll(() => end.getAttribute("data-guard")).toBe("done");
  });

  test("[CF7] [KY2] off air two presses end it, and one does not", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=panel-conference-off-air");
    const end = endOf(page, "Conference");

    await end.click();
    await expect.poll(() => end.getAttribute("data-guard")).toBe("armed");
    await end.click();

    await expect.poll(() => end.getAttribute("data-guard")).toBe("done");
  });

  test("[CF7] the line's own caller may be on hold: while another is on air two presses end nothing", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=line-in-a-conference-on-air-with-its-own-caller-held");
    const end = page.locator("section[data-selected] [data-guard]");

    await page.keyboard.press("F9");
    await page.keyboard.press("F9");
    expect(await end.getAttribute("data-guard")).toBe("idle");
    await end.click({ delay: HOLD_MS });

    await expect.poll(() => end.getAttribute("data-guard")).toBe("done");
  });
});

describe("a dialled call that ends by itself", () => {
  test("[OB17] a member's row says it, on the card and on the line, and offers more time", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=panel-conference-ending");
    const onCard = page.getByRole("region", { name: "Conference" }).getByRole("listitem");
    const warned = onCard.filter({ hasText: "Ends in 00:22" });

    expect(await warned.count()).toBe(1);
    expect(await warned.textContent()).toContain("Joan Mercer");
    const more = warned.getByRole("button", { name: "10 min more for Joan Mercer" });
    expect(await more.count()).toBe(1);

    await gallery.visit(page, "scene=line-in-a-conference");
    const line = page.locator("section[data-selected]");
    const row = line.getByRole("listitem").filter({ hasText: "Ends in 01:35" });
    expect(await row.count()).toBe(1);
    expect(await line.getByText(/^Ends in/).count()).toBe(1);
    expect(await row.getByRole("button", { name: /^10 min more/ }).isVisible()).toBe(true);
  });

  test("[OB17] [AX2] one that is held beside the lines has a notice, and each is spoken once by name", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=console-held-ending");
    const notice = page.locator("[aria-live=off]");

    expect(await notice.textContent()).toBe("Joan Mercer, on holdEnds in 01:3510 min more");
    expect(await page.getByText("Alex Kimura, on hold").count()).toBe(0);
    const spoken = await page.getByRole("status").allTextContents();
    expect(spoken.filter((words) => words.includes("ends in"))).toEqual([
      "The call with Kim Nguyen ends in 30 seconds",
      "The call with Joan Mercer ends in two minutes",
    ]);
  });

  test("[OB17] one that goes from the line to those held, and back, is not spoken again", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=limit-moves");
    const spoken = page.getByRole("status");
    const before = await spoken.allTextContents();
    expect(before).toContain("The call with Kim Nguyen ends in 30 seconds");
    const changes = await page.evaluateHandle(watchStatus);

    await page.getByRole("button", { name: "Hold" }).click();
    await page.getByRole("button", { name: "Resume" }).click();
    await page.getByRole("button", { name: "Hold" }).waitFor();

    expect(await spoken.allTextContents()).toEqual(before);
    expect(await changes.jsonValue()).toEqual([]);
  });
});

test("[PN34] Dial says that the number rings into the conference of the line", async () => {
  const page = await gallery.openPage();
  await gallery.visit(page, "scene=dial-confer");
  const words = await page.getByRole("region", { name: "Dial" }).textContent();

  expect(words).toContain("Line 1, into the conference");
  expect(words).not.toContain("Kim Ng");
});
