import { describe, expect, test } from "vitest";

import type { Call } from "@linedesk/contract";
import { aCall, ALICE, BOB } from "../../testing/a-call.ts";
import { deriveDisplayState, findOtherHolder } from "./derive-display-state.ts";

const since = "2026-11-21T10:00:00.000Z";
const bobs = { user: BOB, name: "Bob", line: "line1" as const };
const alices = { user: ALICE, name: "Alice", line: "line2" as const };
const marks = { next: false, locked: false, pinned: false, verified: false };

function desk(state: Call["desk"], change: Partial<Call> = {}): Call {
  return aCall(1, { desk: state, ...change });
}

describe("a row's state", () => {
  test("[CO1] has one word for each state of a call, as the person sees it", () => {
    const states = [
      desk({ status: "waiting" }),
      desk({ status: "waiting" }, { marks: { ...marks, next: true } }),
      desk({ status: "ready", since }),
      desk({ status: "screening", holder: alices, since }),
      desk({ status: "screening", holder: bobs, since }),
      desk({ status: "held", holder: bobs, since, unattended: false }),
      desk({ status: "held", holder: null, since, unattended: true }),
      desk({ status: "on_air", holder: bobs, since }),
      desk({ status: "waiting" }, { claimedBy: bobs }),
      desk({ status: "ended", reason: "caller_hung_up", at: since }),
    ].map((call) => deriveDisplayState(call, ALICE));

    expect(states).toEqual([
      "ringing",
      "next",
      "verified",
      "on_line",
      "elsewhere",
      "held",
      "unattended",
      "on_air",
      "claimed",
      "ended",
    ]);
  });

  test("is `offered` while a colleague has an offer, and `leaving` after a rejection or hang-up", () => {
    const held = { status: "held" as const, holder: bobs, since, unattended: false };
    const rejected = { reason: "rejected" as const, by: bobs, until: since };
    const states = [
      desk(held, { offer: { to: alices, from: bobs, until: since } }),
      desk({ status: "waiting" }, { leaving: rejected }),
      desk(held, { leaving: { ...rejected, reason: "operator_hung_up" } }),
      desk({ status: "on_air", holder: bobs, since }, { leaving: { ...rejected, until: null } }),
    ].map((call) => deriveDisplayState(call, ALICE));

    expect(states).toEqual(["offered", "leaving", "leaving", "leaving"]);
  });

  test("names a colleague who has the call, but not the person at this desk", () => {
    expect(
      findOtherHolder(desk({ status: "screening", holder: bobs, since }), ALICE),
    ).toMatchObject({
      name: "Bob",
      line: "line1",
    });
    expect(findOtherHolder(desk({ status: "screening", holder: alices, since }), ALICE)).toBeNull();
    expect(findOtherHolder(desk({ status: "waiting" }, { claimedBy: bobs }), ALICE)).toMatchObject({
      name: "Bob",
      line: "line1",
    });
  });
});
