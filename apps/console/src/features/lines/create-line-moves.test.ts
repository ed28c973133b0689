import { expect, test } from "vitest";

import type { DeviceLine } from "@linedesk/contract";
import { aCall, BOB, STATION_ID } from "../../testing/a-call.ts";
import { aDesk } from "../../testing/a-desk.ts";
import { createLineMoves, noMoves } from "./create-line-moves.ts";

const OTHER = "0190a000-0000-7000-8000-000000000033";
const here = aCall(1);
const elsewhere = aCall(2, { station: OTHER });
const bob = { user: BOB, name: "Bob", role: "producer" as const };

/** Creates the moves of line 1 for a person who may go to air only at the open station. */
function someMoves(
  other: { leg?: "connected" | "connecting"; station?: string } = {},
  barred: Record<string, DeviceLine[]> = {},
) {
  const desk = aDesk({ handleCall: { call: here, claim: null } }, { calls: [here, elsewhere] });
  const moves = createLineMoves({
    line: "line1",
    other: { line: "line2", leg: other.leg ?? null, station: other.station ?? null },
    desk,
    recipientsAt: () => ({ colleagues: [], elsewhere: null }),
    mayAirAt: (station) => station === STATION_ID,
    barredAt: (station) => new Set(barred[station]),
  });
  return { moves, sent: desk.sent };
}

test("[QU62] who is on air moves by the role at the call's own station, not the open one's", () => {
  const { moves } = someMoves();
  const state = { status: "on_air" } as const;

  expect(moves({ call: here, state, free: true })).toMatchObject({
    other: { kind: "move", number: 2 },
    give: {},
  });
  expect(moves({ call: elsewhere, state, free: true })).toBe(noMoves);
});

test("[QU62] off air whoever is talked with or held moves, and nobody while a command is under way", () => {
  const { moves } = someMoves();

  for (const status of ["talking", "held"] as const) {
    expect(moves({ call: elsewhere, state: { status }, free: true }).other?.kind).toBe("move");
    expect(moves({ call: elsewhere, state: { status }, free: false })).toBe(noMoves);
  }
  expect(moves({ call: here, state: { status: "connecting" }, free: true })).toBe(noMoves);
});

test("[QU62] [SH42] nobody moves onto a line that is barred at the own station, nor comes back onto one", () => {
  const state = { status: "talking" } as const;
  function kindOf(...given: Parameters<typeof someMoves>) {
    return someMoves(...given).moves({ call: here, state, free: true }).other?.kind;
  }
  const filled = { leg: "connected", station: OTHER } as const;

  expect(kindOf({}, { [STATION_ID]: ["line2"] })).toBeUndefined();
  expect(kindOf({}, { [OTHER]: ["line2"] })).toBe("move");
  expect(kindOf(filled)).toBe("swap");
  expect(kindOf(filled, { [OTHER]: ["line1"] })).toBeUndefined();
  expect(kindOf({ ...filled, leg: "connecting" })).toBeUndefined();
});

test("[LN23] an offered call is taken back, given is offered to who is named", async () => {
  const { moves, sent } = someMoves();
  const actions = () => sent.map(([, body]) => (body as { action: string }).action);

  const offered = moves({ call: here, state: { status: "offered" }, free: true });
  expect(offered).toMatchObject({ other: null, give: null });
  offered.takeBack?.();
  await expect.poll(actions).toEqual(["undo"]);
  moves({ call: here, state: { status: "talking" }, free: true }).give?.to(bob);

  await expect.poll(actions).toEqual(["undo", "move"]);
});
