import { expect, type Page } from "@playwright/test";

import { callApi, myStations } from "./api.ts";
import { answer, lineCard, pressEnd } from "./desk.ts";

/** Puts line 2 of the station's desks to air, and a caller onto it. */
export async function goOnAir(desk: Page, caller: string): Promise<void> {
  const [own] = (await myStations(desk)).filter(({ callSign }) => callSign === "2ZZ");
  const feed = { station: own?.id, line: "line2", feedsAir: true };
  expect((await callApi(desk, "/api/station/line_feed", feed)).ok()).toBe(true);
  await leaveFields(desk);
  await desk.keyboard.press("2");
  await answer(desk, caller);
  await expect(lineCard(desk, 2).getByText("On air", { exact: true })).toBeVisible();
}

/** Ends the call of line 1, which can be brought back for 4 s. */
export async function endWithUndo(desk: Page): Promise<void> {
  await leaveFields(desk);
  await desk.keyboard.press("1");
  await pressEnd(desk);
  await desk.getByRole("button", { name: /^Undo/ }).first().waitFor();
}

/** A colleague offers their call, which stands on the idle line for 20 s. */
export async function beOffered(desk: Page, colleague: Page): Promise<void> {
  await leaveFields(colleague);
  await colleague.keyboard.press("g");
  await colleague.getByRole("menuitem", { name: /^Alice/ }).click();
  await expect(lineCard(desk, 1).getByText(/^Offered by /)).toBeVisible();
}

/** In a field letters are written, and are no keys. */
async function leaveFields(page: Page): Promise<void> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
}
