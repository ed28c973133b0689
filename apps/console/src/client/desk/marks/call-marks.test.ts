import { describe, expect, test } from "vitest";

import type { Call } from "@linedesk/contract";
import { HttpError } from "../../../lib/http-client.ts";
import { aCall, ALICE, BOB } from "../../../testing/a-call.ts";
import { aDesk, NOW, refused } from "../../../testing/a-desk.ts";
import { defineMark, type MarkAction } from "../../actions/mark-actions.ts";
import { eventsReceived } from "../../store/calls-slice.ts";
import { editChanged } from "../../store/desk-slice.ts";
import { stationWatched, watchedSnapshotLoaded } from "../../store/watched-slice.ts";
import { bindMarks, chooseMark, noMarks } from "./bind-marks.ts";

const known = aCall(1, { description: "bus lanes" });
const kim: Call = { ...known, caller: { ...known.caller, name: "Kim Ng", location: "Ryde" } };
const lee = { ...aCall(2), marks: { ...aCall(2).marks, next: true } };
const holder = { user: ALICE, name: "Alice", line: "line1" as const };
const screened: Call = { ...kim, desk: { status: "screening", holder, since: NOW } };
const claim = { id: "0190a000-0000-7000-8000-0000000000c1", line: "line1", expiresAt: NOW };

/** Creates a server that accepts each request. */
function obey(...calls: Call[]) {
  return ({ call, action }: { call: string; action: MarkAction }) => {
    const before = calls.find(({ id }) => id === call) ?? kim;
    return { call: defineMark(action).optimistic(before, NOW), claim: null };
  };
}

