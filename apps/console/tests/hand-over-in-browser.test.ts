import type { Page } from "@playwright/test";
import { describe, expect, test } from "vitest";

import { boundKeys } from "./support/bound-keys.ts";
import { openGallery } from "./support/gallery.ts";

const gallery = openGallery();

describe("the desk in a browser", () => {
  function line(page: Page, number: 1 | 2) {
    return page.getByRole("region", { name: new RegExp(`^Line ${number}`) });
  }
  async function buttonsOf(page: Page, number: 1 | 2): Promise<string[]> {
    const buttons = await line(page, number).getByRole("button").all();
    const names = await Promise.all(buttons.map((button) => button.innerText()));
    return names
      .map((name) => name.split("\n")[0] ?? "")
      .filter((name) => !name.startsWith("LINE"));
  }

  test("[LN24] [KY24] shows for a call that is offered to this person: who offers it, the caller, the seconds left, Take and Back", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=line-offered-to-me");

    const card = line(page, 1);
    for (const words of ["Offered by Bob", "Sam Tran", "0491 570 156", "14 s"]) {
      expect(await card.getByText(words, { exact: true }).count()).toBe(1);
    }
    const take = card.getByRole("button", { name: "Take" });
    expect(await take.getAttribute("aria-keyshortcuts")).toBe("A");
    const back = card.getByRole("button", { name: "Back to Bob" });
    expect(await back.getAttribute("aria-keyshortcuts")).toBe("B");
    expect(await boundKeys(page, "page")).toEqual(expect.arrayContaining(["a", "b"]));
    expect(await boundKeys(page, "typing")).not.toContain("b");
    await gallery.visit(page, "scene=line-offered-beside-a-call");
    expect(await line(page, 1).getByText("Bob offers Sam Tran").count()).toBe(1);
    expect(await buttonsOf(page, 1)).toEqual(expect.arrayContaining(["Take", "Back to Bob"]));
  });

  test("[FL16] shows all facts about the caller before the answer, warnings first", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=line-offered-with-warnings");
    const marks = line(page, 1).getByRole("list", { name: "Known about the caller" });
    await marks.waitFor();

    expect(await marks.getByRole("listitem").allTextContents()).toEqual([
      "Warning: prank calls",
      "The caller's radio is on",
      "Winner of the contest: caller 9 on Main",
      "radio off",
      "agreed to air",
      "Won 08 Nov, again 08 Dec",
      "VIP: breakfast panel",
      "regular, 7 calls",
    ]);
    // The facts have two rows beside the buttons, and the first row has the warnings.
    const [first, box] = await Promise.all([
      marks.getByRole("listitem").first().boundingBox(),
      line(page, 1).boundingBox(),
    ]);
    expect((first?.y ?? 0) + (first?.height ?? 0)).toBeLessThan((box?.y ?? 0) + (box?.height ?? 0));
    await gallery.visit(page, "scene=line-warned-beside-a-call");
    await marks.waitFor();
    expect(await marks.getByRole("listitem").allTextContents()).toEqual([
      "Warning: prank calls",
      "The caller's radio is on",
    ]);
  });

  test("[LN25] [AC10] shows for a call that this person offers: the colleague, the seconds left, and only Take back", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=line-offered-to-bob");

    expect(await line(page, 1).getByText("Offered to Bob", { exact: true }).count()).toBe(1);
    expect(await line(page, 1).getByText("9 s", { exact: true }).count()).toBe(1);
    expect(await buttonsOf(page, 1)).toEqual(["Take back"]);
    await gallery.visit(page, "scene=line-ended");
    expect(await buttonsOf(page, 1)).toEqual([]);
  });

  test("[LN23] lists in the menu the people who have the station open, with their roles", async () => {
    // This test needs its own page, because `boundKeys` of an earlier test leaves the palette open.
    const page = await gallery.openAnother();
    await gallery.visit(page, "scene=line-talking");

    await page.keyboard.press("g");
    await page.getByRole("menuitem").first().waitFor();

    expect(await page.getByRole("menuitem").allTextContents()).toEqual([
      "Bob, presenter",
      "Carla, producer",
    ]);
    await gallery.visit(page, "scene=line-alone");
    await page.keyboard.press("g");
    await page.getByText("No colleague has the station open").waitFor();
    expect(await page.getByRole("menuitem").count()).toBe(0);
  });

  test("[LN27] gives a line with the only call three quarters of the row", async () => {
    const page = await gallery.openPage();
    async function shareOfFirst(scene: string): Promise<number> {
      await gallery.visit(page, `scene=${scene}`);
      const [one, two] = await Promise.all(
        [line(page, 1), line(page, 2)].map((each) => each.boundingBox()),
      );
      return (one?.width ?? 0) / ((one?.width ?? 0) + (two?.width ?? 0));
    }

    expect(await shareOfFirst("console-one-call")).toBeCloseTo(0.75, 2);
    expect(await shareOfFirst("console-line-2-call")).toBeCloseTo(0.25, 2);
    expect(await shareOfFirst("console")).toBeCloseTo(0.5, 2);
    expect(await shareOfFirst("console-empty")).toBeCloseTo(0.5, 2);
    await page.setViewportSize({ width: 1099, height: 800 });
    expect(await shareOfFirst("console-one-call")).toBeCloseTo(0.5, 2);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test("[AC4] [AC7] [LN33] strikes through the names of leaving callers in the queue, and offers undo in a toast", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=console-show");
    const rows = page.locator("[data-row][data-tone=leaving]");
    await rows.first().scrollIntoViewIfNeeded();

    const struck = await rows.first().evaluate((row) => {
      const name = row.querySelector("[role=gridcell]:nth-child(3) span > span");
      return name === null ? "" : getComputedStyle(name).textDecorationLine;
    });
    expect(struck).toBe("line-through");
    expect(await rows.locator("[role=gridcell]:nth-child(2)").allTextContents()).toEqual([
      "Rejected",
      "Ending",
    ]);
    const offered = page.locator("[data-row][data-tone=offered] [role=gridcell]:nth-child(2)");
    expect(await offered.textContent()).toBe("To Bob");
    const toasts = page.getByRole("log", { name: "Messages" });
    expect(await toasts.innerText()).toMatch(
      /Ended Chris Wu\. Undo within 4 s\s+Undo\s+Rejected Pat Jones\s+Undo\s+Z/,
    );
    expect(await toasts.getByRole("button", { name: /^Undo: bring Pat Jones back/ }).count()).toBe(
      1,
    );
  });

  test("[AC1] shows a pending mark only after 400 ms", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=caller-known");
    const seen = page.evaluate(
      () =>
        new Promise<{ isSlowAtFirst: boolean; delays: number[] }>((resolve) => {
          const delays: number[] = [];
          const setTimer = window.setTimeout.bind(window);
          window.setTimeout = ((run: () => void, ms: number) => {
            delays.push(ms);
            return setTimer(run, ms);
          }) as typeof window.setTimeout;
          let isSlowAtFirst: boolean | null = null;
          const observer = new MutationObserver(() => {
            const button = document.querySelector("button[aria-busy]");
            const isSlow = button?.hasAttribute("data-slow") === true;
            isSlowAtFirst ??= button === null ? null : isSlow;
            if (isSlowAtFirst !== null && isSlow) {
              resolve({ isSlowAtFirst, delays });
            }
          });
          observer.observe(document, { subtree: true, childList: true, attributes: true });
        }),
    );

    await gallery.show(page, "scene=caller-verifying");

    const { isSlowAtFirst, delays } = await seen;
    expect(isSlowAtFirst).toBe(false);
    expect(delays).toContain(400);
  });

  test("[LN41] [AC10] changes the lines that feed the air only with the permission and after a question, and shows a refusal", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=settings");
    expect(await page.getByRole("switch", { name: /goes to air/ }).count()).toBe(0);
    await gallery.visit(page, "scene=admin-page-air");
    const [one, two] = [1, 2].map((number) =>
      page.getByRole("switch", { name: `Line ${number} goes to air` }),
    );

    expect(await one?.getAttribute("aria-checked")).toBe("false");
    expect(await two?.getAttribute("aria-checked")).toBe("true");
    expect(await page.getByText("Bob has a call on that line").count()).toBe(1);
    await one?.click();
    const question = page.getByRole("dialog", { name: "Line 1 on air?" });
    await question.getByText(/the public hears all calls on line 1 at 2ZZ/).waitFor();
    await question.getByRole("button", { name: "Put line 1 to air" }).click();
    await question.waitFor({ state: "hidden" });
  });
});
