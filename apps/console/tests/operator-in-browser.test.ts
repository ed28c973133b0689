import type { Page } from "@playwright/test";
import { describe, expect, test } from "vitest";

import { openGallery } from "./support/gallery.ts";

const gallery = openGallery();

function line(page: Page) {
  return page.locator("section[data-selected]");
}

async function topOf(page: Page, selector: string): Promise<number | undefined> {
  return (await page.locator(selector).first().boundingBox())?.y;
}

describe("a line in a browser", () => {
  test.each([
    ["prompt", "Microphone not allowed yet"],
    ["dismissed", "Microphone not allowed"],
    ["denied", "Microphone blocked"],
    ["missing", "No microphone"],
    ["busy", "Microphone in use elsewhere"],
  ])("[SN2] shows the microphone's state `%s`, and the dot is not green", async (state, words) => {
    const page = await gallery.openPage();
    function dotColour() {
      return line(page)
        .locator("[data-status]")
        .evaluate((dot) => getComputedStyle(dot).backgroundColor);
    }
    await gallery.visit(page, "scene=line-idle");
    const green = await dotColour();

    await gallery.visit(page, `scene=line-${state}`);

    expect(await line(page).getByText(words, { exact: true }).count()).toBe(1);
    expect(await line(page).getByText("Registered").count()).toBe(0);
    expect(await dotColour()).not.toBe(green);
  });

  test("[SN14] [LN20] labels its levels, its times and the mute button", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=line-talking");

    expect(await line(page).getByText("Caller", { exact: true }).count()).toBe(1);
    expect(await line(page).getByText("You", { exact: true }).count()).toBe(1);
    expect(await line(page).getByRole("button", { name: "Mute line 1" }).count()).toBe(1);
    const times = await line(page)
      .getByText(/^\d+:\d\d$/)
      .allTextContents();
    expect(times).toEqual(["02:13"]);
    expect(
      await line(page)
        .getByText(/^Call \d/)
        .textContent(),
    ).toBe("Call 04:50");
    await gallery.visit(page, "scene=line-muted");
    expect(await line(page).getByRole("button", { name: "Line 1 muted" }).count()).toBe(1);
  });
});

describe("the layout in a browser", () => {
  test("[QL17] keeps rows in place when a line's notice or the connection strip appears", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=line-talking");
    const steady = await topOf(page, "[data-row]");
    const idle = [];
    for (const scene of ["line-failed-action", "line-silent", "console-offline", "console-lost"]) {
      await gallery.visit(page, `scene=${scene}`);
      if (scene === "console-lost") {
        await page.getByText(/^Reconnecting… attempt 2/).waitFor();
      }
      idle.push([scene, await topOf(page, "[data-row]")]);
    }

    expect(steady).toBeGreaterThan(200);
    for (const [scene, top] of idle) {
      expect([scene, top]).toEqual([scene, steady]);
    }
  });

  test("[QL17] keeps the buttons of the bottom bar in place when the next caller has a long name", async () => {
    const page = await gallery.openPage();
    const lefts: (number | undefined)[] = [];
    for (const scene of ["console", "console-long-next"]) {
      await gallery.visit(page, `scene=${scene}`);
      const keypad = page.getByRole("contentinfo").getByRole("button", { name: /^Keypad/ });
      lefts.push((await keypad.boundingBox())?.x);
    }

    expect(lefts[0]).toBeGreaterThan(100);
    expect(lefts[1]).toBe(lefts[0]);
  });

  test("[PN5] keeps the caller's fields in place when the server refuses one of them", async () => {
    const page = await gallery.openPage();
    const tops: (number | undefined)[] = [];
    for (const scene of ["caller-known", "caller-failed-name"]) {
      await gallery.visit(page, `scene=${scene}`);
      tops.push((await page.getByLabel("Point").boundingBox())?.y);
    }

    expect(await page.getByRole("button", { name: "Retry" }).isVisible()).toBe(true);
    expect(tops[0]).toBeGreaterThan(100);
    expect(tops[1]).toBe(tops[0]);
  });

  test("[QL8] ignores a click on a row that has just moved, and shows that nothing was done", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=console");
    await page.waitForTimeout(400);

    const opened = await page.evaluate(async () => {
      const tabs = [...document.querySelectorAll<HTMLElement>("[aria-pressed]")];
      const moved = new Promise((resolve) => {
        const observed = { childList: true, subtree: true };
        new MutationObserver(resolve).observe(document.body, observed);
      });
      tabs.find((tab) => tab.textContent?.startsWith("Ringing"))?.click();
      await moved;
      const row = document.querySelectorAll<HTMLElement>("[data-row]")[1];
      row?.click();
      await new Promise(requestAnimationFrame);
      return row?.dataset["opened"];
    });

    const words = "The list moved, nothing was done. Click again";
    await page.getByText(words).first().waitFor();
    expect(opened).toBeUndefined();
    expect(await page.getByRole("status").filter({ hasText: words }).count()).toBe(1);
  });
});

