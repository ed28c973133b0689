import { setTimeout as wait } from "node:timers/promises";

import type { Locator, Page } from "@playwright/test";

import type { ScriptedCaller } from "./audience.ts";

/** An action on one caller, with the name that the audit uses. */
export interface Aim {
  person: string;
  does: "taken" | "verified" | "ended" | "rejected" | "next";
  caller: ScriptedCaller;
}

const CLICK_WITHIN_MS = 8_000;
/** Commands run at most every 300 ms; no person presses faster on purpose. */
const KEY_PAUSE_MS = 320;

/** One person's hand, which counts presses and records the intended callers. */
export class Hand {
  readonly page: Page;
  readonly person: string;
  readonly aims: Aim[] = [];
  clicks = 0;
  keys = 0;
  /** The letters typed in names, places and points. */
  letters = 0;

  constructor(page: Page, person: string) {
    this.page = page;
    this.person = person;
  }

  aim(does: Aim["does"], caller: ScriptedCaller): void {
    this.aims.push({ person: this.person, does, caller });
  }

  async click(target: Locator): Promise<void> {
    this.clicks += 1;
    await target.click({ timeout: CLICK_WITHIN_MS });
  }

  /** Moves to a place of the screen as a hand does, and clicks there. */
  async clickAt({ x, y }: { x: number; y: number }): Promise<void> {
    this.clicks += 1;
    await this.page.mouse.move(x, y, { steps: 3 });
    await this.page.mouse.down();
    await this.page.mouse.up();
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      this.keys += 1;
      await this.page.keyboard.press(key);
      await wait(KEY_PAUSE_MS);
    }
  }

  async hold(key: string, ms: number): Promise<void> {
    this.keys += 1;
    await this.page.keyboard.down(key);
    await wait(ms);
    await this.page.keyboard.up(key);
  }

  /**
   * Writes all letters in one step. People write while they listen, and the time of listening is
   * already shortened.
   */
  async write(words: string): Promise<void> {
    this.letters += words.length;
    await this.page.keyboard.insertText(words);
  }

  /** Moves the pointer away from the list, so that the list can sort its rows. */
  async rest(): Promise<void> {
    await this.page.mouse.move(5, 5);
  }
}
