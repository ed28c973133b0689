import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { Page } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { Gallery } from "./support/gallery.ts";

let gallery: Gallery;

beforeAll(async () => {
  gallery = await Gallery.open();
}, 120_000);
afterAll(async () => {
  await gallery?.close();
});

/** The keys of the rule's table by scope, as `boundKeys` writes them. */
function keysOfTheRule(): Record<string, string[]> {
  const page = readFileSync(join(import.meta.dirname, "../../../docs/spec/keys.md"), "utf8");
  const table = page.slice(page.indexOf("[KY1]"), page.indexOf("[KY2]"));
  const rows = table.matchAll(/^ {2}\| (anywhere|not typing|queue) \| (.+?) \|/gm);
  const keys: Record<string, string[]> = {};
  for (const [, scope = "", cell = ""] of rows) {
    (keys[scope] ??= []).push(...cell.split(", ").map(asKey));
  }
  return keys;
}

function asKey(written: string): string {
  if (/^(?:Ctrl\+Shift\+)?(?:Up|Down|Left|Right)$/.test(written)) {
    return written.replace(/\w+$/, (arrow) => `Arrow${arrow}`);
  }
  return written.length === 1 ? written.toLowerCase() : written;
}

/** Presses every key with each modifier and gathers those that a command has taken. */
function boundKeys(page: Page, place: "typing" | "page" | "queue"): Promise<string[]> {
  return page.evaluate((where) => {
    const letters = "abcdefghijklmnopqrstuvwxyz".split("");
    const functions = Array.from({ length: 12 }, (_, index) => `F${index + 1}`);
    const arrows = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"];
    const others = [...arrows, "Enter", "Delete", ..."?/.,0123456789".split("")];
    const modifiers = {
      "": [],
      Shift: ["shiftKey"],
      Ctrl: ["ctrlKey"],
      Alt: ["altKey"],
      Meta: ["metaKey"],
      "Ctrl+Shift": ["ctrlKey", "shiftKey"],
    };
    const bound: string[] = [];
    for (const plain of [...letters, ...functions, ...others]) {
      for (const [modifier, flags] of Object.entries(modifiers)) {
        const key = modifier === "Shift" ? plain.replace(/^[a-z]$/, (a) => a.toUpperCase()) : plain;
        (document.activeElement as HTMLElement | null)?.blur();
        const focused = { typing: "input[data-1p-ignore]", page: "body", queue: "[data-row]" }[
          where
        ];
        document.querySelector<HTMLElement>(focused)?.focus();
        const held = Object.fromEntries(flags.map((flag) => [flag, true]));
        const press = { key, bubbles: true, cancelable: true, ...held };
        const event = new KeyboardEvent("keydown", press);
        (document.activeElement ?? document.body).dispatchEvent(event);
        if (event.defaultPrevented) {
          bound.push(modifier === "" ? key : `${modifier}+${key}`);
        }
      }
    }
    // The sheet's sign needs Shift on some keyboards and is one key all the same.
    return [...new Set(bound.map((key) => key.replace("Shift+?", "?")))].sort();
  }, place);
}

describe("keys in a browser", () => {
  const places = ["typing", "page", "queue"] as const;
  const written = keysOfTheRule();

  test.each(places)(
    "[KY1] [KY3] with the focus on %s exactly the rule's keys are bound",
    async (place) => {
      const page = await gallery.openPage();
      await gallery.visit(page, "scene=console");

      const bound = await boundKeys(page, place);

      const scopes = { typing: 1, page: 2, queue: 3 }[place];
      const wanted = ["anywhere", "not typing", "queue"].slice(0, scopes);
      expect(bound).toEqual(
        [...new Set(wanted.flatMap((scope) => written[scope] ?? []))].toSorted(),
      );
    },
  );

  test("[KY18] without single keys the others go on, and no cap shows one", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=console-no-single-keys");
    const caps = await page.locator("kbd").allTextContents();

    const bound = await boundKeys(page, "queue");

    const isSingle = /^(?:Shift\+)?.$/u;
    const all = ["anywhere", "not typing", "queue"].flatMap((scope) => written[scope] ?? []);
    expect(all.filter((key) => isSingle.test(key)).length).toBeGreaterThan(8);
    expect(bound).toEqual([...new Set(all.filter((key) => !isSingle.test(key)))].toSorted());
    expect(caps).toContain("F2");
    expect(caps.filter((cap) => isSingle.test(cap))).toEqual([]);
  });

  test("[KY8] the browser's own keys are left alone wherever the focus is", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=console");
    const own = ["Ctrl+n", "Ctrl+t", "Ctrl+w", "F1", "F3", "F5", "F6", "F11", "F12"];

    const bound = await Promise.all(places.map((place) => boundKeys(page, place)));

    expect(bound.flat()).toContain("F2");
    expect(bound.flat().filter((key) => own.includes(key))).toEqual([]);
  });
});

