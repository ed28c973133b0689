import { expect, test } from "vitest";

import type { Endpoint } from "@linedesk/contract";
import { type HttpClient, HttpError } from "../../lib/http-client.ts";
import { aCall, STATION_ID } from "../../testing/a-call.ts";
import { snapshotLoaded, stationOpened } from "../store/calls-slice.ts";
import { selectCall } from "../store/select-calls.ts";
import { createStore } from "../store/store.ts";
import { BulkReject } from "./bulk-reject.ts";

const until = "2026-11-21T10:00:05.000Z";
const calls = [1, 2, 3].map((number) =>
  aCall(number, { leaving: { reason: "rejected", by: null, until } }),
);
const ids = calls.map(({ id }) => id);

function aDesk(answer: (endpoint: Endpoint, body: { call?: string }) => unknown) {
  const store = createStore();
  store.dispatch(stationOpened(STATION_ID));
  store.dispatch(snapshotLoaded({ station: STATION_ID, seq: 1, calls }));
  const requests: unknown[] = [];
  const http = {
    call: async (endpoint: Endpoint, { body }: { body: { call?: string } }) => {
      requests.push([endpoint.id, body]);
      const given = answer(endpoint, body);
      if (given instanceof Error) {
        throw given;
      }
      return given;
    },
  } as unknown as HttpClient;
  return { bulk: new BulkReject(http, store), store, requests };
}

test("[AC30] the preview asks and rejects nobody; what is rejected can be undone, each by itself", async () => {
  const { bulk, requests, store } = aDesk((endpoint, { call }) =>
    endpoint.id === "handleCall"
      ? { call: calls.map((one) => ({ ...one, leaving: null })).find(({ id }) => id === call) }
      : { rejected: ids, spared: [] },
  );

  await bulk.preview(ids, new AbortController().signal);
  await bulk.reject(ids);
  await bulk.undo(ids);

  expect(requests).toEqual([
    ["rejectCalls", { calls: ids, dryRun: true }],
    ["rejectCalls", { calls: ids }],
    ...ids.map((call) => ["handleCall", { call, action: "undo" }]),
  ]);
  expect(ids.map((id) => selectCall(store.getState(), id)?.leaving)).toEqual([null, null, null]);
});

test("[AC30] who cannot be brought back is counted and said; so is a refused rejection", async () => {
  const { bulk, store } = aDesk((endpoint, { call }) =>
    endpoint.id === "handleCall" && call === ids[0]
      ? { call: { ...aCall(1), leaving: null } }
      : new HttpError({ kind: "network" }),
  );

  await bulk.undo(ids);
  expect(await bulk.reject(ids)).toBeNull();

  const { notices } = store.getState().desk;
  expect(notices.map(({ id }) => id)).toEqual(["bulk-undo", "bulk-reject"]);
  expect(notices[0]?.words).toBe("2 of 3 callers could not be brought back");
});

test("[AC30] no more than 200 are named in one request", async () => {
  const { bulk, requests } = aDesk(() => ({ rejected: [], spared: [] }));
  const many = Array.from({ length: 250 }, (_, index) => aCall(index).id);

  await bulk.reject(many);

  expect(requests).toEqual([["rejectCalls", { calls: many.slice(0, 200) }]]);
});
