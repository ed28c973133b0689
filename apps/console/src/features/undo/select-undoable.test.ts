import { expect, test } from "vitest";

import { bulkRejectionChanged } from "../../client/store/bulk-rejections-slice.ts";
import { callAnswered } from "../../client/store/calls-slice.ts";
import { aCall, ALICE } from "../../testing/a-call.ts";
import { aDesk, NOW } from "../../testing/a-desk.ts";
import { selectUndoable } from "./select-undoable.ts";

const by = { user: ALICE, name: "Alice" };
const calls = [1, 2, 3].map((number) => aCall(number));
const ids = calls.map(({ id }) => id);
const [first = ""] = ids;

function aRejectedThree(answers: Record<string, unknown> = {}) {
  const desk = aDesk({ rejectCalls: { rejected: ids, spared: [] }, ...answers }, { calls });
  return { ...desk, undoable: () => selectUndoable(desk.store.getState()) };
}

test("[AC35] a bulk rejection is one toast with the number of callers, and no caller has a toast of their own", async () => {
  const { bulkReject, store, undoable } = aRejectedThree();

  await bulkReject.reject({ calls: ids, named: [] });
  expect(undoable()).toMatchObject([{ reason: "bulk", count: 3, windowMs: 5_000 }]);

  store.dispatch(bulkRejectionChanged({ id: 1, status: "undoing", calls: ids }));
  expect(undoable()).toEqual([]);
});

test("[AC35] no toast is shown before the server's answer, even if events arrive first", () => {
  const { store, undoable } = aRejectedThree();
  const until = "2026-11-21T10:00:05.000Z";

  store.dispatch(bulkRejectionChanged({ id: 1, status: "sending", calls: ids }));
  store.dispatch(callAnswered({ ...aCall(1), leaving: { reason: "rejected", by, until } }));

  expect(undoable()).toEqual([]);
});

test("[AC4] a restored caller whom the person then rejects individually has a separate toast", async () => {
  const { bulkReject, leaving, store, undoable } = aRejectedThree();

  await bulkReject.reject({ calls: ids, named: [] });
  store.dispatch(callAnswered(aCall(1)));
  await leaving.reject(first);

  expect(undoable()).toMatchObject([
    { reason: "rejected", id: first },
    { reason: "bulk", count: 2 },
  ]);
});

test("[AC35] the toast does not count a caller whom the person restored individually", async () => {
  const { bulkReject, leaving, store, undoable } = aRejectedThree({
    handleCall: { call: aCall(1), claim: null },
  });

  await bulkReject.reject({ calls: ids, named: [] });
  await leaving.undo(first);

  expect(undoable()).toMatchObject([{ reason: "bulk", count: 2 }]);
  expect(store.getState().bulkRejections.list).toMatchObject([{ calls: ids.slice(1) }]);
});

test("[AC35] the toast does not count a caller whom a colleague restored", async () => {
  const { bulkReject, store, undoable } = aRejectedThree();

  await bulkReject.reject({ calls: ids, named: [] });
  store.dispatch(callAnswered(aCall(1)));

  expect(undoable()).toMatchObject([{ reason: "bulk", count: 2 }]);
});

test("[AC7] a caller restored from a bulk rejection has a toast after a hang-up", async () => {
  const { bulkReject, store, undoable } = aRejectedThree();
  const until = "2026-11-21T10:00:04.000Z";

  await bulkReject.reject({ calls: ids, named: [] });
  store.dispatch(callAnswered({ ...aCall(1), leaving: { reason: "operator_hung_up", by, until } }));

  expect(undoable()).toMatchObject([
    { reason: "ended", id: first },
    { reason: "bulk", count: 2 },
  ]);
});

test("[AC35] a caller in two bulk rejections is only in the newer toast", async () => {
  const [a = "", b = "", c = ""] = ids;
  const { bulkReject, store, undoable } = aRejectedThree({
    rejectCalls: ({ calls: rejected }: { calls: string[] }) => ({ rejected, spared: [] }),
  });

  await bulkReject.reject({ calls: [a, b], named: [] });
  store.dispatch(callAnswered(aCall(1)));
  await bulkReject.reject({ calls: [a, c], named: [] });

  expect(undoable()).toMatchObject([
    { rejection: 1, count: 1 },
    { rejection: 2, count: 2 },
  ]);
  expect(store.getState().bulkRejections.list).toMatchObject([{ calls: [b] }, { calls: [a, c] }]);
});

test("[KY22] the newest action is the last of the list in any order of the queue", () => {
  const { store, undoable } = aRejectedThree();
  const [ended, rejected] = ["2026-11-21T10:00:06.000Z", "2026-11-21T10:00:06.500Z"];

  // A hang-up can be undone for 4 s and a rejection for 5 s, so the rejection came first.
  store.dispatch(
    callAnswered({ ...aCall(1), leaving: { reason: "operator_hung_up", by, until: ended } }),
  );
  store.dispatch(
    callAnswered({ ...aCall(2), leaving: { reason: "rejected", by, until: rejected } }),
  );

  expect(undoable().map(({ id, sinceMs }) => [id, sinceMs - Date.parse(NOW)])).toEqual([
    [ids[1], 500],
    [ids[0], 1_000],
  ]);
});