describe("the keyboard in a browser", () => {
  function focused(page: Page): Promise<string | null | undefined> {
    return page.evaluate(() => {
      const element = document.activeElement;
      return element?.getAttribute("aria-rowindex") ?? element?.getAttribute("aria-label");
    });
  }

  test("[KY1] [KY6] moves with Enter and Down from the search to the first row, and back with Esc", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=console");
    const search = page.getByRole("searchbox", { name: "Find a caller" });
    const third = page.locator("[aria-rowindex='4']");

    await third.focus();
    await page.keyboard.press("/");
    await page.keyboard.type("Sam");
    await page.keyboard.press("Enter");
    await expect.poll(() => focused(page)).toBe("2");
    await page.keyboard.press("Escape");
    await expect.poll(() => focused(page)).toBe("Find a caller");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => focused(page)).toBe("2");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");

    expect(await search.inputValue()).toBe("");
    await expect.poll(() => focused(page)).toBe("4");
    await page.getByRole("contentinfo").getByRole("button", { name: "Dial" }).focus();
    await page.keyboard.press("Escape");
    await expect.poll(() => focused(page)).toBe("4");
  });

  test("[KY6] returns with Esc from a changed field to the row, and keeps the text", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=console");
    const row = page.locator("[aria-rowindex='3']");
    const placeField = page.getByRole("textbox", { name: "Place" });

    await row.focus();
    await placeField.focus();
    await page.keyboard.type("xyz");
    await page.keyboard.press("Escape");

    await expect.poll(() => focused(page)).toBe("3");
    expect(await placeField.inputValue()).toContain("xyz");
  });

  test("[KY54] saves a field of the caller with Enter and leaves it, so that the next letter is a shortcut", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=console");
    const pointField = page.getByRole("textbox", { name: "Point" });

    await pointField.fill("bus lanes");
    await page.keyboard.press("Enter");
    await page.keyboard.press("v");

    expect(await pointField.inputValue()).toBe("bus lanes");
    const isInPanel = page.locator("[data-keys=caller]:focus");
    expect(await isInPanel.count()).toBe(1);
  });

  test("[KY54] runs the keys of the page in the caller's panel, and none just after a field has disappeared", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=console");
    function isTaken(key: string) {
      return page.evaluate((name) => {
        const press = new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true });
        (document.activeElement ?? document.body).dispatchEvent(press);
        return press.defaultPrevented;
      }, key);
    }

    await page.getByRole("button", { name: "Keep this caller here" }).focus();
    for (const key of ["F4", ...Array.from("vlnfxz2/")]) {
      expect(await isTaken(key)).toBe(true);
    }
    await page.getByRole("textbox", { name: "Point" }).focus();
    expect(await isTaken("v")).toBe(false);
    expect(await isTaken("z")).toBe(false);
    // Both presses are in one task of the page, so that no time passes between them.
    const typed = await page.getByRole("textbox", { name: "Place" }).evaluate((field) => {
      const press = new KeyboardEvent("keydown", { key: "2", bubbles: true, cancelable: true });
      const after = new KeyboardEvent("keydown", { key: "2", bubbles: true, cancelable: true });
      field.focus();
      field.dispatchEvent(press);
      field.remove();
      document.body.dispatchEvent(after);
      return [press.defaultPrevented, after.defaultPrevented];
    });
    expect(typed).toEqual([false, false]);
    await page.waitForTimeout(1_600);

    expect(await isTaken("2")).toBe(true);
  });

  test("[KY53] marks the row of the caller on whom it acts, also after the cursor has moved, and not the panel of another caller", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=console");
    const panel = page.getByRole("region", { name: "Caller", exact: true });
    const marked = page.locator("[data-row][data-keyed]");
    function verify() {
      return panel.getByRole("button", { name: /^Verif/ }).getAttribute("aria-keyshortcuts");
    }
    await page.getByRole("row").filter({ hasText: "Jo Smith" }).click();
    expect(await marked.textContent()).toContain("Jo Smith");
    expect(await marked.locator("kbd").allTextContents()).toEqual(["V", "L"]);
    expect(await verify()).toBeNull();

    await page.keyboard.press("ArrowDown");

    await expect.poll(() => marked.textContent()).toContain("Priya Desai");
    const ring = await marked.evaluate((row) => getComputedStyle(row, "::after").borderTopWidth);
    expect(ring).toBe("2px");
  });

  test("[KY3] enters the rows with an arrow while nothing or only the queue's region has the focus", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=console");
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);

    // The keys act on the first row, so the first press continues from there.
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => focused(page)).toBe("3");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => focused(page)).toBe("4");
    await page.locator("[data-region=queue]").focus();
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => focused(page)).toBe("5");
    await page.getByRole("contentinfo").getByRole("button", { name: "Dial" }).focus();
    await page.keyboard.press("ArrowDown");

    expect(await focused(page)).not.toBe("6");
  });

  test("[KY12] moves through the regions with Ctrl+Shift+Down and Up, and outside of fields also with Right and Left", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=console");
    const seen: (string | undefined)[] = [];
    function region() {
      return page.evaluate(
        () => document.activeElement?.closest<HTMLElement>("[data-region]")?.dataset["region"],
      );
    }

    for (const key of ["Down", "Down", "Down", "Down", "Down", "Up", "Up"]) {
      await page.keyboard.press(`Control+Shift+Arrow${key}`);
      await page.waitForTimeout(320);
      seen.push(await region());
    }
    await page.keyboard.press("Control+Shift+ArrowLeft");
    const toTheLeft = await region();
    await page.getByRole("textbox", { name: "Place" }).focus();
    await page.waitForTimeout(320);
    await page.keyboard.press("Control+Shift+ArrowLeft");
    const inField = await region();
    await page.getByRole("searchbox", { name: "Find a caller" }).focus();
    await page.waitForTimeout(320);
    await page.keyboard.press("Control+Shift+ArrowDown");
    const fromSearch = await region();
    await page.getByRole("button", { name: "Select line 1" }).focus();
    await page.waitForTimeout(320);
    await page.keyboard.press("Control+Shift+ArrowRight");

    expect(seen).toEqual(["line1", "line2", "queue", "caller", "line1", "caller", "queue"]);
    expect(toTheLeft).toBe("line2");
    expect(inField).toBe("caller");
    expect(fromSearch).toBe("caller");
    expect(await region()).toBe("line2");
  });

  test("[KY19] shows on the row that Delete needs a second press", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=console");
    const row = page.locator("[data-row]").filter({ hasText: "Dana Petrov" });
    await page.waitForTimeout(400);

    const words = row.getByText("Press Del again to reject");
    const shown = words.waitFor();
    await row.focus();
    await page.keyboard.press("Delete");

    await shown;
    await expect.poll(() => words.count()).toBe(0);
  });

  test("[PN2] keeps the keypad open when its call is over, and sends no digits", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=keypad-over");
    const keypad = page.getByRole("group", { name: "Keypad" });
    await keypad.getByText("This call cannot receive tones now.").waitFor();

    await page.keyboard.type("12");

    expect(await keypad.locator("output").first().textContent()).toBe("Sentnothing yet");
    expect(await line(page).getAttribute("aria-label")).toBe("Line 1, selected");
  });

  test("[AC15] asks for confirmation of a sign-out during a call, and names the callers on the lines", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=console");
    async function signOut() {
      await page.getByRole("button", { name: /, your settings$/ }).click();
      await page.getByRole("menuitem", { name: "Sign out" }).click();
    }

    await signOut();
    const dialog = page.getByRole("dialog", { name: "Sign out during a call?" });
    await dialog.waitFor();
    expect(await dialog.textContent()).toMatch(/\w+ \w+, Alex Kimura are on your lines/);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Stay signed in");
    await page.keyboard.press("Escape");
    await expect.poll(() => dialog.count()).toBe(0);

    await gallery.visit(page, "scene=console-empty");
    await signOut();
    await expect.poll(() => page.getByRole("menuitem").count()).toBe(0);
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  test("[PN13] shows in Dial the number format, the caller ID and the effect on the line's call", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=dial-typed");
    const dial = page.getByRole("region", { name: "Dial" });

    const words = await dial.textContent();
    expect(words).toContain("02 5550 2210 Australia landline");
    expect(words).toContain("Joan Mercer · last call");
    expect(words).toContain("02 7010 0000, 2ZZ main");
    expect(words).toContain("Line 1, puts Kim Ng on hold");
    expect(words).toContain("ends after 60 minutes, with warnings 2 minutes and 30 s before");

    await gallery.visit(page, "scene=dial-busy");
    expect(await dial.textContent()).toContain("Joan Mercer: busy");
    expect(await dial.getByRole("button", { name: "Redial" }).count()).toBe(1);

    await gallery.visit(page, "scene=dial-refused");
    expect(await dial.getByText(/^This station does not call numbers with/).count()).toBe(1);
    expect(await dial.getByLabel("To").getAttribute("aria-invalid")).toBe("true");

    await gallery.visit(page, "scene=dial-name");
    expect(await dial.getByText(/^This is not a telephone/).count()).toBe(0);
    expect(await dial.getByLabel("To").getAttribute("aria-invalid")).toBeNull();
  });

  test("[KY5] sends typed digits to the open keypad while it has the focus", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=keypad-open");
    const keypad = page.getByRole("group", { name: "Keypad" });
    await keypad.waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(await page.getByRole("grid", { name: "Callers in the queue" }).isVisible()).toBe(true);

    for (const key of "1234567890*#xd,") {
      await page.keyboard.press(key);
    }

    await expect
      .poll(() => keypad.locator("output").first().textContent())
      .toBe("Sent1234567890*#");

    await page.getByRole("searchbox").focus();
    await page.keyboard.press("7");
    expect(await keypad.locator("output").first().textContent()).toBe("Sent1234567890*#");
  });
});
