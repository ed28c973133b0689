import { expect, test } from "vitest";

import { handleCall, listTakeable, type Station } from "@linedesk/contract";
import { aCall, ALICE, STATION_ID } from "../../../testing/a-call.ts";
import { aDesk, refused } from "../../../testing/a-desk.ts";
import { snapshotLoaded } from "../../store/calls-slice.ts";
import { stationsLoaded } from "../../store/desk-slice.ts";
import { hiddenFlagsSucceeded } from "../../store/hidden-flags-slice.ts";
import { selectTakeable } from "../../store/select-takeable.ts";
import {
  stationWatched,
  watchedFlagsLoaded,
  watchedSnapshotLoaded,
} from "../../store/watched-slice.ts";

const claim = {
  id: "0190a000-0000-7000-8000-0000000000c1",
  line: "line2",
  expiresAt: "2026-11-21T10:00:00.000Z",
};

test("[AS59] a fader's start takes the next caller on its line, and does nothing if no caller waits", async () => {
  const call = aCall(1);
  const { actions, sent } = aDesk({ handleCall: { call, claim } });
  const nobody = aDesk({}, { calls: [] });

  await actions.takeNextOn("line2");
  await nobody.actions.takeNextOn("line2");

  expect(sent).toMatchObject([["handleCall", { action: "take_next", line: "line2" }]]);
  expect(nobody.sent).toEqual([]);
});

function flagId(number: number): string {
  return `0190a000-0000-7000-8000-f${number.toString(16).padStart(11, "0")}`;
}

/** Creates a desk with the open station and 20 more, each with 200 hidden flags and 20 old ones. */
function aDeskOfManyFlags() {
  const elsewhere = Array.from({ length: 20 }, (_, at) => aCall(900 + at).id);
  const flags = [STATION_ID, ...elsewhere].map((_, at) =>
    Array.from({ length: 220 }, (__, flag) => flagId(at * 1_000 + flag)),
  );
  const { caller } = aCall(1);
  const carrying = (...flagIds: string[]) => ({ caller: { ...caller, flagIds } });
  const calls = [aCall(1, carrying(flagId(219))), aCall(2, carrying(flagId(500))), aCall(3)];
  const desk = aDesk({ handleCall: { call: aCall(2), claim } }, { calls });
  const { store } = desk;
  store.dispatch(hiddenFlagsSucceeded(flags[0] ?? []));
  elsewhere.forEach((station, at) => {
    const id = aCall(1_000 + at).id;
    const hidden = { ...aCall(1, carrying(flagId(at * 1_000 + 1_219))), id, station };
    const seen = { ...aCall(2), id: aCall(2_000 + at).id, station };
    store.dispatch(stationWatched(station));
    store.dispatch(watchedSnapshotLoaded({ station, seq: 1, calls: [hidden, seen] }));
    store.dispatch(watchedFlagsLoaded({ station, hiddenFlags: flags[at + 1] ?? [] }));
  });
  const role = "presenter" as const;
  const stations = [STATION_ID, ...elsewhere].map((id): Station => ({
    id,
    callSign: id.slice(-4),
    name: id,
    role,
  }));
  store.dispatch(stationsLoaded(stations));
  return desk;
}

test("[QU16] Next sends the hidden flags of its caller's station, those in use first and at most 200", async () => {
  const desk = aDeskOfManyFlags();
  const { call } = selectTakeable(desk.store.getState());

  await desk.actions.takeNextOn("line2");

  const body = handleCall.body.parse(desk.sent[0]?.[1]);
  expect(call?.id).toBe(aCall(2).id);
  expect(body.station).toBe(STATION_ID);
  expect(body.hiddenFlags).toHaveLength(200);
  expect(body.hiddenFlags?.[0]).toBe(flagId(219));
  expect(body.hiddenFlags?.slice(1)).toEqual(
    Array.from({ length: 199 }, (_, flag) => flagId(flag)),
  );
});

test("[QU16] with the flags sent for another station the server skips the same callers as the button", async () => {
  const desk = aDeskOfManyFlags();
  desk.store.dispatch(snapshotLoaded({ station: STATION_ID, seq: 2, calls: [] }));
  const { watched } = desk.store.getState();
  const { call } = selectTakeable(desk.store.getState());

  await desk.actions.takeNextOn("line2");

  const { station = "", hiddenFlags } = handleCall.body.parse(desk.sent[0]?.[1]);
  const there = Object.values(watched.byStation[station]?.byId ?? {});
  const [first] = listTakeable(there, ALICE, { hidden: new Set(hiddenFlags) });
  expect(call?.station).toBe(station);
  expect(first?.id).toBe(call?.id);
  expect(there).toHaveLength(2);
});

test.each([
  [
    "a mark",
    "mark_next",
    (desk: ReturnType<typeof aDesk>) => desk.marks.set(aCall(1).id, "mark_next"),
  ],
  [
    "a check",
    undefined,
    (desk: ReturnType<typeof aDesk>) => desk.airChecks.toggle(aCall(1).id, "agreed"),
  ],
  [
    "a point",
    undefined,
    (desk: ReturnType<typeof aDesk>) => desk.actions.editCaller(aCall(1).id, "point", "rates"),
  ],
] as const)(
  "Next waits until the server has answered %s of this seat",
  async (_, action, change) => {
    const call = aCall(1);
    const answers: Record<string, unknown> = {};
    let answer: (value: unknown) => void = () => undefined;
    const changing = new Promise((resolve) => (answer = resolve));
    Object.assign(answers, {
      checkForAir: changing,
      describeCall: changing,
      handleCall: (body: { action: string }) =>
        body.action === action ? changing : { call, claim },
    });
    const desk = aDesk(answers);

    const changed = change(desk);
    const taken = desk.actions.takeNext(call, "line2");
    await Promise.resolve();
    const before = desk.sent.length;
    answer({ call, claim: null });
    await Promise.all([changed, taken]);

    expect(before).toBe(1);
    expect(desk.sent).toHaveLength(2);
    expect(desk.sent[1]).toMatchObject(["handleCall", { action: "take_next" }]);
  },
);

test("a refused change does not block Next", async () => {
  const call = aCall(1);
  const desk = aDesk({
    handleCall: (body: { action: string }) =>
      body.action === "lock" ? refused("conflict", "Bob has it") : { call, claim },
  });

  await Promise.all([desk.marks.set(call.id, "lock"), desk.actions.takeNext(call, "line2")]);

  expect(desk.connects).toHaveLength(1);
});

test("[LN48] a press on the same line, a second or more after the refusal, takes the refused caller", async () => {
  const call = aCall(1);
  const later: (() => void)[] = [];
  const desk = aDesk(
    { handleCall: refused("not_air_ready", "Kim is not ready for air: no point") },
    {
      schedule: (run, ms) => {
        later.push(...(ms === 1_000 ? [run] : []));
        return () => undefined;
      },
    },
  );
  const press = (line: "line1" | "line2") => desk.actions.takeNext(call, line);

  await press("line2");
  await press("line2");
  later.at(-1)?.();
  await press("line1");
  await press("line2");
  later.at(-1)?.();
  await press("line2");

  const insisted = desk.sent.map(([, body]) => "evenIfNotReady" in (body as object));
  expect(insisted).toEqual([false, false, false, false, true]);
});
