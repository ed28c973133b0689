import { expect, test } from "vitest";

import type { Call } from "@linedesk/contract";
import { aCall, ALICE, changed, STATION_ID } from "../../../testing/a-call.ts";
import { eventsReceived, snapshotLoaded, stationOpened } from "../../store/calls-slice.ts";
import { legChanged, sessionChanged } from "../../store/desk-slice.ts";
import { createStore } from "../../store/store.ts";
import {
  stationWatched,
  watchedEventsReceived,
  watchedSnapshotLoaded,
} from "../../store/watched-slice.ts";
import { TabDesk } from "./tab-desk.ts";
import type { TabLocks } from "./tab-leadership.ts";

const since = "2026-11-21T10:00:00.000Z";
const holder = { user: ALICE, name: "Alice", line: "line2" as const };

function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** The locks of another tab. This tab can steal them, and the other tab can steal them back. */
function lockedElsewhere() {
  const held = { reject: null as ((error: Error) => void) | null };
  const locks: TabLocks = {
    request: (_name, options, run) =>
      new Promise<void>((resolve, reject) => {
        if (options.steal === true) {
          held.reject = reject;
          return void run({ name: "", mode: "exclusive" } as Lock).then(resolve, reject);
        }
        if (options.ifAvailable === true) {
          return void run(null).then(resolve, reject);
        }
        options.signal?.addEventListener("abort", () =>
          reject(new DOMException("withdrawn", "AbortError")),
        );
      }),
  };
  return { locks, stealBack: () => held.reject?.(new DOMException("stolen", "AbortError")) };
}

async function aTab(call: Call) {
  const store = createStore();
  const { locks, stealBack } = lockedElsewhere();
  const did: string[] = [];
  const tab = new TabDesk({
    store,
    softphones: {
      release: () => {
        did.push("release");
        return Promise.resolve();
      },
    },
    actions: {
      takeOver: (id, line) => {
        did.push(`take over ${id === call.id ? "the call" : id} on ${line}`);
        return Promise.resolve();
      },
    },
    locks,
    onLead: () => void did.push(store.getState().seats.tab),
    log: (error) => void did.push(String(error)),
  });
  const user = { id: ALICE, name: "Alice", email: null };
  store.dispatch(sessionChanged({ status: "authenticated", user, expires: since }));
  store.dispatch(stationOpened(STATION_ID));
  store.dispatch(snapshotLoaded({ station: STATION_ID, seq: 0, calls: [call] }));
  tab.start(ALICE);
  await settle();
  function becomes(desk: Call["desk"]): void {
    const seq = store.getState().calls.seq + 1;
    const events = [changed(seq, { ...call, desk })];
    store.dispatch(eventsReceived({ station: STATION_ID, events }));
  }
  return { store, tab, did, becomes, stealBack };
}

const screened = aCall(1, { desk: { status: "screening", holder, since } });

test("[CN20] the other tab's call is taken over on the same line when it has left that tab", async () => {
  const { store, tab, did, becomes } = await aTab(screened);
  expect(did).toEqual(["following", "release"]);

  tab.takeOver();
  await settle();
  expect(did.slice(2)).toEqual(["leading"]);
  becomes({ status: "held", holder, since, unattended: true });
  expect(did.slice(3)).toEqual(["take over the call on line2"]);
  // The other tab has its sound again after an interruption. Then it leaves the call permanently.
  becomes({ status: "screening", holder, since });
  becomes({ status: "held", holder, since, unattended: true });
  expect(did.slice(4)).toEqual(["take over the call on line2"]);
  const leg = { status: "connected" as const, callId: screened.id, since, muted: false };
  store.dispatch(legChanged({ line: "line2", leg: { ...leg, quality: null } }));
  becomes({ status: "held", holder, since, unattended: true });

  expect(did).toHaveLength(5);
});

test("[CN20] a call that changes while its line connects is taken over once, and again if the line does not connect", async () => {
  const { store, tab, did, becomes } = await aTab(screened);
  const left = { status: "held" as const, holder, since, unattended: true };
  const leg = { status: "connecting" as const, callId: screened.id, since, muted: false };
  tab.takeOver();
  await settle();
  becomes(left);

  store.dispatch(legChanged({ line: "line2", leg }));
  becomes(left);
  expect(did.slice(3)).toEqual(["take over the call on line2"]);
  store.dispatch(legChanged({ line: "line2", leg: null }));

  expect(did.slice(4)).toEqual(["take over the call on line2"]);
});

test("[CN20] a call of another watched station is taken over too", async () => {
  const station = "0190a000-0000-7000-8000-000000000033";
  const { store, tab, did } = await aTab(aCall(2));
  const call = { ...screened, station };
  store.dispatch(stationWatched(station));
  store.dispatch(watchedSnapshotLoaded({ station, seq: 0, calls: [call] }));

  tab.takeOver();
  await settle();
  const left = { ...call, desk: { status: "held" as const, holder, since, unattended: true } };
  store.dispatch(watchedEventsReceived({ station, events: [changed(1, left)] }));

  expect(did.slice(3)).toEqual([`take over ${call.id} on line2`]);
});

test("[CN20] a call that a colleague gets meanwhile is not taken over, even if it is unattended later", async () => {
  const { tab, did, becomes } = await aTab(screened);
  tab.takeOver();
  await settle();

  const bob = { ...holder, user: "bob", name: "Bob" };
  becomes({ status: "screening", holder: bob, since });
  becomes({ status: "held", holder, since, unattended: true });

  expect(did.slice(2)).toEqual(["leading"]);
});

test("[CN1] a tab that loses the lead releases its lines", async () => {
  const { tab, did, stealBack } = await aTab(aCall(1));
  tab.takeOver();
  await settle();

  stealBack();
  await settle();

  expect(did.slice(2)).toEqual(["leading", "following", "release"]);
  expect(tab.isLeading).toBe(false);
});
