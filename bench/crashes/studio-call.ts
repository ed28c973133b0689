import { expect } from "@playwright/test";

import { answer, lineCard, queueRow } from "../../e2e/support/desk.ts";
import { addAndSelectPreset, addAudioServer, studioRow } from "../../e2e/support/studio-desk.ts";
import { StudioRack } from "../../e2e/support/studio-rack.ts";
import type { CrashStation } from "./crash-station.ts";

const TAKE_OVER_MS = 5_000;
const START_MS = 30_000;

/** Alice's line 1 on the audio server of a studio, with a caller. */
export class StudioCall {
  readonly #crash: CrashStation;
  readonly #rack: StudioRack;
  #shown = "";

  private constructor(crash: CrashStation, rack: StudioRack) {
    this.#crash = crash;
    this.#rack = rack;
  }

  static async open(crash: CrashStation): Promise<StudioCall> {
    const rack = await StudioRack.open(crash.station.url);
    const call = new StudioCall(crash, rack);
    try {
      await call.#open();
      return call;
    } catch (error) {
      await rack.close();
      throw error;
    }
  }

  /** Kills the audio server, which its unit starts again. Then Alice takes her caller over. */
  async kill(): Promise<void> {
    await this.#rack.kill();
    await this.#rack.untilHealthy();
    await this.#takeOver();
  }

  close(): Promise<void> {
    return this.#rack.close();
  }

  async #open(): Promise<void> {
    const { page: desk, station, callers } = this.#crash;
    await desk.goto(new URL("/2zz/admin/audioServers", station.url).href);
    await this.#rack.start(await addAudioServer(desk));
    await this.#rack.untilHealthy();
    // The page requests the list every 10 s.
    await expect(studioRow(desk).getByText("Line 1: Online")).toBeVisible({ timeout: START_MS });
    await addAndSelectPreset(desk);
    this.#shown = (await callers.ring()).shown;
    await answer(desk, this.#shown);
    await expect(lineCard(desk, 1).getByText("On line 1")).toBeVisible({ timeout: START_MS });
  }

  /**
   * Presses Take over. If there is no such button, the caller is already back on the line, or a
   * part is still down.
   */
  async #takeOver(): Promise<void> {
    await queueRow(this.#crash.page, this.#shown)
      .getByRole("button", { name: /take over/i })
      .click({ timeout: TAKE_OVER_MS })
      .catch(() => undefined);
  }
}
