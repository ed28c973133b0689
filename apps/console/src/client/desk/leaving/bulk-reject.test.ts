import { expect, test } from "vitest";

import type { Call } from "@linedesk/contract";
import { HttpError } from "../../../lib/http-client.ts";
import { aCall, ALICE, BOB } from "../../../testing/a-call.ts";
import { aDesk, refused } from "../../../testing/a-desk.ts";
import { callAnswered } from "../../store/calls-slice.ts";
import { selectCall } from "../../store/select-calls.ts";

const until = "2026-11-21T10:00:06.000Z";
const calls = [1, 2, 3].map((number) => aCall(number));
const ids = calls.map(({ id }) => id);
const me = { user: ALICE, name: "Alice" };
const targets = { calls: ids, named: [] };
const unreachable = new HttpError({ kind: "network" });

interface UndoBody {
  call: string;
}

/** Creates a desk whose undo restores all callers except the lost ones. */
function aBulkDesk(answers: Record<string, unknown> = {}, lost: readonly string[] = []) {
  const desk = aDesk(
    {
      rejectCalls: { rejected: ids, spared: [] },
      handleCall: ({ call }: UndoBody) =>
        lost.includes(call)
          ? refused("call_gone", "This call has already ended.")
          : { call: calls.find(({ id }) => id === call), claim: null },
      ...answers,
    },
    { calls },
  );
  const { store } = desk;
  const leavingOf = (): unknown[] =>
    ids.map((id) => selectCall(store.getState(), id)?.leaving ?? null);
  const wordsOf = (): string[] => store.getState().desk.notices.map(({ words }) => words);
  const undone = (): unknown[] =>
    desk.sent.filter(([id]) => id === "handleCall").map(([, body]) => (body as UndoBody).call);
  return { ...desk, leavingOf, wordsOf, undone };
}

function rejected(call: Call, by: string, last: string | null = until): Call {
  return { ...call, leaving: { reason: "rejected", by: { user: by, name: "A" }, until: last } };
}

test("[AC35] the preview rejects no caller, and each rejection can be undone", async () => {
  const { bulkReject, sent, leavingOf, undone } = aBulkDesk();

  await bulkReject.preview(targets, new AbortController().signal);
  expect(leavingOf()).toEqual([null, null, null]);
  const id = await bulkReject.reject(targets);
  expect(leavingOf()).toEqual(ids.map(() => ({ reason: "rejected", by: me, until })));
  await bulkReject.undo(id ?? 0);

  expect(sent.slice(0, 2)).toEqual([
    ["rejectCalls", { ...targets, dryRun: true }],
    ["rejectCalls", targets],
  ]);
  expect(undone()).toEqual(ids);
  expect(leavingOf()).toEqual([null, null, null]);
});

test("[AC35] [KY22] a bulk rejection is one step of Z, which shows how many callers returned", async () => {
  const { bulkReject, undo, store, undone, wordsOf } = aBulkDesk();

  await bulkReject.reject(targets);
  expect(await undo.undoLast()).toBe(true);

  expect(undone()).toEqual(ids);
  expect(wordsOf()).toEqual(["3 callers are brought back"]);
  expect(store.getState().bulkRejections.list).toEqual([]);
  expect(await undo.undoLast()).toBe(false);
});

test("[AC35] callers who cannot be restored are counted and shown", async () => {
  const [first, second, third] = ids;
  const { bulkReject, undo, store, undone, wordsOf } = aBulkDesk({}, [first ?? ""]);

  await bulkReject.reject(targets);
  store.dispatch(callAnswered(rejected(aCall(2), ALICE, null)));
  await undo.undoLast();

  expect(undone()).toEqual([first, third]);
  expect(wordsOf()).toEqual(["2 of 3 callers could not be brought back"]);
  expect(store.getState().bulkRejections.list).toMatchObject([{ calls: [second, first] }]);
});

test("[AC35] undo skips callers whom a colleague rejected again or restored", async () => {
  const { bulkReject, undo, store, undone, wordsOf } = aBulkDesk();

  await bulkReject.reject(targets);
  store.dispatch(callAnswered(aCall(1)));
  store.dispatch(callAnswered(rejected(aCall(2), BOB)));
  await undo.undoLast();

  expect(undone()).toEqual([ids[2]]);
  expect(wordsOf()).toEqual(["1 caller is brought back"]);
});

test("[AC35] two presses send undo once, and Z sends it again when the server was not reached", async () => {
  const answers: Record<string, unknown> = { handleCall: unreachable };
  const { bulkReject, undo, undone } = aBulkDesk(answers);
  const id = (await bulkReject.reject(targets)) ?? 0;

  await Promise.all([bulkReject.undo(id), bulkReject.undo(id)]);
  expect(undone()).toEqual(ids);

  expect(await undo.undoLast()).toBe(true);
  expect(undone()).toEqual([...ids, ...ids]);
});

test("[AC35] a failed rejection is shown, and callers who are rejected all the same can be restored", async () => {
  const { bulkReject, undo, store, undone, wordsOf } = aBulkDesk({
    rejectCalls: () => {
      store.dispatch(callAnswered(rejected(aCall(2), ALICE)));
      return unreachable;
    },
  });

  expect(await bulkReject.reject(targets)).toBeNull();
  expect(wordsOf()).toHaveLength(1);
  await undo.undoLast();

  expect(undone()).toEqual([ids[1]]);
});

test("[AC35] one request names at most 200 callers, and no others are rejected", async () => {
  const { bulkReject, sent } = aBulkDesk({ rejectCalls: { rejected: [], spared: [] } });
  const many = Array.from({ length: 250 }, (_, index) => aCall(index).id);

  await bulkReject.reject({ calls: many, named: many.slice(190, 220) });

  expect(sent).toEqual([
    ["rejectCalls", { calls: many.slice(0, 200), named: many.slice(190, 200) }],
  ]);
});

test("[QU13] a caller who is rejected alone is named in the request", async () => {
  const { leaving, sent } = aBulkDesk();
  const [first] = ids;

  await leaving.reject(first ?? "");

  expect(sent).toEqual([["rejectCalls", { calls: [first], named: [first] }]]);
});

test("[AC35] a caller who is restored individually is not restored again with the others", async () => {
  const { bulkReject, leaving, undo, undone, wordsOf } = aBulkDesk();

  const id = (await bulkReject.reject(targets)) ?? 0;
  await leaving.undo(ids[0] ?? "");
  await undo.undoLast();

  expect(undone()).toEqual(ids);
  expect(wordsOf()).toEqual(["2 callers are brought back"]);
  expect(await bulkReject.undo(id)).toBeUndefined();
});
