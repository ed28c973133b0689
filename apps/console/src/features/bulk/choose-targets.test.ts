import { expect, test } from "vitest";

import type { Call } from "@linedesk/contract";
import { aCall, BOB } from "../../testing/a-call.ts";
import { chooseTargets, nobodyChosen } from "./choose-targets.ts";

const since = "2026-11-21T10:00:00.000Z";
const nuisance = "0190a000-0000-7000-8000-0000000000f1";
const now = Date.parse(aCall(0).arrivedAt) + 300_500;
const holder = { user: BOB, name: "Bob", line: "line1" as const };
const { caller } = aCall(1);

const long = aCall(0);
const fresh = aCall(1);
const onAir = aCall(2, {
  desk: { status: "on_air", holder, since },
  caller: { ...caller, flagIds: [nuisance] },
});
const ready = aCall(3, { desk: { status: "ready", since } });
const going = aCall(4, { leaving: { reason: "rejected", by: null, until: since } });
const calls: Call[] = [long, fresh, onAir, ready, going];

function choose(choice: Partial<typeof nobodyChosen>, picked: string[] = []) {
  const from = { now, picked: new Set(picked) };
  return chooseTargets(calls, { ...nobodyChosen, ...choice }, from).map(({ id }) => id);
}

test("[AC31] the ticked groups choose the callers: ringing, ringing for more than 5 min, with a flag, selected", () => {
  expect(choose({})).toEqual([]);
  expect(choose({ ringing: true })).toEqual([long.id, fresh.id]);
  expect(choose({ long: true })).toEqual([long.id]);
  expect(choose({ flags: [nuisance] })).toEqual([onAir.id]);
  expect(choose({ picked: true }, [ready.id, going.id])).toEqual([ready.id]);
  expect(choose({ long: true, flags: [nuisance] })).toEqual([long.id, onAir.id]);
});
