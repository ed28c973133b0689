/**
 * Measures the time from a listener's INVITE to the row on the operator's screen, while 200 others
 * wait. It uses a real SIP call, a station as people run it, and the console in Chromium.
 */
import { expect } from "@playwright/test";

import { openBenchDesk } from "./support/bench-desk.ts";
import { percentile, formatPercentiles } from "./support/percentiles.ts";
import { type Ring, ringOnce } from "./support/ring-once.ts";
import { type Bench, limitRow, type Row, infoRow } from "./support/row.ts";
import { WaitingCallers } from "./support/waiting-callers.ts";

const WAITING = 200;
const LIMIT_MS = 100;
const MIN_RINGS = 60;
const SECONDS_PER_RING = 0.5;
const MAIN_LINE = "+61255500101";

export const run: Bench = async ({ seconds }) => {
  const crowd = new WaitingCallers();
  const desk = await openBenchDesk().catch(async (error: unknown) => {
    await crowd.close();
    throw error;
  });
  try {
    const { host: address, port } = desk.station.sip;
    await crowd.ring({ exchange: { address, port }, to: MAIN_LINE, count: WAITING });
    const rows = desk.page.getByRole("grid");
    await expect(rows).toHaveAttribute("aria-rowcount", String(WAITING + 1), { timeout: 20_000 });
    const count = Math.max(MIN_RINGS, Math.round((seconds ?? 0) / SECONDS_PER_RING));
    const rings: Ring[] = [];
    // The first calls warm up the code and are not counted.
    for (let index = -5; index < count; index += 1) {
      const one = await ringOnce(desk.page, desk.station, index + 5);
      if (index >= 0) {
        rings.push(one);
      }
    }
    return report(rings);
  } finally {
    await desk.close();
    await crowd.close();
  }
};

function report(rings: readonly Ring[]): Row[] {
  const all = rings.map((one) => one.paintedAt - one.sentAt);
  const p95 = percentile(all, 0.95);
  function step(from: (one: Ring) => number | null, to: (one: Ring) => number | null): string {
    return formatPercentiles(rings.flatMap((one) => difference(from(one), to(one))));
  }
  const name = `ring to screen, ${WAITING} calls waiting`;
  return [
    limitRow(`${name}: INVITE sent to row painted (${rings.length})`, formatPercentiles(all), {
      beside: `p95 <= ${LIMIT_MS} ms`,
      holds: p95 <= LIMIT_MS,
    }),
    infoRow(
      `${name}: part, until the server has the call`,
      step(
        (one) => one.sentAt,
        (one) => one.arrivedAt,
      ),
    ),
    infoRow(
      `${name}: part, until the event is in the page`,
      step(
        (one) => one.arrivedAt,
        (one) => one.frameAt,
      ),
    ),
    infoRow(
      `${name}: part, until the row is painted`,
      step(
        (one) => one.frameAt,
        (one) => one.paintedAt,
      ),
    ),
    infoRow(
      `${name}: server's event to row painted`,
      step(
        (one) => one.arrivedAt,
        (one) => one.paintedAt,
      ),
    ),
  ];
}

function difference(from: number | null, to: number | null): number[] {
  return from === null || to === null ? [] : [to - from];
}
