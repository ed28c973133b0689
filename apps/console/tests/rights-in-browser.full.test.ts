import type { Page } from "@playwright/test";
import { expect, test } from "vitest";

import { type Endpoint, may, type Permission, type Role, roles } from "@linedesk/contract";
import { panels } from "../src/app/panels.ts";
import { aCall, ALICE, BOB } from "../src/testing/a-call.ts";
import { openGallery } from "./support/gallery.ts";
import { type AnsweredRequest, StandInServer } from "./support/stand-in-server.ts";

/** Controls that leave the page, or that close elements before the test has pressed them. */
const NOT_PRESSED =
  /^(?:Sign out|Close|Cancel|Discard|Admin|Station settings|Keep this tab awake|Help)/;
/** An address opens at most this many panels. */
const PANELS_AT_ONCE = 7;

const since = "2026-11-23T10:00:00.000Z";
const bob = { user: BOB, name: "Bob", line: "line1" as const };
const alice = { user: ALICE, name: "Alice", line: "line1" as const };
const calls = [
  aCall(1),
  aCall(2, { desk: { status: "ready", since } }),
  aCall(3, { desk: { status: "screening", holder: bob, since } }),
  aCall(4, { desk: { status: "on_air", holder: bob, since } }),
  aCall(5, { desk: { status: "held", holder: bob, since, unattended: true } }),
  aCall(6, { desk: { status: "held", holder: alice, since, unattended: false } }),
  aCall(7, { offer: { from: bob, to: alice, until: "2030-01-01T00:00:00.000Z" } }),
];

const gallery = openGallery();

/** Presses each control, and each control that a press shows. Returns their names. */
function pressAll(page: Page): Promise<string[]> {
  return page.evaluate(
    async ({ source }) => {
      const skipped = new RegExp(source);
      const pressed = new Set<string>();
      function nameOf(element: Element): string {
        const words = element.getAttribute("aria-label") ?? element.textContent;
        const around = element.closest("[role=row], [aria-label]:not(button)");
        return `${words} @ ${around?.getAttribute("data-row") ?? around?.ariaLabel ?? ""}`;
      }
      function listNew(selector: string): HTMLElement[] {
        return [...document.querySelectorAll<HTMLElement>(selector)].filter(
          (one) =>
            one.checkVisibility() &&
            !one.matches(":disabled, [aria-disabled=true]") &&
            !skipped.test(nameOf(one)) &&
            !pressed.has(nameOf(one)),
        );
      }
      function draw(): Promise<void> {
        return new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 0)));
      }
      // The content of a menu is loaded on its first opening.
      async function untilOpen(): Promise<void> {
        for (let drawn = 0; drawn < 30 && listNew("[role=menuitem]").length === 0; drawn += 1) {
          await draw();
        }
      }
      let opener = "";
      for (let round = 0; round < 600; round += 1) {
        const [item, another] = listNew("[role=menuitem]");
        const next = item ?? listNew("button, [role=tab], [role=switch], summary")[0];
        if (next === undefined) {
          break;
        }
        pressed.add(nameOf(next));
        if (another !== undefined) {
          // An item closes its menu, which is opened again for the other items.
          pressed.delete(opener);
        }
        next.click();
        await draw();
        if (next.getAttribute("aria-haspopup") === "menu") {
          opener = nameOf(next);
          await untilOpen();
        }
      }
      return [...pressed];
    },
    { source: NOT_PRESSED.source },
  );
}

/** Runs each command that the palette offers. */
async function runCommands(page: Page): Promise<string[]> {
  const options = page.getByRole("listbox").getByRole("option");
  async function openPalette(): Promise<void> {
    await expect
      .poll(async () => {
        if ((await options.count()) === 0) {
          // Closes everything that the previous command has opened.
          await page.keyboard.press("Escape");
          await page.keyboard.press("Control+k");
        }
        return options.count();
      })
      .toBeGreaterThan(0);
  }
  /** Returns false when a late dialog of the previous command covers the palette. */
  async function isRun(words: string): Promise<boolean> {
    await openPalette();
    const option = options.getByText(words, { exact: true }).or(options.filter({ hasText: words }));
    if ((await option.count()) === 0) {
      return true;
    }
    try {
      await option.first().click({ timeout: 2_000 });
      return true;
    } catch {
      await page.keyboard.press("Escape");
      return false;
    }
  }
  await openPalette();
  const offered = await options.allTextContents();
  for (const words of offered.filter((one) => !NOT_PRESSED.test(one))) {
    await expect.poll(() => isRun(words), { timeout: 30_000 }).toBe(true);
  }
  return offered;
}

interface Doings {
  pressed: string[];
  requests: AnsweredRequest[];
}