describe("with marks on calls,", () => {
  test.each([
    ["verify", kim, { marks: { verified: true }, desk: { status: "ready" } }],
    ["verify", screened, { marks: { verified: true }, desk: { status: "screening" } }],
    ["mark_next", kim, { marks: { next: true } }],
    ["lock", screened, { marks: { locked: true } }],
  ] as const)(
    "[AC1] %s shows at once and is sent to the server once",
    async (action, call, shown) => {
      let answer: (value: unknown) => void = () => undefined;
      const handleCall = new Promise((resolve) => (answer = resolve));
      const { marks, store, sent } = aDesk({ handleCall }, { calls: [call] });

      const set = marks.set(call.id, action);
      void marks.set(call.id, action);

      expect(store.getState().calls.byId[call.id]).toMatchObject(shown);
      expect(store.getState().desk.pending).toEqual({ [`${call.id}:${action}`]: "mark" });
      answer({ call: defineMark(action).optimistic(call, NOW), claim: null });
      await set;
      expect(sent).toEqual([["handleCall", { call: call.id, action }]]);
      expect(store.getState().desk.pending).toEqual({});
    },
  );

  test("[AC17] a mark is rolled back when the server fails, with the reason and Retry", async () => {
    const answers: Record<string, unknown> = {
      handleCall: new HttpError({ kind: "network" }),
    };
    const { marks, store, requests, sent } = aDesk(answers, { calls: [kim, lee] });

    await marks.set(kim.id, "mark_next");

    expect(store.getState().calls.byId).toEqual({ [kim.id]: kim, [lee.id]: lee });
    const [notice] = store.getState().desk.notices;
    expect(notice).toMatchObject({
      words: "We could not reach the server",
      actionLabel: "Retry",
      line: null,
    });
    answers["handleCall"] = obey(kim);
    requests.act(notice?.id ?? "");
    await expect.poll(() => store.getState().calls.byId[kim.id]?.marks.next).toBe(true);
    expect(sent).toHaveLength(2);
    expect(store.getState().desk.notices).toEqual([]);
  });

  test("a failed mark has no Retry when another attempt cannot help", async () => {
    const { marks, store } = aDesk({ handleCall: refused("call_gone", "The caller has hung up.") });

    await marks.set(aCall(1).id, "lock");

    expect(store.getState().desk.notices).toMatchObject([{ words: "The caller has hung up." }]);
    expect(store.getState().desk.notices[0]?.actionLabel).toBeUndefined();
  });

  test("[AC17] a rolled-back mark leaves the value of a newer event", async () => {
    const { marks, store } = aDesk(
      { handleCall: () => Promise.reject(new HttpError({ kind: "network" })) },
      { calls: [kim] },
    );
    const noted = { ...kim, description: "light rail" };

    const set = marks.set(kim.id, "lock");
    const event = { seq: 2, type: "call.changed" as const, call: noted };
    store.dispatch(eventsReceived({ station: kim.station, events: [event] }));
    await set;

    expect(store.getState().calls.byId[kim.id]).toEqual(noted);
  });

  test("[DS16] next moves from the earlier call at once, and undo moves it back", async () => {
    const { marks, store, undo, sent } = aDesk(
      { handleCall: obey(kim, lee) },
      { calls: [kim, lee] },
    );

    await marks.set(kim.id, "mark_next");
    expect(store.getState().calls.byId[lee.id]?.marks.next).toBe(false);
    await undo.undoLast();

    expect(sent.at(-1)).toEqual(["handleCall", { call: lee.id, action: "mark_next" }]);
    expect(store.getState().calls.byId[lee.id]?.marks.next).toBe(true);
    expect(store.getState().calls.byId[kim.id]?.marks.next).toBe(false);
  });

  test("[QU4] a call that is next stays next when a call of another station becomes next", async () => {
    const other = "0190a000-0000-7000-8000-000000000033";
    const [theirs, before] = [
      aCall(11, { station: other }),
      aCall(12, { station: other, marks: { ...lee.marks } }),
    ];
    const { marks, store } = aDesk({ handleCall: obey(theirs, before) }, { calls: [kim, lee] });
    store.dispatch(stationWatched(other));
    const calls = [theirs, before];
    store.dispatch(watchedSnapshotLoaded({ station: other, seq: 1, calls }));

    await marks.set(theirs.id, "mark_next");

    const { calls: open, watched } = store.getState();
    const byId = watched.byStation[other]?.byId ?? {};
    expect(open.byId[lee.id]?.marks.next).toBe(true);
    expect(byId[theirs.id]?.marks.next).toBe(true);
    expect(byId[before.id]?.marks.next).toBe(false);
  });

  test("[KY22] lock and verify are undone by unlock and unverify", async () => {
    const { marks, undo, sent, store } = aDesk({ handleCall: obey(kim) }, { calls: [kim] });

    await marks.set(kim.id, "lock");
    await undo.undoLast();
    await marks.set(kim.id, "verify");
    await undo.undoLast();

    expect(sent.map(([, body]) => (body as { action: string }).action)).toEqual([
      "lock",
      "unlock",
      "verify",
      "unverify",
    ]);
    expect(store.getState().calls.byId[kim.id]?.desk.status).toBe("waiting");
  });

  test("[DS13] verify moves a call from its line to the ready list, and undo returns it to the line", async () => {
    const answers: Record<string, unknown> = { handleCall: { call: screened, claim } };
    const { actions, marks, undo, softphones, sent, store } = aDesk(answers, { calls: [kim] });
    await actions.accept(kim.id, "line1");
    answers["handleCall"] = ({ action }: { action: string }) =>
      action === "verify"
        ? { call: defineMark("verify").optimistic(kim, NOW), claim: null }
        : { call: screened, claim: action === "accept" ? claim : null };

    await marks.set(kim.id, "verify");
    expect(softphones.line1.leg).toBeNull();
    expect(store.getState().desk.notices).toMatchObject([
      { words: "Kim Ng is verified and waits in the queue", actionLabel: "Undo" },
    ]);
    await undo.undoLast();
    expect(store.getState().desk.notices).toEqual([]);

    expect(sent.slice(2).map(([, body]) => body)).toEqual([
      { call: kim.id, action: "unverify" },
      { call: kim.id, action: "accept", line: "line1" },
    ]);
    expect(softphones.line1.leg).toMatchObject({ callId: kim.id });
  });
});

