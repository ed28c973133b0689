import type { Locator, Page } from "@playwright/test";

import { ring, type SipListener, type Station } from "@linedesk/testkit";
import { callApi, myStations } from "../../e2e/support/api.ts";
import { choose, queueRow, untilClickable } from "../../e2e/support/desk.ts";
import { expect } from "./expect.ts";
import type { FullDesk } from "./fill-desk.ts";
import { findWord } from "./find-word.ts";

/** A desk in one language, with callers. */
export interface DeskScene {
  page: Page;
  station: Station;
  full: FullDesk;
  /** The catalogues' words in the language, by names such as `sound-check-messages.heard`. */
  words: Record<string, string>;
  /** The callers that a picture has added. */
  listeners: SipListener[];
}

interface DeskPicture {
  name: string;
  /** Brings the desk into a state, and returns what the picture shows. */
  take: (scene: DeskScene) => Promise<Locator>;
}

/** The pictures of the operators' pages in the order in which the desk comes into their states. */
export const deskPictures: readonly DeskPicture[] = [
  { name: "sound-check", take: takeSoundCheck },
  { name: "desk", take: takeDesk },
  { name: "line-card", take: async ({ page }) => findRegion(page, "line1") },
  { name: "queue-row", take: async ({ page, full }) => queueRow(page, full.known) },
  { name: "row-menu", take: takeRowMenu },
  { name: "caller", take: async ({ page }) => findRegion(page, "caller") },
  { name: "palette", take: takePalette },
  { name: "dial", take: takeDial },
  { name: "chat", take: takeChat },
  { name: "contest", take: takeContest },
  { name: "conference", take: takeConference },
  { name: "air", take: takeAir },
];

function findRegion(page: Page, name: string): Locator {
  return page.locator(`[data-region="${name}"]`);
}

/** Opens one panel, or none, without a reload, which would lose the calls. */
export async function openPanel(page: Page, id: string): Promise<Locator> {
  await page.evaluate((panel) => {
    const search = panel === "" ? window.location.pathname : `?panels=${panel}`;
    window.history.pushState({}, "", search);
    window.dispatchEvent(new PopStateEvent("popstate"));
  }, id);
  const panel = findRegion(page, id);
  await (id === "" ? page.getByRole("grid") : panel).waitFor();
  return panel;
}

/** Answers with the button of the row, whose words differ by language. */
async function answerRow(page: Page, caller: string): Promise<void> {
  await untilClickable(page, caller);
  await queueRow(page, caller).getByRole("button").last().click();
}

async function takeSoundCheck({ page, words }: DeskScene): Promise<Locator> {
  const panel = await openPanel(page, "sound-check");
  // On a busy machine the network can fail its first check.
  await expect(async () => {
    await panel.locator("[data-look=primary]").click();
    await panel
      .getByRole("button", { name: findWord(words, "sound-check-messages.heard") })
      .click();
    await expect(panel.locator("li[data-status=passed], li[data-status=failed]")).toHaveCount(4);
    await expect(panel.locator("li[data-status=passed]")).toHaveCount(4, { timeout: 1_000 });
  }).toPass({ timeout: 240_000 });
  return panel;
}

async function takeDesk({ page, full }: DeskScene): Promise<Locator> {
  await answerRow(page, full.mine);
  await expect(findRegion(page, "line1")).toHaveAttribute("data-tone", "on_line");
  await choose(page, full.known);
  await expect(findRegion(page, "line1").getByText(/^MOS \d/)).toBeVisible();
  return page.locator("#root");
}

async function takeRowMenu({ page, full }: DeskScene): Promise<Locator> {
  await queueRow(page, full.known).locator("[aria-haspopup=menu]").click();
  return page.getByRole("menu");
}

async function takePalette({ page }: DeskScene): Promise<Locator> {
  const panel = await openPanel(page, "commands");
  await panel.getByRole("combobox").fill("an");
  return panel;
}

async function takeDial({ page }: DeskScene): Promise<Locator> {
  const panel = await openPanel(page, "dial");
  await panel.locator("input").first().fill("02 7010 4455");
  return panel;
}

async function takeChat({ page, full }: DeskScene): Promise<Locator> {
  const station = await findStation(page);
  const call = await queueRow(page, full.known).getAttribute("data-row");
  for (const message of [{ text: "Bus lanes next?" }, { text: "", call }]) {
    const body = { station, key: crypto.randomUUID(), ...message };
    expect((await callApi(page, "/api/chat", body)).ok()).toBe(true);
  }
  const panel = await openPanel(page, "chat");
  await expect(panel.getByRole("article")).toHaveCount(2);
  return panel;
}

async function takeContest({ page, station, listeners }: DeskScene): Promise<Locator> {
  const panel = await openPanel(page, "contest");
  await panel.locator("select").first().selectOption({ label: "Contest" });
  await panel.locator("input[type=number]").fill("9");
  const isStarted = page.waitForResponse((answer) => answer.url().endsWith("/contest"));
  await panel.locator("[data-look=primary]").click();
  await isStarted;
  const exchange = { address: station.sip.host, port: station.sip.port };
  for (const from of ["+61270100191", "+61270104450"]) {
    listeners.push(await ring({ exchange, from, to: "+61255500102", sends: 440 }));
  }
  await expect(panel.getByRole("listitem")).toHaveCount(2);
  return panel;
}

async function takeConference({ page, full, words }: DeskScene): Promise<Locator> {
  await page.keyboard.press("1");
  for (const caller of [full.known, "02 7010 4456"]) {
    const bring = findWord(words, "action-words.add_to_conference.onLine");
    // A row that has just moved opens no menu.
    await expect(async () => {
      await queueRow(page, caller).locator("[aria-haspopup=menu]").click({ timeout: 5_000 });
      await page.getByRole("menuitem", { name: bring }).click({ timeout: 5_000 });
      await expect(findRegion(page, "line1")).toContainText(caller, { timeout: 20_000 });
    }).toPass({ timeout: 180_000 });
  }
  return findRegion(page, "line1");
}

async function takeAir({ page, words }: DeskScene): Promise<Locator> {
  const feed = { station: await findStation(page), line: "line2", feedsAir: true };
  expect((await callApi(page, "/api/station/line_feed", feed)).ok()).toBe(true);
  await page.keyboard.press("2");
  await answerRow(page, "Aisha Khan");
  await expect(findRegion(page, "line2")).toHaveAttribute("data-tone", "on_air");
  // The conference on line 1 goes on hold a moment later. The picture shows line 2 after that.
  const both = findWord(words, "line-messages.bothLines");
  await expect(findRegion(page, "line2")).not.toContainText(both);
  return findRegion(page, "line2");
}

async function findStation(page: Page): Promise<string> {
  const own = (await myStations(page)).find(({ callSign }) => callSign === "2ZZ");
  return own?.id ?? "";
}
