import { listFlags } from "@linedesk/contract";
import type { BrowserStorage } from "../../../lib/browser-storage.ts";
import type { HttpClient } from "../../../lib/http-client.ts";
import { describeFailure } from "../../failures/describe-failure.ts";
import {
  hiddenFlagsChosen,
  hiddenFlagsFailed,
  hiddenFlagsRequested,
  hiddenFlagsSucceeded,
} from "../../store/hidden-flags-slice.ts";
import type { Store } from "../../store/store.ts";

export interface HiddenFlagsOptions {
  store: Store;
  http: HttpClient;
  storage: Pick<BrowserStorage, "hiddenFlags" | "saveHiddenFlags">;
  log: (code: string, error: unknown) => void;
}

export class HiddenFlags {
  readonly #options: HiddenFlagsOptions;
  #station: string | null = null;
  /** The flags that were toggled before the station's list was loaded, with their new state. */
  readonly #early = new Map<string, Map<string, boolean>>();
  readonly #fetches = new Map<string, Promise<string[]>>();
  /** The list that this page last found in storage. A different list comes from another page. */
  #found: string[] | null = null;

  constructor(options: HiddenFlagsOptions) {
    this.#options = options;
  }

  /** Loads the browser's list, or at first use the flags that the station hides by default. */
  async load(station: string): Promise<void> {
    const { store, storage, log } = this.#options;
    this.#station = station;
    store.dispatch(hiddenFlagsRequested());
    this.#showEarly(station);
    const stored = storage.hiddenFlags(station);
    if (stored !== null) {
      return this.#succeed(station, this.#saveFlags(station, stored));
    }
    try {
      this.#succeed(station, await this.#fetch(station));
    } catch (error) {
      log("STATION_FLAGS", error);
      if (this.#station === station) {
        store.dispatch(hiddenFlagsFailed(describeFailure(error).words));
        this.#showEarly(station);
      }
    }
  }

  /** Returns the hidden flags of a watched station that is not open; none when the load fails. */
  async read(station: string): Promise<string[]> {
    try {
      return this.#options.storage.hiddenFlags(station) ?? (await this.#fetch(station));
    } catch (error) {
      this.#options.log("STATION_FLAGS", error);
      return [];
    }
  }

  /**
   * Hides the flag's callers or shows them again. If the list is loaded, the choice is saved now.
   */
  toggle(flag: string): void {
    const station = this.#station;
    if (station === null) {
      return;
    }
    const { store, storage } = this.#options;
    const { flags, loading, error } = store.getState().hiddenFlags;
    if (loading || error !== null) {
      return this.#toggleEarly(station, flag, !flags.includes(flag));
    }
    const stored = storage.hiddenFlags(station);
    const before = stored === null || isSame(stored, this.#found) ? flags : stored;
    const after = withFlag(before, flag, !before.includes(flag));
    store.dispatch(hiddenFlagsChosen(after));
    storage.saveHiddenFlags(station, after);
    this.#found = storage.hiddenFlags(station);
  }

  /** Waits for the default list. A toggle that is saved without it would replace the defaults. */
  #toggleEarly(station: string, flag: string, isHidden: boolean): void {
    const early = this.#early.get(station) ?? new Map<string, boolean>();
    this.#early.set(station, early.set(flag, isHidden));
    if (this.#options.store.getState().hiddenFlags.loading) {
      this.#showEarly(station);
    } else {
      void this.load(station);
    }
  }

  #showEarly(station: string): void {
    if (this.#early.has(station)) {
      this.#options.store.dispatch(hiddenFlagsChosen(this.#applyEarly(station, [])));
    }
  }

  #applyEarly(station: string, flags: readonly string[]): string[] {
    const early = [...(this.#early.get(station) ?? [])];
    return early.reduce((list, [flag, isHidden]) => withFlag(list, flag, isHidden), [...flags]);
  }

  /** Shares one request among all readers of the station's flags. */
  #fetch(station: string): Promise<string[]> {
    const running = this.#fetches.get(station);
    if (running !== undefined) {
      return running;
    }
    const fetching = this.#fetchDefaults(station).finally(() => this.#fetches.delete(station));
    this.#fetches.set(station, fetching);
    return fetching;
  }

  async #fetchDefaults(station: string): Promise<string[]> {
    const { http, storage } = this.#options;
    const flags = await http.call(listFlags, { params: { id: station } });
    const hidden = flags.filter((flag) => flag.hiddenByDefault).map(({ id }) => id);
    // If another page has saved a choice during the request, that choice replaces the defaults.
    return this.#saveFlags(station, storage.hiddenFlags(station) ?? hidden);
  }

  /** Applies the early toggles to the list and saves it in the browser. */
  #saveFlags(station: string, flags: readonly string[]): string[] {
    const { storage } = this.#options;
    const settled = this.#applyEarly(station, flags);
    if (this.#early.delete(station) || storage.hiddenFlags(station) === null) {
      storage.saveHiddenFlags(station, settled);
    }
    return settled;
  }

  #succeed(station: string, flags: string[]): void {
    if (this.#station === station) {
      this.#found = this.#options.storage.hiddenFlags(station);
      this.#options.store.dispatch(hiddenFlagsSucceeded(flags));
    }
  }
}

function withFlag(flags: readonly string[], flag: string, isHidden: boolean): string[] {
  const others = flags.filter((one) => one !== flag);
  if (!isHidden) {
    return others;
  }
  return flags.includes(flag) ? [...flags] : [...flags, flag];
}

function isSame(one: readonly string[], other: readonly string[] | null): boolean {
  return other !== null && one.join() === other.join();
}
