import { describe, expect, test } from "vitest";

import type { Call } from "@linedesk/contract";
import { snapshotLoaded, stationOpened } from "../../client/store/calls-slice.ts";
import {
  actionAnswered,
  actionSent,
  legChanged,
  sessionChanged,
} from "../../client/store/desk-slice.ts";
import { createStore } from "../../client/store/store.ts";
import { aCall, ALICE, STATION_ID } from "../../testing/a-call.ts";
import { deriveLineCallStatus, selectCallInOtherTab } from "./derive-line-call-status.ts";

const since = "2026-11-21T10:00:00.000Z";
const alices = { user: ALICE, name: "Alice", line: "line2" as const };

function desk(state: Call["desk"]): Call {
  return aCall(1, { desk: state });
}

describe("two tabs of one person", () => {
  test("know which of them has the call of a line", () => {
    const store = createStore();
    const user = { id: ALICE, name: "Alice", email: null };
    store.dispatch(sessionChanged({ status: "authenticated", user, expires: since }));
    store.dispatch(stationOpened(STATION_ID));
    const screening = desk({ status: "screening", holder: alices, since });
    store.dispatch(snapshotLoaded({ station: STATION_ID, seq: 1, calls: [screening] }));

    expect(selectCallInOtherTab(store.getState(), "line2")).toEqual(screening);
    expect(selectCallInOtherTab(store.getState(), "line1")).toBeNull();

    store.dispatch(actionSent({ call: screening.id, action: "hang_up" }));
    expect(selectCallInOtherTab(store.getState(), "line2")).toBeNull();
    store.dispatch(actionAnswered(screening.id));

    const leg = { status: "connecting" as const, callId: screening.id, since, muted: false };
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

  test("[DS11] is shown as talking when the server confirms it, and not when the softphone is connected", () => {
    expect(deriveLineCallStatus(aCall(1), connected)).toMatchObject({ status: "connecting" });
    expect(
      deriveLineCallStatus(desk({ status: "screening", holder: alices, since }), connected),
    ).toMatchObject({ status: "talking" });
  });

  test("[OB3] is shown as dialling until the called person answers", () => {
    const screening = desk({ status: "screening", holder: alices, since });
    const dial = { limitS: 3_600, endsAt: null };
    const ringing = { ...screening, direction: "outbound", callState: "ringing", dial } as const;

    expect(deriveLineCallStatus(ringing, connected)).toEqual({ status: "dialling", since });
    expect(deriveLineCallStatus({ ...ringing, callState: "in_progress" }, connected)).toMatchObject(
      { status: "talking" },
    );
  });

  test("[CN11] is shown as interrupted while its softphone reconnects, although the server reports screening", () => {
    const interrupted = { ...connected, status: "reconnecting" as const };

    expect(
      deriveLineCallStatus(desk({ status: "screening", holder: alices, since }), interrupted),
    ).toMatchObject({ status: "reconnecting" });
  });
});