describe("states in a browser", () => {
  test("[CO5] a call elsewhere names its colleague and the line, and offers no answer", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=console");
    const row = page.locator("[data-row][data-tone=elsewhere]");
    const free = page.locator("[data-row][data-tone=ringing]").first();

    expect(await row.getByRole("gridcell").nth(1).textContent()).toBe("Bob, line 1");
    expect(await free.getByRole("button", { name: /^Answer/ }).count()).toBe(1);
    expect(await row.getByRole("button", { name: /^(Answer|Take over|Resume)/ }).count()).toBe(0);
    await row.getByRole("button", { name: /^More/ }).click();
    const items = page.getByRole("menuitem");
    await items.first().waitFor();
    expect((await items.allTextContents()).join()).not.toMatch(/Answer|Take over|Resume|Reject/);
  });

  test("[CO6] a held call has one colour on its line and on its row", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=line-held");
    function colourOf(place: string) {
      return page
        .locator(`${place} span[data-tone=held]`)
        .first()
        .evaluate((badge) => getComputedStyle(badge).color);
    }

    expect(await colourOf("section[data-selected]")).toBe(await colourOf("[data-row]"));
  });

  test("[AC3] a hold that is not confirmed yet shows so", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=line-holding");
    const line = page.locator("section[data-selected]");

    expect(await line.locator("span[data-tone=held]").textContent()).toBe("Hold…");
  });

  test("[CN5] reconnecting says which attempt, and the rows look stale", async () => {
    const page = await gallery.openPage();
    function hatchOf() {
      const row = page.locator("[data-row]").nth(2);
      return row.evaluate((element) => getComputedStyle(element).backgroundImage);
    }
    await gallery.visit(page, "scene=console");
    const fresh = await hatchOf();
    await gallery.visit(page, "scene=console-lost");

    await page.getByText(/^Reconnecting… attempt 2, list may be out of date \(\d+ s\)$/).waitFor();
    expect(await page.getByRole("grid").getAttribute("data-stale")).toBe("true");
    expect(fresh).toBe("none");
    expect(await hatchOf()).toContain("repeating-linear-gradient");
  });

  test("[CN11] interrupted audio is said with a timer and the button that ends the call", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=line-reconnecting");
    const line = page.locator("section[data-selected]");

    expect(await line.getByText("Audio interrupted, reconnecting…").count()).toBe(1);
    expect(await line.getByText(/^\d+:\d\d$/).count()).toBe(1);
    expect(await line.getByRole("button", { name: /^End/ }).count()).toBe(1);
  });

  test("[EW1] the code stands small beside the words", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=line-failed-action");

    const code = page.getByText("telephony_failed", { exact: true });
    const words = code.locator("xpath=..");

    expect(await words.textContent()).toMatch(/^The caller could not be put on hold\./);
    function sizeOf(of: typeof code) {
      return of.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
    }
    expect(await sizeOf(code)).toBeLessThan(await sizeOf(words));
  });

  test.each([
    ["prompt", "Allow the microphone. Your browser will ask."],
    ["dismissed", "You closed the question. Try again"],
    ["denied", "Check again"],
    ["missing", "No microphone found. Plug one in"],
    ["busy", "Another program is using it"],
  ])("[SN2] a microphone that is %s reads so on the line", async (state, words) => {
    const page = await gallery.openPage();
    await gallery.visit(page, `scene=line-${state}`);

    expect(await page.locator("section[data-selected]").textContent()).toContain(words);
  });
});

