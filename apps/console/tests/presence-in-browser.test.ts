import type { Page } from "@playwright/test";
import { describe, expect, onTestFinished, test } from "vitest";

import { aCall, ALICE, BOB } from "../src/testing/a-call.ts";
import { openGallery } from "./support/gallery.ts";
import { StandInServer } from "./support/stand-in-server.ts";

const gallery = openGallery();

/** Returns the faults of the focus ring, and the elements that cover the focused element. */
function findFocusFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const focused = document.activeElement ?? document.body;
    if (focused === document.body) {
      return [];
    }
    const name = `${focused.tagName} ${focused.getAttribute("aria-label") ?? focused.textContent}`;
    const faults: string[] = [];
    const ringed = [getComputedStyle(focused), getComputedStyle(focused, "::after")];
    for (let around = focused.parentElement; around !== null; around = around.parentElement) {
      ringed.push(getComputedStyle(around));
    }
    const ring = ringed.find((look) => look.outline.endsWith("solid 2px"));
    // The focus ring of a row is at its edge. A ring inside an element has an offset of -4 px: 2 px
    // for the ring and 2 px between ring and edge.
    const offsets = focused.matches("[data-row]") ? ["-2px"] : ["2px", "-4px"];
    if (!offsets.includes(ring?.outlineOffset ?? "")) {
      faults.push(`${name}: ring ${ring?.outline} at ${ring?.outlineOffset}`);
    }
    const { left, right, top, bottom } = focused.getBoundingClientRect();
    const points = [
      [(left + right) / 2, (top + bottom) / 2],
      [left + 3, (top + bottom) / 2],
      [right - 3, (top + bottom) / 2],
      [(left + right) / 2, top + 3],
      [(left + right) / 2, bottom - 3],
    ] as const;
    for (const [x, y] of points) {
      const there = document.elementFromPoint(x, y);
      if (there === null || !(focused.contains(there) || there.contains(focused))) {
        faults.push(`${name}: covered at ${x}, ${y} by ${there?.outerHTML.slice(0, 120)}`);
      }
    }
    return faults;
  });
}

describe("the console in a browser", () => {
  test("[SH28] shows seats in words, also seats that are asleep, and counts the seats without space", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=console-many-seats");
    const seats = page.getByRole("list", { name: "Seats" }).getByRole("listitem");

    expect(await seats.count()).toBe(7);
    expect(await seats.nth(0).textContent()).toBe(
      "BSBob Singh, Screener. Line 1: Chris Wu. Line 2 cannot be reached",
    );
    expect(await seats.nth(1).textContent()).toContain("Producer. Line 1: Alex Kimura on air");
    expect(await seats.nth(2).textContent()).toContain("Alice Okafor (you), Owner");
    expect(await seats.nth(3).textContent()).toMatch(/^CNCarla Ng, Screener\. asleep/);
    expect(await seats.nth(6).textContent()).toBe("+2");
    expect(await seats.nth(6).getAttribute("title")).toBe("2 more: Gwen Ali, Hal Roe");
  });

  test("[PN17] shows a timeline with seconds, milliseconds in the title, names and words", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=console-timeline");
    const card = page.getByRole("region", { name: "Timeline" });
    const lines = await card.getByRole("listitem").allTextContents();

    expect(lines.slice(0, 4)).toEqual([
      "10:40:02rings",
      "10:40:31Bob answers on line 1",
      "10:40:32Bob is connected, line 1",
      "10:40:33talks with Bob, line 1",
    ]);
    expect(lines).toContain("10:42:22sound on the line of Bob: MOS 3.2, loss 3.0 %, jitter 18 ms");
    expect(lines.find((line) => line.includes("fault"))).toMatch(
      /^10:42:32fault at Bob, line 1: [A-Z].+ \(31005\)$/,
    );
    expect(lines).toContain("10:45:02call put in a box (Carla)");
    expect(lines.at(-1)).toBe("10:46:12ended: operator hung up");
    expect(await card.locator("time").first().getAttribute("title")).toBe(
      "21 November 2026 at 10:40:02.345, Sydney time",
    );
  });

  test("shows since when the promotion system is down, and that wins are stored", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=prizes-down");
    const card = page.getByRole("region", { name: "Prizes" });

    expect(await card.getByRole("status").first().textContent()).toBe(
      "The promotion system has not answered since 21 November 2026 at 12:40. " +
        "2 wins are kept and sent later.",
    );
    expect(await card.getByRole("listitem").textContent()).toContain(
      "Not sent to the promotion system yet",
    );
    expect(await card.getByRole("button", { name: "Record win" }).isEnabled()).toBe(true);
  });

  test("[SH30] [FL16] shows the ringing caller in a bar on another route, without a dialog", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=incoming-elsewhere");
    const bar = page.getByRole("region", { name: "Incoming call" });
    await bar.waitFor();

    expect(await bar.textContent()).toBe(
      "Kim NguyenBanned: threatsVIP: breakfast panelRehearsal0491 570 006 · 2ZZ Main · Parramatta · 2 earlier calls · 3 more wait00:12" +
        "Answer on 1Answer on 2Reject",
    );
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("BODY");
  });
});

