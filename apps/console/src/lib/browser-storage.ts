import * as z from "zod/mini";

/** Just what we use of `localStorage`; a Map stands in for it in tests. */
export interface KeyValueStore {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

const deviceConfig = z.object({ type: z.string(), id: z.optional(z.string()) });
export type DeviceConfig = z.output<typeof deviceConfig>;

const hiddenFlagLists = z.record(z.string(), z.array(z.string()));

export interface BrowserStorage {
  /** Ids of the station's hidden flags; null while nothing was kept for it [SK6]. */
  hiddenFlags(station: string): string[] | null;
  saveHiddenFlags(station: string, flags: readonly string[]): void;
  deviceConfig(line: "line1" | "line2"): DeviceConfig | null;
  /** Audio device ids; `default` until somebody chose. */
  inputDevice(station: string): string;
  outputDevice(station: string): string;
  ringerDevice(station: string): string;
  onChange: (listener: () => void) => () => void;
  chooseDevice(station: string, kind: "input" | "output" | "ringer", device: string): void;
}

/**
 * Reads and writes the few keys that stand in the browser [SK1]. What is broken counts as absent
 * [SK7]; a store that refuses to write (private mode, quota) loses only the choice.
 */
export function createBrowserStorage(
  store: KeyValueStore,
  onWriteFailed: (error: unknown) => void,
): BrowserStorage {
  function device(station: string, kind: string): string {
    return store.getItem(`${station}-${kind}`) ?? "default";
  }
  function readHiddenFlags(): Record<string, string[]> {
    return parseJson(hiddenFlagLists, store.getItem("hiddenFlags")) ?? {};
  }
  const listeners = new Set<() => void>();
  return {
    hiddenFlags: (station) => readHiddenFlags()[station] ?? null,
    saveHiddenFlags(station, flags) {
      try {
        const lists = { ...readHiddenFlags(), [station]: flags };
        store.setItem("hiddenFlags", JSON.stringify(lists));
      } catch (error) {
        onWriteFailed(error);
      }
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    deviceConfig: (line) => parseJson(deviceConfig, store.getItem(`${line}-device-config`)),
    inputDevice: (station) => device(station, "input"),
    outputDevice: (station) => device(station, "output"),
    ringerDevice: (station) => device(station, "ringer"),
    chooseDevice(station, kind, chosen) {
      try {
        store.setItem(`${station}-${kind}`, chosen);
        for (const listener of listeners) {
          listener();
        }
      } catch (error) {
        onWriteFailed(error);
      }
    },
  };
}

function parseJson<T>(schema: z.ZodMiniType<T>, text: string | null): T | null {
  if (text === null) {
    return null;
  }
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    // Somebody else's value under our key: the same as none.
    return null;
  }
}