describe("a call that goes from one to another, in a browser", () => {
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

  test("[LN24] [KY24] offered to me: who offers, the caller, the seconds left, Take and Back", async () => {
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

  test("[LN25] [AC10] at the sender it says to whom and how long, and has Take back alone", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=line-offered-to-bob");

    expect(await line(page, 1).getByText("Offered to Bob", { exact: true }).count()).toBe(1);
    expect(await line(page, 1).getByText("9 s", { exact: true }).count()).toBe(1);
    expect(await buttonsOf(page, 1)).toEqual(["Take back"]);
    await gallery.visit(page, "scene=line-ended");
    expect(await buttonsOf(page, 1)).toEqual([]);
  });

  test("[LN23] the menu names those who have the station open, with their role", async () => {
    const page = await gallery.openPage();
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

  test("[LN26] with one call up its line has three quarters of the row, whichever line it is", async () => {
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

  test("[LN27] [AC7] on air is larger than any other state, on a card of its colour", async () => {
    const page = await gallery.openPage();
    function drawn(words: string) {
      return line(page, 1).evaluate((card, wanted) => {
        const badge = [...card.querySelectorAll<HTMLElement>("[data-tone]")].find((one) =>
          one.innerText.toLowerCase().includes(wanted),
        );
        const bar = getComputedStyle(card, "::before");
        return {
          words: badge?.innerText,
          size: Number.parseFloat(getComputedStyle(badge ?? card).fontSize),
          card: getComputedStyle(card).backgroundColor,
          bar: bar.width,
        };
      }, words);
    }
    await gallery.visit(page, "scene=line-talking");
    const talking = await drawn("on line");
    await gallery.visit(page, "scene=console-show");
    const onAir = await drawn("on air");

    expect(onAir.words).toBe("ON AIR");
    expect(onAir.size).toBeGreaterThan(talking.size);
    expect(onAir.bar).toBe("12px");
    expect(onAir.card).not.toBe(talking.card);
    expect(await line(page, 1).getByRole("button", { name: "Hold to end" }).count()).toBe(1);
  });

  test("[AC4] [AC12] [LN33] who is about to go is struck through in the queue, and a toast can undo it", async () => {
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
    expect(await offered.textContent()).toBe("Offered to Bob");
    const toasts = page.getByRole("log", { name: "Messages" });
    expect(await toasts.innerText()).toMatch(
      /Ended Chris Wu\. Music for 4 s\s+Undo\s+Rejected Pat Jones\s+Undo\s+Z/,
    );
    expect(await toasts.getByRole("button", { name: /^Undo: bring Pat Jones back/ }).count()).toBe(
      1,
    );
  });

  test("[LN31] a colleague's call is taken over from the menu alone", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=console-show");
    const row = page.locator("[data-row]").filter({ hasText: "Mia Rossi" });
    await row.scrollIntoViewIfNeeded();

    expect(await row.getByRole("button", { name: /^(Answer|Take over|Resume)/ }).count()).toBe(0);
    await row.getByRole("button", { name: /^More/ }).click();
    await page.getByRole("menuitem").first().waitFor();
    const items = await page.getByRole("menuitem").allTextContents();
    expect(items.slice(0, 2)).toEqual([
      "Take over from Bob on line 1",
      "Take over from Bob on line 2",
    ]);
  });

  test("[AC1] a mark that takes longer than 400 ms is shown to be on its way, and not before", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=caller-known");
    const waited = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let pendingAt: number | null = null;
          const observer = new MutationObserver(() => {
            const button = document.querySelector("button[aria-busy]");
            pendingAt ??= button === null ? null : performance.now();
            if (pendingAt !== null && button?.hasAttribute("data-slow") === true) {
              resolve(performance.now() - pendingAt);
            }
          });
          observer.observe(document, { subtree: true, childList: true, attributes: true });
        }),
    );

    await gallery.show(page, "scene=caller-verifying");

    // The observer hears of the button a moment after it was drawn.
    expect(await waited).toBeGreaterThan(380);
  });

  test("[LN30] [AC10] what feeds the air is set by who may, is asked first, and a refusal is said", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=settings");
    expect(await page.getByText("feeds the air").count()).toBe(0);
    await gallery.visit(page, "scene=settings-air");
    const [one, two] = [1, 2].map((number) =>
      page.getByRole("switch", { name: `Line ${number} feeds the air` }),
    );

    expect(await one?.getAttribute("aria-checked")).toBe("false");
    expect(await two?.getAttribute("aria-checked")).toBe("true");
    expect(await page.getByText("Bob has a call on that line").count()).toBe(1);
    await one?.click();
    const asked = page.getByRole("dialog", { name: "Line 1 on air?" });
    await asked.getByText(/the public hears whoever is on line 1 at 2ZZ/).waitFor();
    await asked.getByRole("button", { name: "Put line 1 to air" }).click();
    await asked.waitFor({ state: "hidden" });
  });
});