describe("verifying", () => {
  test("[DS12] [AC19] names the missing name, place or point, and a second press within 5 s verifies the caller", async () => {
    let at = 0;
    const bare = aCall(1);
    const { marks, store, sent } = aDesk(
      { handleCall: obey(bare) },
      { calls: [bare], elapsedMs: () => at },
    );

    await marks.set(bare.id, "verify");
    expect(sent).toEqual([]);
    const words = "0491 570 006: name and place and point not known yet. Verify again to confirm";
    expect(store.getState().desk.notices).toMatchObject([{ words, tone: "warning" }]);
    at = 5_000;
    await marks.set(bare.id, "verify");
    expect(sent).toEqual([]);
    at = 9_999;
    await marks.set(bare.id, "verify");

    expect(sent).toEqual([["handleCall", { call: bare.id, action: "verify" }]]);
    expect(store.getState().desk.notices).toEqual([]);
  });

  test("[DS12] counts text that is still being saved, and does not count refused text", async () => {
    const bare = aCall(1);
    const { marks, store, sent } = aDesk({ handleCall: obey(bare) }, { calls: [bare] });
    function edit(word: string, status: "saving" | "failed"): void {
      const typed = { value: "bus lanes", words: "" };
      store.dispatch(editChanged({ key: `${bare.id}:${word}`, edit: { status, ...typed } }));
    }
    edit("name", "saving");
    edit("place", "saving");
    edit("point", "failed");

    await marks.set(bare.id, "verify");
    expect(store.getState().desk.notices[0]?.words).toMatch(/point not known yet/);
    edit("point", "saving");
    await marks.set(bare.id, "verify");

    expect(sent).toHaveLength(1);
  });

  test("[AC19] needs one press when name, place and point are known", async () => {
    const { marks, sent } = aDesk({ handleCall: obey(kim) }, { calls: [kim] });

    await marks.set(kim.id, "verify");

    expect(sent).toHaveLength(1);
  });
});

describe("[AC10] possible marks", () => {
  const { marks } = aDesk({});
  function possible(call: Call, mayMark = true): string[] {
    const bound = bindMarks(call, { marks, me: ALICE, may: () => mayMark });
    return Object.entries(bound).flatMap(([name, run]) => (run === null ? [] : [name]));
  }
  const bob = { user: BOB, name: "Bob", line: "line1" as const };
  const held = { status: "held" as const, holder: bob, since: NOW };

  test.each<[string, Call, string[]]>([
    ["a waiting call", kim, ["verify", "mark_next", "lock"]],
    [
      "a ready call that is next",
      { ...lee, desk: { status: "ready", since: NOW }, marks: { ...lee.marks, verified: true } },
      ["unverify", "lock"],
    ],
    ["an own call", screened, ["verify", "lock"]],
    ["a colleague's call", { ...kim, desk: { status: "screening", holder: bob, since: NOW } }, []],
    ["an unattended call", { ...kim, desk: { ...held, unattended: true } }, ["verify", "lock"]],
    [
      "a locked call",
      { ...kim, marks: { ...kim.marks, locked: true } },
      ["verify", "mark_next", "unlock"],
    ],
    ["a leaving call", { ...kim, leaving: { reason: "rejected", by: null, until: NOW } }, []],
    ["an ended call", { ...kim, desk: { status: "ended", reason: "rejected", at: NOW } }, []],
  ])("are correct for %s", (_name, call, wanted) => {
    expect(possible(call)).toEqual(wanted);
  });

  test("are none without the right", () => {
    expect(possible(kim, false)).toEqual([]);
    expect(chooseMark(noMarks, "verify")).toBeNull();
  });
});
