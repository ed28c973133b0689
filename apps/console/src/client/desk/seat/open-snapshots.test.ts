import { expect, test } from "vitest";

import type { Call, Endpoint, EndReason } from "@linedesk/contract";
import type { HttpClient } from "../../../lib/http-client.ts";
import { aCall, ALICE, anAirState, STATION_ID, BOB } from "../../../testing/a-call.ts";
import { snapshotLoaded, stationOpened } from "../../store/calls-slice.ts";
import { selectCall } from "../../store/select-calls.ts";
import { createStore } from "../../store/store.ts";
import { OpenSnapshots, describeMissed } from "./open-snapshots.ts";

const OTHER = "0190a000-0000-7000-8000-000000000033";

/** Creates the snapshots of an open station on a server with this answer. */
function someSnapshots(answer: { calls?: Call[]; ended?: Call[]; cameAndWent?: number } = {}) {
  const store = createStore();
  const sent: unknown[] = [];
  const http = {
    call: async ({ id }: Endpoint, { body }: { body?: unknown }) => {
      if (id === "listPhoneLines") {
        return { items: [] };
      }
      sent.push(body);
      return { seq: 2, calls: [], ...answer };
    },
  } as unknown as HttpClient;
  let time = 1_000_000;
  const snapshots = new OpenSnapshots({ store, http, now: () => time });
  store.dispatch(stationOpened(STATION_ID));
  store.dispatch(snapshotLoaded({ station: STATION_ID, seq: 1, calls: [aCall(1)] }));
  async function read(station = STATION_ID): Promise<void> {
    snapshots.apply(station, await snapshots.load(station, new AbortController().signal));
  }
  const notices = () => store.getState().desk.notices.map(({ words }) => words);
  return { store, sent, snapshots, read, notices, pass: (ms: number) => (time += ms) };
}

test("[CN22] a desk without live data sends the time of its absence, and shows how many calls came and ended", async () => {
  const { store, snapshots, read, notices, sent, pass } = someSnapshots({ cameAndWent: 3 });

  snapshots.noteAbsence(1_000_000);
  expect(store.getState().calls.status).toBe("stale");
  pass(40_000);
  // The absence begins at the first loss.
  snapshots.noteAbsence(1_030_000);
  await read();

  expect(sent).toEqual([{ station: STATION_ID, known: [aCall(1).id], awayMs: 40_000 }]);
  expect(notices()).toEqual(["While you were away: 3 calls came and ended"]);
  expect(store.getState().calls.status).toBe("live");
  await read();
  expect(sent[1]).toMatchObject({ awayMs: 0 });
  expect(notices()).toHaveLength(1);
});

test("[CN22] an absence of less than 2 s, or at another station, shows nothing", async () => {
  const { store, snapshots, read, notices, sent, pass } = someSnapshots({ cameAndWent: 3 });

  snapshots.noteAbsence(1_000_000);
  pass(1_999);
  await read();
  snapshots.noteAbsence(1_001_999);
  pass(60_000);
  store.dispatch(stationOpened(OTHER));
  snapshots.clearAbsence();
  await read(OTHER);

  expect(notices()).toEqual([]);
  expect(sent[1]).toEqual({ station: OTHER, known: [], awayMs: 0 });
});

test("[CN22] a snapshot request names an absence of at most a day, and at most 2,000 calls", async () => {
  const { store, snapshots, read, sent, pass } = someSnapshots();
  const calls = Array.from({ length: 2_100 }, (_, index) => aCall(index + 1));
  store.dispatch(snapshotLoaded({ station: STATION_ID, seq: 1, calls }));

  snapshots.noteAbsence(1_000_000);
  pass(2 * 86_400_000);
  await read();

  expect(sent).toMatchObject([{ awayMs: 86_400_000 }]);
  expect((sent[0] as { known: string[] }).known).toHaveLength(2_000);
});

test("[ST40] the state of a call on a line is loaded when its station is opened again", async () => {
  const carried = aCall(1, { desk: anAirState(ALICE) });
  const over = aCall(1, {
    desk: { status: "ended", reason: "caller_hung_up", at: carried.arrivedAt },
  });
  const { store, read, sent } = someSnapshots({ ended: [over] });
  store.dispatch(snapshotLoaded({ station: STATION_ID, seq: 1, calls: [carried] }));
  store.dispatch(stationOpened(OTHER, ALICE));
  store.dispatch(stationOpened(STATION_ID, ALICE));
  expect(selectCall(store.getState(), carried.id)).toBe(carried);

  await read();

  expect(sent).toMatchObject([{ known: [carried.id] }]);
  expect(selectCall(store.getState(), carried.id)?.desk.status).toBe("ended");
  expect(store.getState().calls.retained).toEqual({});
});

function named(number: number, name: string, change: Partial<Call> = {}): Call {
  const call = aCall(number, change);
  return { ...call, caller: { ...call.caller, name } };
}

function ended(call: Call, reason: EndReason = "caller_hung_up"): Call {
  return { ...call, desk: { status: "ended", reason, at: "" } };
}

function away(before: Call[], now: Call[], gone: Call[] = [], cameAndWent = 0) {
  const byId = Object.fromEntries(before.map((call) => [call.id, call]));
  return describeMissed({ before: byId, now, ended: gone, cameAndWent, me: ALICE });
}

const kim = named(1, "Kim Ng");
const since = "2026-11-21T10:00:00.000Z";
const bob = { user: BOB, name: "Bob", line: "line1" as const };

test("[CN22] new calls are counted, and callers who hung up are named", () => {
  expect(away([kim], [aCall(2), aCall(3), aCall(4)], [ended(kim)])).toBe(
    "While you were away: 3 new calls, Kim Ng hung up",
  );
  expect(away([], [aCall(2)])).toBe("While you were away: 1 new call");
});

test("[CN22] callers whom a colleague took and unattended callers are named", () => {
  const screening = { status: "screening" as const, holder: bob, since };
  const held = { status: "held" as const, holder: bob, since, unattended: true };

  expect(away([kim], [{ ...kim, desk: screening }])).toBe("While you were away: Bob took Kim Ng");
  expect(away([{ ...kim, desk: screening }], [{ ...kim, desk: held }])).toBe(
    "While you were away: Kim Ng is unattended",
  );
  const mine = { ...screening, holder: { ...bob, user: ALICE } };
  expect(away([kim], [{ ...kim, desk: mine }])).toBeNull();
});

test("[CN22] a caller who arrived meanwhile and is with a colleague is named, and ended calls are counted", () => {
  const screening = { status: "screening" as const, holder: bob, since };

  expect(away([], [{ ...kim, desk: screening }], [], 5)).toBe(
    "While you were away: 5 calls came and ended, Bob took Kim Ng",
  );
  expect(away([], [], [], 1)).toBe("While you were away: 1 call came and ended");
  // Bob dialled Kim.
  expect(away([], [{ ...kim, direction: "outbound", desk: screening }])).toBeNull();
});

test("[CN22] no change shows nothing, and more than four callers are counted", () => {
  const six = [1, 2, 3, 4, 5, 6].map((number) => named(number, `N${number}`));

  expect(away([kim], [kim])).toBeNull();
  expect(
    away(
      six,
      [],
      six.map((call) => ended(call)),
    ),
  ).toBe("While you were away: N1 hung up, N2 hung up, N3 hung up, N4 hung up, 2 more");
});