describe("dialogs in a browser", () => {
  test("[KY6] [AC9] ask before the lines close, and Esc returns the focus", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=console");
    const lines = page.getByRole("switch", { name: "Lines open" });

    await lines.focus();
    await page.keyboard.press("Space");
    await page.getByText("2ZZ stops taking calls").waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe("Cancel");
    await page.keyboard.press("Escape");

    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    await expect
      .poll(() => lines.evaluate((element) => element === document.activeElement))
      .toBe(true);
  });
});

describe("a failed part of the page", () => {
  test.each(["top", "strip", "queue", "card", "bottom"])(
    "[SH11] hides no line and ends no call: %s",
    async (part) => {
      const page = await gallery.openPage();
      await gallery.visit(page, `scene=failing-${part}`);
      const lines = page.getByRole("region", { name: /^Line [12]/ });
      const before = await lines.evaluateAll((all) =>
        all.map((line, index) => {
          line.setAttribute("data-was", String(index));
          return line.textContent;
        }),
      );

      await page.getByRole("button", { name: "Fail", exact: true }).click();
      await page.getByText("Your calls go on.").waitFor();

      expect(before).toHaveLength(2);
      // The marks show that the elements are the same: a line that React mounts again has no mark.
      expect(await lines.evaluateAll((all) => all.map((line) => line.dataset["was"]))).toEqual([
        "0",
        "1",
      ]);
      expect(await lines.allTextContents()).toEqual(before);
      expect(await page.getByText("Your calls go on.").count()).toBe(1);
      await page.keyboard.press("F9");
      await page.getByRole("button", { name: "Press again to end" }).waitFor();
      await page.getByRole("button", { name: "Load it again" }).click();
      await page.getByRole("button", { name: "Fail", exact: true }).waitFor();
    },
  );
});

describe("when the focus moves,", () => {
  test.each(["console", "settings", "contest-running", "panel-phone-book"])(
    "[AX5] in %s each focus ring has its offset, and nothing covers the element with the focus",
    async (scene) => {
      const page = await gallery.openPage();
      await gallery.visit(page, `scene=${scene}`);
      const faults: string[] = [];

      for (let stop = 0; stop < 40; stop += 1) {
        await page.keyboard.press("Tab");
        faults.push(...(await findFocusFaults(page)));
      }

      expect(faults).toEqual([]);
    },
  );

  test("[AX5] no header and no pill covers the row with the cursor", async () => {
    const page = await gallery.openPage();
    await gallery.visit(page, "scene=console-many");
    await page.locator("[data-row][tabindex='0']").focus();
    const faults: string[] = [];

    for (const key of [...Array<string>(20).fill("ArrowDown"), ...Array<string>(20).fill("k")]) {
      await page.keyboard.press(key);
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
      faults.push(...(await findFocusFaults(page)));
      const room = await page.evaluate(() => {
        const row = document.activeElement?.getBoundingClientRect();
        const list = document.querySelector("[role=grid] [role=presentation]");
        return (list?.getBoundingClientRect().bottom ?? 0) - (row?.bottom ?? 0);
      });
      // The list always reserves the height of the hint and its margins, for when the hint appears.
      expect(room).toBeGreaterThanOrEqual(48);
    }

    expect(faults).toEqual([]);
  });
});

