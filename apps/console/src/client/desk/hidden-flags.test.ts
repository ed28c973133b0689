import { expect, test } from "vitest";

import type { StationFlag } from "@linedesk/contract";
import { createBrowserStorage } from "../../lib/browser-storage.ts";
import { type HttpClient, HttpError } from "../../lib/http-client.ts";
import { STATION_ID } from "../../testing/a-call.ts";
import { hiddenFlagsSlice } from "../store/hidden-flags-slice.ts";
import { createStore } from "../store/store.ts";
import { HiddenFlags } from "./hidden-flags.ts";

function aFlag(id: string, hiddenByDefault: boolean): StationFlag {
  const plain = { colour: "#955f04", icon: null, kind: "label", effect: "mark" } as const;
  return { ...plain, id, name: id, hiddenByDefault };
}
const flags = [aFlag("nuisance", true), aFlag("vip", false), aFlag("hunter", true)];

function aDesk(stored: Record<string, string> = {}) {
  const store = createStore();
  const values = new Map(Object.entries(stored));
  const storage = createBrowserStorage(
    {
      getItem: (key) => values.get(key) ?? null,
      setItem: (key, value) => void values.set(key, value),
      removeItem: (key) => void values.delete(key),
    },
    () => undefined,
  );
  const answers: ((flags: StationFlag[] | Error) => void)[] = [];
  const logged: unknown[] = [];
  const http = {
    call: () =>
      new Promise((resolve, reject) => {
        answers.push((given) => (given instanceof Error ? reject(given) : resolve(given)));
      }),
  } as unknown as HttpClient;
  const log = (_code: string, error: unknown) => void logged.push(error);
  const hidden = new HiddenFlags({ store, http, storage, log });
  return { hidden, answers, logged, values, read: () => store.getState().hiddenFlags };
}

test("[FL3] hiddenFlags in client state has a list of flags, loading and error", () => {
  expect(aDesk().read()).toEqual({ flags: [], loading: false, error: null });
});

test("[FL4] [FL5] [FL9] at the first time the ids of flags with hiddenByDefault are fetched and saved", async () => {
  const { hidden, answers, values, read } = aDesk();

  const loading = hidden.load(STATION_ID);
  expect(read()).toEqual({ flags: [], loading: true, error: null });
  answers[0]?.(flags);
  await loading;

  expect(read()).toEqual({ flags: ["nuisance", "hunter"], loading: false, error: null });
  expect(values.get("hiddenFlags")).toBe(`{"${STATION_ID}":["nuisance","hunter"]}`);
});

test("[FL4] a request clears what was there before, flags and error", () => {
  const failed = { flags: ["vip"], loading: false, error: "gone" };
  const { hiddenFlagsRequested } = hiddenFlagsSlice.actions;

  expect(hiddenFlagsSlice.reducer(failed, hiddenFlagsRequested())).toEqual({
    flags: [],
    loading: true,
    error: null,
  });
});

test("[FL8] the flags of a station are loaded once: what the browser keeps is taken, an empty list too", async () => {
  for (const stored of [["vip"], []]) {
    const { hidden, answers, read } = aDesk({
      hiddenFlags: JSON.stringify({ [STATION_ID]: stored }),
    });

    await hidden.load(STATION_ID);

    expect(answers).toEqual([]);
    expect(read()).toEqual({ flags: stored, loading: false, error: null });
  }
});

test("[FL6] a failure is logged, its message stored and the flags emptied", async () => {
  const { hidden, answers, logged, values, read } = aDesk();
  const failure = new HttpError({ kind: "network" });

  const loading = hidden.load(STATION_ID);
  answers[0]?.(failure);
  await loading;

  expect(logged).toEqual([failure]);
  expect(read()).toMatchObject({ flags: [], loading: false, error: expect.stringMatching(/\w/) });
  expect(values.has("hiddenFlags")).toBe(false);
});

test("[FL25] those of a watched station are fetched and saved alike, shown with no other, and none while they cannot be had", async () => {
  const { hidden, answers, logged, values, read } = aDesk({ hiddenFlags: '{"kept":["vip"]}' });
  expect(await hidden.read("kept")).toEqual(["vip"]);

  const failing = hidden.read(STATION_ID);
  answers[0]?.(new HttpError({ kind: "network" }));
  expect(await failing).toEqual([]);
  expect(logged).toHaveLength(1);
  const reading = hidden.read(STATION_ID);
  answers[1]?.(flags);

  expect(await reading).toEqual(["nuisance", "hunter"]);
  expect(JSON.parse(values.get("hiddenFlags") ?? "")).toEqual({
    kept: ["vip"],
    [STATION_ID]: ["nuisance", "hunter"],
  });
  expect(read().flags).toEqual([]);
});

test("[FL7] toggling a flag adds it to the station's stored list, or removes it, at once", async () => {
  const other = { elsewhere: ["vip"] };
  const stored = { ...other, [STATION_ID]: ["nuisance"] };
  const { hidden, values, read } = aDesk({ hiddenFlags: JSON.stringify(stored) });
  await hidden.load(STATION_ID);

  hidden.toggle("vip");
  expect(read().flags).toEqual(["nuisance", "vip"]);
  expect(JSON.parse(values.get("hiddenFlags") ?? "")).toEqual({
    ...other,
    [STATION_ID]: ["nuisance", "vip"],
  });

  hidden.toggle("nuisance");
  expect(read().flags).toEqual(["vip"]);
  expect(JSON.parse(values.get("hiddenFlags") ?? "")).toEqual({ ...other, [STATION_ID]: ["vip"] });
});

test("[FL8] an answer for a station that was left is kept for it, and not shown", async () => {
  const { hidden, answers, values, read } = aDesk({ hiddenFlags: '{"next":["vip"]}' });

  const loading = hidden.load(STATION_ID);
  await hidden.load("next");
  answers[0]?.(flags);
  await loading;

  expect(read().flags).toEqual(["vip"]);
  expect(JSON.parse(values.get("hiddenFlags") ?? "")).toEqual({
    next: ["vip"],
    [STATION_ID]: ["nuisance", "hunter"],
  });
});
