import { expect, test } from "vitest";

import type { Call } from "@linedesk/contract";
import {
  stationWatched,
  watchedFlagsLoaded,
  watchedSnapshotLoaded,
} from "../../client/store/watched-slice.ts";
import { aCall, ALICE, BOB } from "../../testing/a-call.ts";
import { aDesk, NOW } from "../../testing/a-desk.ts";
import { selectRingingCount } from "./select-ringing-count.ts";

const me = { user: ALICE, name: "Alice", line: "line1" as const };
const bob = { user: BOB, name: "Bob", line: "line1" as const };
const OTHER = "0190a000-0000-7000-8000-000000000033";
const NUISANCE = "0190a000-0000-7000-8000-000000000055";

test("[SN7] [QU63] the callers of all watched stations who wait for a first answer are counted, except hidden callers", () => {
  const { caller, marks } = aCall(1);
  const { store } = aDesk(
    {},
    {
      calls: [
        aCall(1),
        aCall(2, { claimedBy: bob }),
        aCall(3, { desk: { status: "screening", holder: me, since: NOW } }),
        aCall(4, { marks: { ...marks, next: true } }),
        aCall(5, { callBack: { at: NOW } as unknown as Call["callBack"] }),
      ],
    },
  );
  const hidden = { ...caller, flagIds: [NUISANCE] };
  const calls = [aCall(6), aCall(7, { caller: hidden })].map((call) => ({
    ...call,
    station: OTHER,
  }));
  store.dispatch(stationWatched(OTHER));
  store.dispatch(watchedSnapshotLoaded({ station: OTHER, seq: 1, calls }));
  expect(selectRingingCount(store.getState())).toBe(3);

  store.dispatch(watchedFlagsLoaded({ station: OTHER, hiddenFlags: [NUISANCE] }));

  expect(selectRingingCount(store.getState())).toBe(2);
});