test("[SN5] nothing sounds before the first press; the page shows that the ring is silent, and rings after Run check", async () => {
  const page = await gallery.openAnother();
  onTestFinished(() => page.close());
  const played: string[] = [];
  page.on("console", (message) => {
    if (message.text().startsWith("ring ")) {
      played.push(message.text());
    }
  });
  // The test blocks `play` itself, because the browser counts Playwright's evaluations as a press.
  await page.addInitScript(() => {
    const activation = { hasBeenActive: false };
    Object.defineProperty(navigator, "userActivation", { value: activation });
    document.addEventListener("pointerdown", () => (activation.hasBeenActive = true), true);
    const play = Reflect.get(HTMLMediaElement.prototype, "play") as (
      this: HTMLMediaElement,
    ) => Promise<void>;
    HTMLMediaElement.prototype.play = async function playAfterPress(this: HTMLMediaElement) {
      if (!activation.hasBeenActive) {
        console.info("ring blocked");
        throw new DOMException("play() before a press", "NotAllowedError");
      }
      await play.call(this);
      console.info(`ring heard, ${new URL(this.src).pathname} at ${this.volume}`);
    };
  });
  const server = new StandInServer("presenter", [aCall(1)]);
  await server.standIn(page);
  await page.goto(`${gallery.url}2zz?panels=sound-check`);
  await page.locator("[data-row]").first().waitFor();

  server.ring(aCall(2));
  await expect.poll(() => played[0], { timeout: 10_000 }).toBe("ring blocked");
  const words = page.getByText(/^Click anywhere to hear the ringing/);
  await words.waitFor();
  // A slow page may have tried to play more than once by now.
  expect(new Set(played)).toEqual(new Set(["ring blocked"]));
  await page.getByRole("button", { name: "Run check" }).click();

  await expect.poll(() => played).toContain("ring heard, /sounds/incoming.wav at 0.8");
  await words.waitFor({ state: "detached" });
});

test("[SN7] title, icon and badge count the ringing callers, in the admin area and at the desk", async () => {
  const page = await gallery.openAnother();
  await page.addInitScript(() => {
    navigator.setAppBadge = (count) => {
      document.documentElement.dataset["badge"] = String(count);
      return Promise.resolve();
    };
  });
  const server = new StandInServer("admin", [aCall(1)]);
  await server.standIn(page);
  function shown() {
    return page.evaluate(() => {
      const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]")?.href ?? "";
      const picture = /%3E(\d+)%3C%2Ftext/.exec(icon)?.[1] ?? icon.replace(/.*\//, "");
      return [document.title, picture, document.documentElement.dataset["badge"]];
    });
  }

  await page.goto(`${gallery.url}2zz/admin/station`);
  await expect.poll(shown).toEqual(["(1) Ringing - Admin - 2ZZ Sydney", "1", "1"]);
  server.ring(aCall(2));
  await expect.poll(shown).toEqual(["(2) Ringing - Admin - 2ZZ Sydney", "2", "2"]);
  await page.locator('a[href$="/2zz"]').first().click();
  // The desk loads after the click, which takes long on a busy machine.
  await expect.poll(shown, { timeout: 30_000 }).toEqual(["(2) Ringing - 2ZZ console", "2", "2"]);
  server.end(aCall(1));
  server.end(aCall(2));
  await expect.poll(shown).toEqual(["2ZZ console", "favicon.svg", "0"]);
  await page.close();
});

test("[SH71] [QU62] the bar on another route names the call's station, offers the actions of the role there, and opens that station", async () => {
  const page = await gallery.openAnother();
  const other = { id: crypto.randomUUID(), callSign: "3YY", name: "3YY Melbourne" };
  const server = new StandInServer("admin", [aCall(1)], [{ ...other, role: "screener" }]);
  await server.standIn(page);
  const bar = page.getByRole("region", { name: "Incoming call" });
  const buttons = () => bar.getByRole("button").allTextContents();
  const bob = { user: BOB, name: "Bob", line: "line1" as const };
  const since = new Date().toISOString();
  const until = new Date(Date.now() + 600_000).toISOString();

  await page.goto(`${gallery.url}2zz/admin/station`);
  await expect.poll(buttons).toEqual(["Answer on 1", "To air on 2", "Reject"]);
  server.ring(aCall(0, { station: other.id }));
  // At that station the person is a screener, and line 2 feeds the air.
  await expect.poll(buttons).toEqual(["Answer on 1", "Reject"]);
  expect(await bar.textContent()).toContain("3YY · first call · 1 more waits");
  server.change({
    ...aCall(2, {
      station: other.id,
      offer: { to: { user: ALICE, name: "Alice" }, from: bob, until },
    }),
    desk: { status: "held", holder: bob, since, unattended: false },
  });
  await expect.poll(buttons).toEqual(["Take", "Back to Bob"]);
  expect(await bar.textContent()).toContain("Offered by Bob · 3YY · first call · 2 more wait");
  await bar.getByRole("button", { name: "Take" }).click();

  await page.waitForURL(/\/3yy$/);
  await page.close();
});