/** The result for a screener's desk, which two tests use. */
let ofScreener: Doings | null = null;

/** Presses and runs everything that a desk of the role offers. */
async function tryEverything(role: Role): Promise<Doings> {
  const page = await gallery.openAnother();
  const server = new StandInServer(role, calls);
  await server.standIn(page);
  const pressed: string[] = [];
  const ids = panels.map(({ id }) => id).filter((id) => id !== "commands");
  for (let from = 0; from < ids.length; from += PANELS_AT_ONCE) {
    const open = ids.slice(from, from + PANELS_AT_ONCE).join(",");
    await page.goto(`${gallery.url}2zz?panels=${open}`);
    await page
      .locator("[data-row]")
      .nth(calls.length - 1)
      .waitFor();
    pressed.push(...(await pressAll(page)));
  }
  await page.goto(`${gallery.url}2zz`);
  await page.locator("[data-row][tabindex='0']").focus();
  pressed.push(...(await runCommands(page)));
  await page.close();
  return { pressed, requests: server.requests };
}

function permissionOf({ access }: Endpoint): Permission | null {
  return "permission" in access ? access.permission : null;
}

/** The roles with limits. All other roles may use everything on a desk. */
const limited = roles.filter((role) => !may(role, "admin"));

test.each(limited)(
  "[RL8] the console offers a %s nothing that the role may not use",
  async (role) => {
    const doings = await tryEverything(role);
    if (role === "screener") {
      ofScreener = doings;
    }
    const { pressed, requests } = doings;

    const refused = requests.filter(({ endpoint }) => {
      const permission = permissionOf(endpoint);
      return permission !== null && !may(role, permission);
    });
    expect([...new Set(refused.map(({ endpoint }) => endpoint.id))]).toEqual([]);
    // Some presses must have sent requests, because a desk without requests would prove nothing.
    expect(pressed.length).toBeGreaterThan(40);
    const ids = requests.map(({ endpoint }) => endpoint.id);
    expect(ids).toContain("handleCall");
    expect(ids.includes("openPhoneLines")).toBe(may(role, "desk"));
  },
);

test("[SH42] a screener's desk never takes a caller on a line that feeds the air", async () => {
  const { requests } = ofScreener ?? (await tryEverything("screener"));

  const lines = requests.flatMap(({ body }) =>
    typeof body === "object" && body !== null && "line" in body ? [body.line] : [],
  );
  // Line 2 feeds the air at this station.
  expect([...new Set(lines)]).toEqual(["line1"]);
}, 240_000);

test("[SH42] a line that starts to feed the air while the desk is open accepts no more callers", async () => {
  const page = await gallery.openAnother();
  const server = new StandInServer("screener", calls);
  await server.standIn(page);
  await page.goto(`${gallery.url}2zz?panels=dial`);
  const row = page.locator(`[data-row="${calls[0]?.id}"]`);
  const answer = row.getByRole("button", { name: /^Answer/ });
  // The button appears only after the whole desk has loaded.
  await answer.waitFor({ timeout: 60_000 });

  server.setAir({ line1: true, line2: true });

  await answer.waitFor({ state: "detached" });
  expect(await page.getByText("This line goes to air").count()).toBeGreaterThan(0);
  await page.keyboard.press("F2");
  await row.focus();
  await page.keyboard.press("a");
  await page.keyboard.press("Shift+A");
  expect(server.requests.map(({ endpoint }) => endpoint.id)).not.toContain("handleCall");

  server.setAir({ line1: false, line2: true });

  await answer.waitFor();
  await page.close();
});

test("[AD190] an owner confirms that a line's number is the station's, and other people read whom to ask", async () => {
  const page = await gallery.openAnother();
  const sent: unknown[] = [];
  await page.route("**/api/admin/**", async (route) => {
    const request = route.request();
    if (request.method() === "POST") {
      sent.push([new URL(request.url()).pathname.split("/").at(-1), request.postDataJSON()]);
    }
    await route.fulfill({ status: 500, json: {} });
  });
  await gallery.visit(page, "scene=admin-page-line-own");
  await page.getByRole("button", { name: "This number is ours" }).click();
  const question = page.getByRole("dialog", { name: "Is 02 5550 1004 yours?" });
  await question.getByText("The audit records your name").waitFor();
  expect(sent).toEqual([]);
  await question.getByRole("button", { name: "This number is ours" }).click();
  await expect.poll(() => sent).toEqual([["own", { number: "+61255501004" }]]);

  await gallery.visit(page, "scene=admin-page-line-own-asked");
  await page.getByText("Ask an owner of the station").waitFor();
  expect(await page.getByRole("button", { name: "This number is ours" }).count()).toBe(0);
});
