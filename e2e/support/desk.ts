import { type BrowserContext, expect, type Locator, type Page } from "@playwright/test";

/** The five demo people. */
export type Person = "Alice" | "Bob" | "Carla" | "Dan" | "Erin";

/** Signs in, and waits until 2ZZ's desk is live and line 1's softphone is registered. */
export async function openDesk(
  context: BrowserContext,
  station: { url: string },
  person: Person,
): Promise<Page> {
  await signIn(context, station.url, person);
  const page = await context.newPage();
  // The address contains the station, because `/` opens the station of the person's settings.
  await page.goto(new URL("/2zz", station.url).href);
  await untilReady(page);
  return page;
}

/** Signs in with the requests of the pages but without drawing the pages, which halves the work. */
async function signIn({ request }: BrowserContext, station: string, person: Person): Promise<void> {
  const auth = new URL("/api/auth/", station).href;
  const { csrfToken } = (await (await request.get(`${auth}csrf`)).json()) as { csrfToken: string };
  const form = { csrfToken, json: "true", callbackUrl: "/2zz" };
  const begun = await request.post(`${auth}signin/sso`, { form });
  const people = await request.get(((await begun.json()) as { url: string }).url);
  const name = new RegExp(`value="([^"]+)"[^>]*><span class="name">${person}<`);
  const [, chosen = ""] = name.exec(await people.text()) ?? [];
  const desk = await request.post(people.url(), { form: { person: chosen } });
  expect(new URL(desk.url()).pathname).toBe("/2zz");
}

/** Waits until the desk is live and line 1's softphone is registered. */
export async function untilReady(page: Page): Promise<void> {
  await expect(page.getByText("Live", { exact: true })).toBeVisible({ timeout: 30_000 });
  // On a narrow screen, the tab of the line shows "Registered".
  const line = lineCard(page, 1).or(page.getByRole("button", { name: /^Line 1/ }));
  const registered = line.getByText("Registered").filter({ visible: true }).first();
  await expect(registered).toBeVisible({ timeout: 30_000 });
}

export function lineCard(page: Page, number: 1 | 2): Locator {
  return page.getByRole("region", { name: new RegExp(`^line ${number}`, "i") });
}

/** Finds a caller's row by its text, such as the number. */
export function queueRow(page: Page, words: string): Locator {
  return page
    .getByRole("grid")
    .locator("[role=row]:not([data-tone=ended])")
    .filter({ hasText: words });
}

/** A row ignores clicks in its first 300 ms, because a person cannot mean this row yet. */
const rowGuardMs = 350;

/** Waits until a new row accepts clicks. */
export async function untilClickable(page: Page, words: string): Promise<void> {
  await queueRow(page, words).waitFor();
  await page.waitForTimeout(rowGuardMs);
}

/** Shows the caller of a row in the side panel. */
export async function choose(page: Page, words: string): Promise<void> {
  await untilClickable(page, words);
  await queueRow(page, words).getByRole("gridcell").nth(2).click();
}

/** Presses Answer in the caller's row, after the row accepts clicks. */
export async function answer(page: Page, words: string): Promise<void> {
  const button = queueRow(page, words).getByRole("button", { name: /^answer/i });
  await button.waitFor();
  await page.waitForTimeout(rowGuardMs);
  await button.click();
}

/** Presses a button of a row, which ignores presses while a request for its call is pending. */
export async function pressInRow(page: Page, words: string, name: RegExp): Promise<void> {
  const button = queueRow(page, words).getByRole("button", { name });
  await button.and(page.locator(":not([aria-busy])")).waitFor();
  await untilClickable(page, words);
  await button.click();
}

/**
 * Chooses an item of a row's menu. Repeats the attempt, because a row that has just moved opens no
 * menu.
 */
export async function chooseFromRowMenu(page: Page, words: string, item: string): Promise<void> {
  await expect(async () => {
    await queueRow(page, words).click({ button: "right", timeout: 5_000 });
    await page.getByRole("menuitem", { name: item }).click({ timeout: 5_000 });
  }).toPass();
}

/** Presses the button of a panel. If the bar has no space for it, the button is in the menu. */
export async function pressPanelButton(page: Page, name: string): Promise<void> {
  const words = new RegExp(`^${name}`);
  const bar = page.getByRole("contentinfo");
  const button = bar.getByRole("button", { name: words });
  const more = bar.getByRole("button", { name: "More" });
  await button.or(more).first().waitFor();
  if (await button.isVisible()) {
    await button.click();
    return;
  }
  await more.click();
  await page.getByRole("menuitem", { name: words }).click();
}

/**
 * Keeps F9 pressed until the call ends. On a busy machine, the second of two presses could come
 * later than the allowed 1.5 s. A long press has no such limit.
 */
export async function pressEnd(page: Page): Promise<void> {
  await page.locator("[data-guard=idle]").first().waitFor();
  await page.keyboard.down("F9");
  await expect(page.locator("[data-guard=pressed]")).toHaveCount(0);
  await page.keyboard.up("F9");
}

/** Finds the newest of the caller's past calls, in the side panel. */
export function newestPastCall(page: Page): Locator {
  return page.getByRole("tabpanel", { name: "History" }).getByRole("listitem").first();
}
