import { setTimeout as wait } from "node:timers/promises";

import type { Page } from "@playwright/test";

import { ring, type Station } from "@linedesk/testkit";
import type { SeenRow } from "../page/row-observer.ts";

/** Callers of this line come first in the list, which the operator reads from the top. */
const PRIORITY_LINE = "+61255500104";

/** A ring, from the INVITE to the row on the screen. */
export interface Ring extends SeenRow {
  sentAt: number;
}

/** Calls the priority line from a new number until the row is painted, and then hangs up. */
export async function ringOnce(page: Page, station: Station, index: number): Promise<Ring> {
  const last = String(index % 1000).padStart(3, "0");
  const from = `+61491570${last}`;
  const shown = `0491 570 ${last}`;
  await page.evaluate(
    ([number = "", words = ""]) => window.probe.rows.arm(number, words),
    [from, shown],
  );
  const exchange = { address: station.sip.host, port: station.sip.port };
  const listener = await ring({ exchange, from, to: PRIORITY_LINE });
  const sentAt = Date.now();
  try {
    const seen = await Promise.race([
      page.evaluate(() => window.probe.rows.seen()),
      wait(10_000, null, { ref: false }),
    ]);
    if (seen === null) {
      throw new Error(`${shown} did not appear within 10 s.`);
    }
    if (!seen.isInSight) {
      throw new Error(`${shown} was drawn out of sight.`);
    }
    return { ...seen, sentAt };
  } finally {
    await listener.close();
    // The pause ends at a random moment of a frame, and lasts longer than a person needs to see the
    // row.
    await wait(150 + Math.random() * 100);
  }
}
