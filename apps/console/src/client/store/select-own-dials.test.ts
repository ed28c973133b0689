import { expect, test } from "vitest";

import type { Call } from "@linedesk/contract";
import { aCall, ALICE, BOB } from "../../testing/a-call.ts";
import { aDesk, NOW } from "../../testing/a-desk.ts";
import { legChanged } from "./desk-slice.ts";
import { selectOwnDials } from "./select-own-dials.ts";

const dial = { limitS: 3_600, endsAt: "2026-11-21T10:01:00.000Z" };
const conference = {
  id: "0190a000-0000-7000-8000-00000000c0de",
  muted: false,
  onHold: false,
};

function heldBy(user: string): Call["desk"] {
  const holder = { user, name: "Somebody", line: "line1" as const };
  return { status: "held", holder, since: NOW, unattended: false };
}

test("[OB17] a person's own dialled calls are those on the lines, in their conferences and on hold", () => {
  const carried = aCall(1, { desk: heldBy(ALICE), conference });
  const member = aCall(2, { desk: heldBy(ALICE), conference, dial });
  const colleagues = aCall(3, { desk: heldBy(BOB), conference, dial });
  const beside = aCall(4, { desk: heldBy(ALICE), dial });
  const unlimited = aCall(5, { desk: heldBy(ALICE) });
  const elsewhere = aCall(6, { desk: heldBy(BOB), dial });
  const calls = [carried, member, colleagues, beside, unlimited, elsewhere];
  const { store } = aDesk({}, { calls });
  const leg = { status: "connected" as const, callId: carried.id, muted: false, quality: null };

  store.dispatch(legChanged({ line: "line1", leg: { ...leg, since: NOW } }));

  expect(selectOwnDials(store.getState())).toEqual({
    onLines: [member, colleagues],
    held: [beside],
  });

  store.dispatch(legChanged({ line: "line1", leg: null }));
  expect(selectOwnDials(store.getState())).toEqual({ onLines: [], held: [member, beside] });
});
