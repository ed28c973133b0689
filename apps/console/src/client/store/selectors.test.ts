import { describe, expect, test } from "vitest";

import type { Call } from "@linedesk/contract";
import { aCall, ALICE, BOB, STATION_ID } from "../../testing/a-call.ts";
import { snapshotLoaded, stationOpened } from "./calls-slice.ts";
import { legChanged, sessionChanged } from "./desk-slice.ts";
import {
  isWaiting,
  deriveLineCallStatus,
  deriveDisplayState,
  selectCallInOtherTab,
  describeHolder,
} from "./selectors.ts";
import { createStore } from "./store.ts";

const since = "2026-11-21T10:00:00.000Z";
const bobs = { user: BOB, name: "Bob", line: "line1" as const };
const alices = { user: ALICE, name: "Alice", line: "line2" as const };
const marks = { next: false, locked: false, pinned: false, verified: false };

function desk(state: Call["desk"], change: Partial<Call> = {}): Call {
  return aCall(1, { desk: state, ...change });
}

describe("a row's state", () => {
  test("[CO2] is one word for each place of a call, as I see it", () => {
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

  test("names the colleague who has the call, and not me", () => {
    expect(describeHolder(desk({ status: "screening", holder: bobs, since }), ALICE)).toBe(
      "Bob, line 1",
    );
    expect(describeHolder(desk({ status: "screening", holder: alices, since }), ALICE)).toBeNull();
    expect(describeHolder(desk({ status: "waiting" }, { claimedBy: bobs }), ALICE)).toBe(
      "Bob, line 1",
    );
  });

  test("does not offer a call that somebody is taking", () => {
    expect(isWaiting(aCall(1))).toBe(true);
    expect(isWaiting(aCall(1, { claimedBy: bobs }))).toBe(false);
  });
});

describe("two tabs of one person", () => {
  test("know which of them carries the call of a line", () => {
    const store = createStore();
    const user = { id: ALICE, name: "Alice", email: null };
    store.dispatch(sessionChanged({ status: "authenticated", user, expires: since }));
    store.dispatch(stationOpened(STATION_ID));
    const talking = desk({ status: "screening", holder: alices, since });
    store.dispatch(snapshotLoaded({ station: STATION_ID, seq: 1, calls: [talking] }));

    expect(selectCallInOtherTab(store.getState(), "line2")).toEqual(talking);
    expect(selectCallInOtherTab(store.getState(), "line1")).toBeNull();

    const leg = { status: "connecting" as const, callId: talking.id, since, muted: false };
    store.dispatch(legChanged({ line: "line2", leg }));
    expect(selectCallInOtherTab(store.getState(), "line2")).toBeNull();
  });
});

describe("the call on a line", () => {
  const connected = {
    status: "connected" as const,
    callId: aCall(1).id,
    since,
    muted: false,
    quality: null,
  };

  test("[DS11] talks only when the server says so, not when the softphone hopes so", () => {
    expect(deriveLineCallStatus(aCall(1), connected)).toMatchObject({ status: "connecting" });
    expect(
      deriveLineCallStatus(desk({ status: "screening", holder: alices, since }), connected),
    ).toMatchObject({ status: "talking" });
  });

  test("[CN11] shows an interrupted sound path whatever the server says", () => {
    const interrupted = { ...connected, status: "reconnecting" as const };

    expect(
      deriveLineCallStatus(desk({ status: "screening", holder: alices, since }), interrupted),
    ).toMatchObject({ status: "reconnecting" });
  });
});
