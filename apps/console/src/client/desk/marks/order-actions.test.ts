import { expect, test } from "vitest";

import type { Call, Endpoint, StationFlag } from "@linedesk/contract";
import { type HttpClient, HttpError } from "../../../lib/http-client.ts";
import { aCall, changed, STATION_ID } from "../../../testing/a-call.ts";
import { eventsReceived, snapshotLoaded, stationOpened } from "../../store/calls-slice.ts";
import { selectCall, selectOrderedCalls } from "../../store/select-calls.ts";
import { createStore } from "../../store/store.ts";
import { stationWatched, watchedSnapshotLoaded } from "../../store/watched-slice.ts";
import { OwnChanges } from "../requests/own-changes.ts";
import { OrderActions } from "./order-actions.ts";

const calls = [1, 2, 3, 4].map((number) => aCall(number));
const [one, two, three, four] = calls.map(({ id }) => id) as [string, string, string, string];
const pinned = { next: false, locked: false, pinned: true, verified: false };
const vip: StationFlag = {
  id: "0190a000-0000-7000-8000-0000000000f1",
  name: "VIP",
  colour: "#955f04",
  icon: null,
  kind: "label",
  effect: "mark",
  hiddenByDefault: false,
};

function aDesk(more: Call[] = []) {
  const store = createStore();
  store.dispatch(stationOpened(STATION_ID));
  store.dispatch(snapshotLoaded({ station: STATION_ID, seq: 1, calls: [...calls, ...more] }));
  const requests: { id: string; body: unknown; answer: (given: Call | Error) => void }[] = [];
  const http = {
    call: (endpoint: Endpoint, { body }: { body: unknown }) =>
      new Promise((resolve, reject) => {
        const answer = (given: Call | Error) =>
          given instanceof Error ? reject(given) : resolve({ call: given });
        requests.push({ id: endpoint.id, body, answer });
      }),
  } as unknown as HttpClient;
  const shown = () => selectOrderedCalls(store.getState()).map(({ id }) => id);
  return {
    actions: new OrderActions({ http, store, changes: new OwnChanges() }),
    store,
    requests,
    shown,
  };
}

const refused = new HttpError({ kind: "network" });

test("[AC1] a move shows at once, before the server answers", async () => {
  const { actions, requests, shown } = aDesk();

  const moving = actions.moveAmong(four, { above: [one], below: [two, three] });

  expect(shown()).toEqual([one, four, two, three]);
  expect(requests).toMatchObject([{ id: "placeCall", body: { call: four, position: 2 } }]);
  requests[0]?.answer({ ...aCall(4), position: 2 });
  await moving;
  expect(shown()).toEqual([one, four, two, three]);
});

test("[AC1] a refused move is reverted and shown", async () => {
  const { actions, requests, shown, store } = aDesk();

  const moving = actions.moveAmong(four, { above: [], below: [one] });
  requests[0]?.answer(refused);
  await moving;

  expect(shown()).toEqual([one, two, three, four]);
  expect(store.getState().desk.notices).toMatchObject([{ tone: "failure" }]);
});

test("[AC1] a reverted move leaves the value of a newer event", async () => {
  const { actions, requests, store } = aDesk();

  const moving = actions.moveAmong(four, { above: [], below: [one] });
  const event = { ...aCall(4), position: 1, description: "told by an event" };
  store.dispatch(eventsReceived({ station: STATION_ID, events: [changed(2, event)] }));
  requests[0]?.answer(refused);
  await moving;

  expect(selectCall(store.getState(), four)).toEqual(event);
});

test("[QL22] a call dropped among calls of another kind becomes the first or last of its own kind", async () => {
  const front = aCall(9, { marks: pinned });
  const { actions, requests, shown } = aDesk([front]);

  void actions.moveAmong(three, { above: [], below: [front.id, one, two, four] });

  expect(requests.at(-1)?.body).toEqual({ call: three, position: 1 });
  expect(shown()).toEqual([front.id, three, one, two, four]);
  void actions.moveAmong(front.id, { above: [one], below: [two] });
  expect(requests).toHaveLength(1);
});

test("[AC1] pinning shows at once and is reverted when it is refused", async () => {
  const { actions, requests, shown } = aDesk();

  const pinning = actions.pin(three, true);
  expect(shown()).toEqual([three, one, two, four]);
  expect(requests).toMatchObject([{ id: "pinCall", body: { call: three, pinned: true } }]);
  requests[0]?.answer(refused);
  await pinning;

  expect(shown()).toEqual([one, two, three, four]);
});

test("[AC1] a flag shows at once with its reason, and is reverted when it is refused", async () => {
  const { actions, requests, store } = aDesk();
  const flagging = actions.flag(one, vip, { carried: true, reason: "Panel" });
  expect(selectCall(store.getState(), one)?.caller).toMatchObject({
    flags: [{ id: vip.id, name: "VIP", reason: "Panel" }],
    flagIds: [vip.id],
  });
  expect(requests[0]?.body).toEqual({ call: one, flag: vip.id, carried: true, reason: "Panel" });
  requests[0]?.answer(refused);
  await flagging;

  expect(selectCall(store.getState(), one)).toEqual(aCall(1));
});

test("a flag is removed at the server only after the answer that added it", async () => {
  const { actions, requests } = aDesk();

  const adding = actions.flag(one, vip, { carried: true });
  const removing = actions.flag(one, vip, { carried: false });
  expect(requests).toHaveLength(1);
  requests[0]?.answer(aCall(1));
  await adding;
  await expect.poll(() => requests.length).toBe(2);
  requests[1]?.answer(aCall(1));
  await removing;

  expect(requests.map(({ body }) => body)).toMatchObject([{ carried: true }, { carried: false }]);
});

test("[QU4] a call of another watched station is placed among its own station's calls", async () => {
  const { actions, requests, store } = aDesk();
  const other = "0190a000-0000-7000-8000-000000000033";
  const theirs = [11, 12, 13].map((number) => aCall(number, { station: other }));
  const [first, , last] = theirs.map(({ id }) => id) as [string, string, string];
  store.dispatch(stationWatched(other));
  store.dispatch(watchedSnapshotLoaded({ station: other, seq: 1, calls: theirs }));

  // The list contains rows of both stations. Those of the open station do not count as neighbours
  // of this call.
  void actions.moveAmong(last, { above: [one], below: [two, first] });

  expect(requests).toMatchObject([{ id: "placeCall", body: { call: last, position: 1 } }]);
  const state = store.getState();
  const positions = selectOrderedCalls(state).map(({ position }) => position);
  expect(positions).toEqual([null, null, null, null]);
  expect(selectCall(state, last)?.position).toBe(1);
});
