import { expect, test } from "vitest";

import type { StationFlag } from "@linedesk/contract";
import { createBrowserStorage } from "../../../lib/browser-storage.ts";
import { type HttpClient, HttpError } from "../../../lib/http-client.ts";
import { STATION_ID } from "../../../testing/a-call.ts";
import { createStore } from "../../store/store.ts";
import { HiddenFlags } from "./hidden-flags.ts";

function aFlag(id: string, hiddenByDefault: boolean): StationFlag {
  const plain = { colour: "#955f04", icon: null, kind: "label", effect: "mark" } as const;
  return { ...plain, id, name: id, hiddenByDefault };
}
const nuisance = "0190a000-0000-7000-8000-0000000000f1";
const vip = "0190a000-0000-7000-8000-0000000000f2";
const hunter = "0190a000-0000-7000-8000-0000000000f3";
const flags = [aFlag(nuisance, true), aFlag(vip, false), aFlag(hunter, true)];

function aDesk(stored: Record<string, string> = {}, over: { isFull?: () => boolean } = {}) {
  const store = createStore();
  const values = new Map(Object.entries(stored));
  const storage = createBrowserStorage(
    {
      getItem: (key) => values.get(key) ?? null,
      setItem: (key, value) => {
        if (over.isFull?.() === true) {
          throw new Error("QuotaExceededError");
        }
        values.set(key, value);
      },
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
  /** Returns the station's flags in the browser's storage, or undefined. */
  function storedHere(): unknown {
    return (JSON.parse(values.get("hiddenFlags") ?? "{}") as Record<string, unknown>)[STATION_ID];
  }
  return { hidden, answers, logged, values, storedHere, read: () => store.getState().hiddenFlags };
}

test("[FL3] hiddenFlags in client state has a list of flags, loading and error", () => {
  expect(aDesk().read()).toEqual({ flags: [], loading: false, error: null });
});

test("[FL3] [FL8] at first use the ids of flags with hiddenByDefault are fetched and saved", async () => {
  const { hidden, answers, values, read } = aDesk();

  const loading = hidden.load(STATION_ID);
  expect(read()).toEqual({ flags: [], loading: true, error: null });
  answers[0]?.(flags);
  await loading;

  expect(read()).toEqual({ flags: [nuisance, hunter], loading: false, error: null });
  expect(values.get("hiddenFlags")).toBe(JSON.stringify({ [STATION_ID]: [nuisance, hunter] }));
});

test("[FL8] a station's flags are loaded once, and a stored list is used even if it is empty", async () => {
  for (const stored of [[vip], []]) {
    const { hidden, answers, read } = aDesk({
      hiddenFlags: JSON.stringify({ [STATION_ID]: stored }),
    });

    await hidden.load(STATION_ID);

    expect(answers).toEqual([]);
    expect(read()).toEqual({ flags: stored, loading: false, error: null });
  }
});

test("[FL3] a failure is logged, its message is stored and the flags are cleared", async () => {
  const { hidden, answers, logged, values, read } = aDesk();
  const failure = new HttpError({ kind: "network" });

  const loading = hidden.load(STATION_ID);
  answers[0]?.(failure);
  await loading;

  expect(logged).toEqual([failure]);
  expect(read()).toMatchObject({ flags: [], loading: false, error: expect.stringMatching(/\w/) });
  expect(values.has("hiddenFlags")).toBe(false);
});

test("[FL8] a watched station's flags are loaded and saved separately, and are empty on a failure", async () => {
  const { hidden, answers, logged, values, read } = aDesk({
    hiddenFlags: JSON.stringify({ kept: [vip] }),
  });
  expect(await hidden.read("kept")).toEqual([vip]);

  const failing = hidden.read(STATION_ID);
  answers[0]?.(new HttpError({ kind: "network" }));
  expect(await failing).toEqual([]);
  expect(logged).toHaveLength(1);
  const reading = hidden.read(STATION_ID);
  answers[1]?.(flags);

  expect(await reading).toEqual([nuisance, hunter]);
  expect(JSON.parse(values.get("hiddenFlags") ?? "")).toEqual({
    kept: [vip],
    [STATION_ID]: [nuisance, hunter],
  });
  expect(read().flags).toEqual([]);
});

test("[FL7] a toggle adds a flag to the station's stored list or removes it, at once", async () => {
  const other = { elsewhere: [vip] };
  const stored = { ...other, [STATION_ID]: [nuisance] };
  const { hidden, values, read } = aDesk({ hiddenFlags: JSON.stringify(stored) });
  await hidden.load(STATION_ID);

  hidden.toggle(vip);
  expect(read().flags).toEqual([nuisance, vip]);
  expect(JSON.parse(values.get("hiddenFlags") ?? "")).toEqual({
    ...other,
    [STATION_ID]: [nuisance, vip],
  });

  hidden.toggle(nuisance);
  expect(read().flags).toEqual([vip]);
  expect(JSON.parse(values.get("hiddenFlags") ?? "")).toEqual({ ...other, [STATION_ID]: [vip] });
});

test("[FL8] an answer for a station that was closed is stored for that station and not shown", async () => {
  const { hidden, answers, values, read } = aDesk({ hiddenFlags: JSON.stringify({ next: [vip] }) });

  const loading = hidden.load(STATION_ID);
  await hidden.load("next");
  answers[0]?.(flags);
  await loading;

  expect(read().flags).toEqual([vip]);
  expect(JSON.parse(values.get("hiddenFlags") ?? "")).toEqual({
    next: [vip],
    [STATION_ID]: [nuisance, hunter],
  });
});

test("[FL7] a toggle before the answer shows at once and is applied to the default list", async () => {
  const { hidden, answers, storedHere, read } = aDesk();
  const loading = hidden.load(STATION_ID);

  hidden.toggle(vip);
  hidden.toggle(nuisance);
  hidden.toggle(hunter);
  hidden.toggle(hunter);
  expect(read()).toEqual({ flags: [vip, nuisance], loading: true, error: null });
  expect(storedHere()).toBeUndefined();
  answers[0]?.(flags);
  await loading;

  expect(read()).toEqual({ flags: [nuisance, vip], loading: false, error: null });
  expect(storedHere()).toEqual([nuisance, vip]);
});

test("[FL7] a toggle at a station that was closed before the answer is saved only for that station", async () => {
  const { hidden, answers, values, storedHere, read } = aDesk({
    hiddenFlags: JSON.stringify({ next: [hunter] }),
  });
  const loading = hidden.load(STATION_ID);
  hidden.toggle(vip);

  await hidden.load("next");
  answers[0]?.(flags);
  await loading;

  expect(read().flags).toEqual([hunter]);
  expect(storedHere()).toEqual([nuisance, hunter, vip]);
  expect(JSON.parse(values.get("hiddenFlags") ?? "")).toMatchObject({ next: [hunter] });
});

test("[FL7] a toggle starts from the list that another page has saved in the meantime", async () => {
  const stored = { hiddenFlags: JSON.stringify({ [STATION_ID]: [nuisance] }) };
  const { hidden, values, storedHere, read } = aDesk(stored);
  await hidden.load(STATION_ID);
  hidden.toggle(hunter);

  values.set("hiddenFlags", JSON.stringify({ [STATION_ID]: [vip] }));
  hidden.toggle(nuisance);

  expect(read().flags).toEqual([vip, nuisance]);
  expect(storedHere()).toEqual([vip, nuisance]);
});
