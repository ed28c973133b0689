import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";

import { deviceLine } from "@linedesk/contract";
import { createBrowserStorage, type KeyValueStore } from "./browser-storage.ts";

function memory(values: Record<string, string> = {}): KeyValueStore & { all: Map<string, string> } {
  const all = new Map(Object.entries(values));
  return {
    all,
    getItem: (key) => all.get(key) ?? null,
    setItem: (key, value) => void all.set(key, value),
    removeItem: (key) => void all.delete(key),
  };
}

function ignore(): void {}

describe("local storage", () => {
  test("[SK1] returns `default` for a device until the person has chosen one", () => {
    const storage = createBrowserStorage(memory({ "2zz-input": "mic7" }), ignore);

    expect(storage.inputDevice("2zz")).toBe("mic7");
    expect(storage.outputDevice("2zz")).toBe("default");
  });

  test("[SK1] keeps a station's ringer separate from its output, and notifies listeners", () => {
    const store = memory();
    const storage = createBrowserStorage(store, ignore);
    const onChange = vi.fn<() => void>();
    storage.onChange(onChange);

    storage.chooseDevice("2zz", "ringer", "speakers");

    expect([...store.all]).toEqual([["2zz-ringer", "speakers"]]);
    expect(storage.outputDevice("2zz")).toBe("default");
    expect(onChange).toHaveBeenCalledOnce();
  });

  test("[SN4] keeps microphone, speaker and ringer separate, for each station", () => {
    const storage = createBrowserStorage(memory(), ignore);
    for (const station of ["2zz", "3yy"]) {
      for (const kind of ["input", "output", "ringer"] as const) {
        storage.chooseDevice(station, kind, `${station} ${kind}`);
      }
    }

    const read = (station: string): string[] => [
      storage.inputDevice(station),
      storage.outputDevice(station),
      storage.ringerDevice(station),
    ];
    expect(read("2zz")).toEqual(["2zz input", "2zz output", "2zz ringer"]);
    expect(read("3yy")).toEqual(["3yy input", "3yy output", "3yy ringer"]);
  });

  test("[SK1] [SK7] [LN3] reads a line's device config and treats a broken one as absent", () => {
    expect(deviceLine.options).toEqual(["line1", "line2"]);
    const storage = createBrowserStorage(
      memory({
        "line1-device-config": '{"type":"audio_server","id":"a"}',
        "line2-device-config": "{",
      }),
      ignore,
    );

    expect(storage.deviceConfig("line1")).toEqual({ type: "audio_server", id: "a" });
    expect(storage.deviceConfig("line2")).toBeNull();
  });

  test("[SK1] [SK7] stores hiddenFlags under one key, with a list of flag ids for each station id", () => {
    const nuisance = "0190a000-0000-7000-8000-0000000000f1";
    const store = memory({ hiddenFlags: `{"3yy":["${nuisance}"]}` });
    const storage = createBrowserStorage(store, ignore);

    expect(storage.hiddenFlags("2zz")).toBeNull();
    storage.saveHiddenFlags("2zz", []);

    expect([...store.all]).toEqual([["hiddenFlags", `{"3yy":["${nuisance}"],"2zz":[]}`]]);
    expect(storage.hiddenFlags("2zz")).toEqual([]);
    expect(storage.hiddenFlags("3yy")).toEqual([nuisance]);
    for (const broken of ["{", '{"3yy":"nuisance"}', "[]"]) {
      const other = createBrowserStorage(memory({ hiddenFlags: broken }), ignore);
      expect(other.hiddenFlags("3yy")).toBeNull();
    }
  });

  test("[SK7] treats the whole value of hiddenFlags as foreign when an id is no UUID", () => {
    const nuisance = "0190a000-0000-7000-8000-0000000000f1";
    const failed = vi.fn<(error: unknown) => void>();
    const hiddenFlags = JSON.stringify({ "2zz": [nuisance], "3yy": [nuisance, "nuisance"] });
    const storage = createBrowserStorage(memory({ hiddenFlags }), failed);

    expect(storage.hiddenFlags("3yy")).toBeNull();
    expect(storage.hiddenFlags("2zz")).toBeNull();
    expect(failed).toHaveBeenCalledOnce();
  });

  test("reports a refused write and continues", () => {
    const failed = vi.fn<(error: unknown) => void>();
    const store = memory();
    store.setItem = () => {
      throw new Error("quota");
    };

    createBrowserStorage(store, failed).chooseDevice("2zz", "input", "mic");

    expect(failed).toHaveBeenCalledOnce();
  });

  test("[SK7] ignores a damaged or foreign value of any key with one log line", () => {
    const keys =
      "devicePreset hiddenFlags line1-device-config line2-device-config 2zz-input 2zz-output 2zz-ringer".split(
        " ",
      );
    const values = fc.oneof(
      fc.string(),
      fc.json(),
      fc.string({ minLength: 201, maxLength: 400 }),
      fc.constantFrom(
        "",
        "{",
        "null",
        "[]",
        '{"2zz":1}',
        '{"__proto__":["x"]}',
        '{"type":7}',
        '{"2zz":["x"]}',
        '{"2zz":["0190a000-0000-7000-8000-0000000000f1"]}',
      ),
    );
    fc.assert(
      fc.property(fc.constantFrom(...keys), values, (key, value) => {
        const failed = vi.fn<(error: unknown) => void>();
        const storage = createBrowserStorage(memory({ [key]: value }), failed);
        const readAll = () =>
          [
            storage.hiddenFlags("2zz"),
            storage.deviceConfig("line1"),
            storage.deviceConfig("line2"),
            storage.inputDevice("2zz"),
            storage.outputDevice("2zz"),
            storage.ringerDevice("2zz"),
          ] as const;
        const preset = storage.devicePreset();

        const [flags, first, second, ...devices] = readAll();
        readAll();
        storage.devicePreset();

        expect(preset).toBeNull();
        const isDevice = key.startsWith("2zz");
        const isTaken = devices.includes(value) && value !== "default";
        expect(flags === null || Array.isArray(flags)).toBe(true);
        expect([first, second].filter((one) => one !== null).length).toBeLessThan(2);
        expect(devices.every((device) => typeof device === "string" && device !== "")).toBe(true);
        if (isDevice) {
          expect(isTaken || value === "default").toBe(value.length >= 1 && value.length <= 200);
          expect(failed.mock.calls.length).toBe(isTaken || value === "default" ? 0 : 1);
        } else {
          expect(failed.mock.calls.length).toBe(isReadable(key, value) ? 0 : 1);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("[SK7] counts as empty when it cannot be read", () => {
    const failed = vi.fn<(error: unknown) => void>();
    const store = memory();
    store.getItem = () => {
      throw new Error("SecurityError");
    };
    const storage = createBrowserStorage(store, failed);

    expect(storage.inputDevice("2zz")).toBe("default");
    expect(storage.inputDevice("2zz")).toBe("default");
    expect(storage.hiddenFlags("2zz")).toBeNull();
    expect(failed).toHaveBeenCalledTimes(2);
  });
});

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Checks a stored value by rules that are independent of the storage's own. */
function isReadable(key: string, value: string): boolean {
  if (key === "devicePreset") {
    return false;
  }
  let read: unknown;
  try {
    read = JSON.parse(value);
  } catch {
    return false;
  }
  if (typeof read !== "object" || read === null || Array.isArray(read)) {
    return false;
  }
  if (key === "hiddenFlags") {
    // The storage's parser leaves out a key of this name, whatever its value is.
    return Object.entries(read).every(
      ([name, list]) =>
        name === "__proto__" ||
        (Array.isArray(list) && list.every((one) => typeof one === "string" && UUID.test(one))),
    );
  }
  const { type, id } = read as { type?: unknown; id?: unknown };
  return typeof type === "string" && (id === undefined || typeof id === "string");
}
