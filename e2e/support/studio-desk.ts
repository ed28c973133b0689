import { expect, type Locator, type Page } from "@playwright/test";

import type { SipListener } from "@linedesk/testkit";
import { lineCard, pressPanelButton } from "./desk.ts";
import { untilListenerReceives } from "./listen.ts";
import { type StudioRack, studioHz } from "./studio-rack.ts";

/** An operator's desk whose line 1 is carried by the rack's audio server. */
export interface StudioDesk {
  desk: Page;
  rack: StudioRack;
  url: string;
}

export function studioRow(desk: Page) {
  return desk.getByRole("row").filter({ hasText: "Studio B" });
}

/** Pairs the rack with the code that the admin area shows. */
export async function pairRack({ desk, rack, url }: StudioDesk): Promise<void> {
  await desk.goto(new URL("/2zz/admin/audioServers", url).href);
  await rack.start(await addAudioServer(desk));
  await rack.untilHealthy();
  const row = studioRow(desk);
  await expect(row.getByText("Line 1: Online")).toBeVisible();
  await expect(row.getByText("Line 2: Online")).toBeVisible();
  await expect(row.getByText("JACK system, left")).toBeVisible();
}

/** Adds an audio server in the admin area. Returns the displayed code. */
export async function addAudioServer(desk: Page): Promise<string> {
  const add = desk.getByRole("form", { name: "Add an audio server" });
  await add.getByLabel("Name").fill("Studio B");
  await add.getByRole("button", { name: "Add and show the code" }).click();
  const code = desk.getByRole("region", { name: "Pairing code of Studio B" });
  await expect(code.getByRole("status").first()).toHaveText(/^\w{4}-\w{4}$/);
  return await code.getByRole("status").first().innerText();
}

interface StudioPreset {
  name: string;
  /** Is true when line 2 belongs to the audio server too. */
  hasBoth: boolean;
  /** `No` keeps the line off air. `null` means the default, which is yes. */
  feedsAir: "No" | null;
}

const offAir: StudioPreset = { name: "Morning", hasBoth: false, feedsAir: "No" };

/** Adds and selects a preset that moves line 1, or both lines, to the audio server. */
export async function addAndSelectPreset(desk: Page, preset = offAir): Promise<void> {
  const { name, hasBoth, feedsAir } = preset;
  await desk.getByRole("link", { name: "Device presets" }).click();
  await desk.getByRole("button", { name: "Add a device preset" }).click();
  const form = desk.getByRole("form", { name: "Add a device preset" });
  await form.getByLabel("Name").fill(name);
  await form.getByLabel("Line 1", { exact: true }).selectOption({ label: "Studio B" });
  if (hasBoth) {
    await form.getByLabel("Line 2", { exact: true }).selectOption({ label: "Studio B" });
  }
  if (feedsAir !== null) {
    await form.getByLabel("Line 1 goes to air").selectOption({ label: feedsAir });
  }
  await form.getByRole("button", { name: "Save" }).click();
  await expect(desk.getByRole("row").filter({ hasText: name })).toContainText("Studio B");
  await desk.getByRole("link", { name: "Back to the desk" }).click();
  const lines = await selectPreset(desk, name);
  const config = await desk.evaluate(() => localStorage.getItem("line1-device-config"));
  const { id } = JSON.parse(config ?? "") as { id: string };
  await expect(lines.getByLabel("Line 1 on")).toHaveValue(id);
}

/** Selects an existing preset in the settings by its name. Returns the settings of lines. */
export async function selectPreset(desk: Page, name: string): Promise<Locator> {
  const lines = await openLineSettings(desk);
  await lines.getByLabel("Device preset").selectOption({ label: name });
  await expect(lineCard(desk, 1).getByText("Studio B, Online")).toBeVisible();
  return lines;
}

async function openLineSettings(desk: Page): Promise<Locator> {
  const lines = desk.getByRole("region", { name: "Lines", exact: true });
  if (!(await lines.isVisible())) {
    await pressPanelButton(desk, "Settings");
  }
  return lines;
}

/** Selects in the settings the carrier of a line of this browser. */
export async function carryLine(desk: Page, number: 1 | 2, device: string): Promise<void> {
  const lines = await openLineSettings(desk);
  await lines.getByLabel(`Line ${number} on`).selectOption({ label: device });
}

/** Waits for sound both ways between a listener and the studio's desk at line 1. */
export async function untilBothWays(
  rack: StudioRack,
  listener: SipListener,
  hz: number,
): Promise<void> {
  await untilListenerReceives(listener, studioHz.line1);
  await rack.untilPlays("line1", hz);
}
