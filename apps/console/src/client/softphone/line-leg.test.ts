import { describe, expect, test } from "vitest";

import { type LegEvent, nextLeg, type LineLeg } from "./line-leg.ts";

const at = "2026-11-21T10:00:00.000Z";
const quality = { word: "good" as const, mos: 3.9, jitterMs: 4, roundTripMs: 20, lossPercent: 0 };
const connecting: LineLeg = { status: "connecting", callId: "c1", since: at, muted: false };
const connected: LineLeg = { ...connecting, status: "connected", quality: null };
const reconnecting: LineLeg = { ...connected, status: "reconnecting" };
const lost: LineLeg = { ...reconnecting, lost: "waiting" };
const joining: LineLeg = { ...reconnecting, lost: "joining" };

const events: LegEvent[] = [
  { type: "connected", at },
  { type: "interrupted", at },
  { type: "restored", at },
  { type: "sampled", quality },
  { type: "ended" },
  { type: "lost", at },
  { type: "connect.asked", callId: "c1", at, muted: false },
];

/** Each row is a leg, each column an event of the list above; "-" means the same object. */
const table: [LineLeg | null, ...string[]][] = [
  [null, "-", "-", "-", "-", "none", "none", "connecting"],
  [connecting, "connected", "-", "-", "-", "none", "none", "connecting"],
  [connected, "-", "reconnecting", "-", "connected", "none", "reconnecting", "connecting"],
  [reconnecting, "-", "-", "connected", "reconnecting", "none", "reconnecting", "connecting"],
  [lost, "connected", "-", "-", "reconnecting", "none", "reconnecting", "reconnecting"],
  [joining, "connected", "-", "-", "reconnecting", "none", "reconnecting", "reconnecting"],
];

describe("the softphone leg of a line", () => {
  test("[LN13] [VD47] changes state as the table defines, and a late event changes nothing", () => {
    for (const [before, ...cells] of table) {
      for (const [index, event] of events.entries()) {
        const after = nextLeg(before, event);
        const cell = cells[index];
        if (cell === "-" || (cell === "none" && before === null)) {
          expect(after).toBe(before);
        } else {
          expect(after?.status ?? "none").toBe(cell);
        }
      }
    }
  });

  test("[CN26] keeps call, mute and the time of the interruption while another leg takes its place", () => {
    const muted = nextLeg(connected, { type: "muted", muted: true });
    const later = "2026-11-21T10:00:01.000Z";

    const gone = nextLeg(muted, { type: "lost", at: later });
    const joins = nextLeg(gone, { type: "connect.asked", callId: "c1", at: later, muted: true });
    const back = nextLeg(joins, { type: "connected", at: later });

    expect(gone).toMatchObject({ callId: "c1", muted: true, since: later, lost: "waiting" });
    expect(joins).toMatchObject({ status: "reconnecting", muted: true, lost: "joining" });
    expect(back).toEqual({
      status: "connected",
      callId: "c1",
      muted: true,
      since: later,
      quality: null,
    });
  });

  test("keeps mute through an interruption", () => {
    const muted = nextLeg(connected, { type: "muted", muted: true });

    const back = nextLeg(nextLeg(muted, { type: "interrupted", at }), { type: "restored", at });

    expect(back).toMatchObject({ status: "connected", muted: true });
  });
});
