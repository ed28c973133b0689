import * as z from "zod/mini";

/** The part of `localStorage` that is used; a Map replaces it in tests. */
export interface KeyValueStore {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

const deviceConfig = z.object({ type: z.string(), id: z.optional(z.string()) });
export type DeviceConfig = z.output<typeof deviceConfig>;

/** Each id must be valid, because the server refuses a whole request with one invalid id. */
const hiddenFlagLists = z.record(z.string(), z.array(z.uuid()));

const microphoneChoice = z.object({
  headphones: z.optional(z.boolean()),
  line1: z.optional(z.object({ gain: z.boolean(), noise: z.boolean() })),
  line2: z.optional(z.object({ gain: z.boolean(), noise: z.boolean() })),
});
/** The person's choice of the microphone's processing at a station. */
export type MicrophoneChoice = z.output<typeof microphoneChoice>;

const presetId = z.uuid();

/** The id of a device. Browsers use at most 64 characters, and our own ids are not longer. */
const deviceId = z.string().check(z.minLength(1), z.maxLength(200));

export interface BrowserStorage {
  /** Returns the ids of the station's hidden flags; `null` when nothing is stored. */
  hiddenFlags(station: string): string[] | null;
  saveHiddenFlags(station: string, flags: readonly string[]): void;
  deviceConfig(line: "line1" | "line2"): DeviceConfig | null;
  /** With `null` the browser softphone carries the line, and the stored value is removed. */
  saveDeviceConfig(line: "line1" | "line2", config: DeviceConfig | null): void;
  /** Returns a device preset's id, or `null`. */
  devicePreset(): string | null;
  saveDevicePreset(id: string | null): void;
  /** Returns an audio device's id; `default` until the person has chosen one. */
  inputDevice(station: string): string;
  outputDevice(station: string): string;
  ringerDevice(station: string): string;
  /** Returns an empty choice until the person has made one. */
  microphoneChoice(station: string): MicrophoneChoice;
  saveMicrophoneChoice(station: string, choice: MicrophoneChoice): void;
  onChange: (listener: () => void) => () => void;
  chooseDevice(station: string, kind: "input" | "output" | "ringer", device: string): void;
}

/**
 * A broken value counts as absent and is logged once. If storing fails, only the choice is lost.
 */
export function createBrowserStorage(
  store: KeyValueStore,
  onFailed: (error: unknown) => void,
): BrowserStorage {
  const read = createReader(store, onFailed);
  function device(station: string, kind: string): string {
    return read(`${station}-${kind}`, (text) => deviceId.safeParse(text).data ?? null) ?? "default";
  }
  function readHiddenFlags(): Record<string, string[]> {
    return read("hiddenFlags", (text) => parseJson(hiddenFlagLists, text)) ?? {};
  }
  const listeners = new Set<() => void>();
  function save(key: string, value: string | null): void {
    try {
      if (value === null) {
        store.removeItem(key);
      } else {
        store.setItem(key, value);
      }
      for (const listener of listeners) {
        listener();
      }
    } catch (error) {
      onFailed(error);
    }
  }
  return {
    hiddenFlags(station) {
      const lists = readHiddenFlags();
      return Object.hasOwn(lists, station) ? (lists[station] ?? null) : null;
    },
    saveHiddenFlags(station, flags) {
      try {
        const lists = { ...readHiddenFlags(), [station]: flags };
        store.setItem("hiddenFlags", JSON.stringify(lists));
      } catch (error) {
        onFailed(error);
      }
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    saveDeviceConfig(line, config) {
      save(`${line}-device-config`, config === null ? null : JSON.stringify(config));
    },
    devicePreset: () => read("devicePreset", (text) => presetId.safeParse(text).data ?? null),
    saveDevicePreset: (id) => save("devicePreset", id),
    deviceConfig: (line) => read(`${line}-device-config`, (text) => parseJson(deviceConfig, text)),
    inputDevice: (station) => device(station, "input"),
    outputDevice: (station) => device(station, "output"),
    ringerDevice: (station) => device(station, "ringer"),
    microphoneChoice: (station) =>
      read(`${station}-microphone`, (text) => parseJson(microphoneChoice, text)) ?? {},
    saveMicrophoneChoice: (station, choice) =>
      save(`${station}-microphone`, JSON.stringify(choice)),
    chooseDevice: (station, kind, chosen) => save(`${station}-${kind}`, chosen),
  };
}

/** Reads a key by its schema; each damaged or foreign value is logged once. */
function createReader(store: KeyValueStore, onFailed: (error: unknown) => void) {
  /** The values that have been logged, because each key is read many times. */
  const logged = new Map<string, string>();
  function read<T>(key: string, parse: (text: string) => T | null): T | null {
    const text = getItem(key);
    if (text === null) {
      return null;
    }
    const value = parse(text);
    if (value === null && logged.get(key) !== text) {
      logged.set(key, text);
      onFailed(new Error(`the value of ${key} in local storage is not valid and is ignored`));
    }
    return value;
  }
  function getItem(key: string): string | null {
    try {
      return store.getItem(key);
    } catch (error) {
      if (!logged.has(key)) {
        logged.set(key, "");
        onFailed(error);
      }
      return null;
    }
  }
  return read;
}

function parseJson<T>(schema: z.ZodMiniType<T>, text: string): T | null {
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    // A value of another program under our key counts as absent.
    return null;
  }
}
