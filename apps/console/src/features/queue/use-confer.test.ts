import { expect, test } from "vitest";

import { aCall, BOB, STATION_ID } from "../../testing/a-call.ts";
import { chooseNewMembers } from "./use-confer.ts";

const OTHER_ID = "0190a000-0000-7000-8000-0000000000a2";
const both = new Set([STATION_ID, OTHER_ID]);
const [one, two] = [aCall(1), aCall(2)];
const [three, four] = [aCall(3, { station: OTHER_ID }), aCall(4, { station: OTHER_ID })];

function idsOf(how: Partial<Parameters<typeof chooseNewMembers>[0]>): string[] {
  const picked = [three, one, four, two];
  return chooseNewMembers({ picked, own: null, me: BOB, stations: both, ...how }).map(
    ({ id }) => id,
  );
}

test("[ST41] a conference of selected calls is at the station of the person's own call", () => {
  expect(idsOf({ own: aCall(5) })).toEqual([one.id, two.id]);
  expect(idsOf({ own: aCall(5, { station: OTHER_ID }) })).toEqual([three.id, four.id]);
  expect(idsOf({ own: one })).toEqual([two.id]);
});

test("[ST41] if the person has no call, the conference is at the station of the first call that can be added", () => {
  expect(idsOf({})).toEqual([three.id, four.id]);
  expect(idsOf({ stations: new Set([STATION_ID]) })).toEqual([one.id, two.id]);
  expect(idsOf({ stations: new Set() })).toEqual([]);
});
