import { readFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { boundKeys } from "./support/bound-keys.ts";
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
  if (/^(?:(?:Ctrl\+)?Shift\+)?(?:Up|Down|Left|Right)$/.test(written)) {
    return written.replace(/\w+$/, (arrow) => `Arrow${arrow}`);
  }
  return /^(?:(?:Ctrl|Meta)\+)?[A-Z]$/.test(written)
    ? written.replace(/[A-Z]$/, (letter) => letter.toLowerCase())
    : written;
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

  test("[FL16] [FL17] [QU16] rows say who is regular and why somebody is flagged, and Next whom it skips", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=console-hidden");
    function row(name: string) {
      return page.getByRole("row").filter({ hasText: name });
    }

    expect(await row("Priya Desai").textContent()).toContain("regular, 12 calls");
    expect(await row("02 7010 4456").textContent()).toContain("first call");
    expect(await row("Jo Smith").textContent()).not.toMatch(/regular|first call/);
    expect(await row("Sam Tran").textContent()).toContain("VIP: breakfast panel");
    const bar = page.getByRole("contentinfo");
    expect(await bar.textContent()).toContain("Take next: Sam Tran");
    expect(await bar.textContent()).toContain("2 hidden by flags skipped");
  });

  test("[CW22] [CW23] the radio behind a caller is said on the line, in the row and in the panel, and a winner with the reason", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=line-radio-on");
    expect(await page.getByText("Radio on", { exact: true }).isVisible()).toBe(true);
    const said = page.getByRole("status").filter({ hasText: "The radio is on behind Kim Nguyen" });
    expect(await said.count()).toBe(1);
    expect(await said.getAttribute("aria-live")).toBe("polite");

    await gallery.visit(page, "scene=caller-radio-on");
    const words = "Radio on The programme is heard behind the caller.";
    expect(await page.getByText(words).isVisible()).toBe(true);

    await gallery.visit(page, "scene=console-hard");
    const row = (name: string) => page.getByRole("row").filter({ hasText: name });
    expect(await row("Noor Haddad").innerText()).toContain("The radio is on behind the caller");
    const winner = row("Bo Li").getByTitle("Winner of the contest: caller 10 on");
    expect(await winner.innerText()).toMatch(/^\s*Winner/);
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
