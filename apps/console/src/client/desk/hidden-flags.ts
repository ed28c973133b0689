import { listFlags } from "@linedesk/contract";
import type { BrowserStorage } from "../../lib/browser-storage.ts";
import type { HttpClient } from "../../lib/http-client.ts";
import { describeFailure } from "../failures/describe-failure.ts";
import {
  hiddenFlagsFailed,
  hiddenFlagsRequested,
  hiddenFlagsSucceeded,
} from "../store/hidden-flags-slice.ts";
import type { Store } from "../store/store.ts";

export interface HiddenFlagsOptions {
  store: Store;
  http: HttpClient;
  storage: Pick<BrowserStorage, "hiddenFlags" | "saveHiddenFlags">;
  log: (code: string, error: unknown) => void;
}

/** Whose callers are out of the list, by station and browser. */
export class HiddenFlags {
  readonly #options: HiddenFlagsOptions;
  #station: string | null = null;

  constructor(options: HiddenFlagsOptions) {
    this.#options = options;
  }

  /** [FL8, FL9] What the browser keeps; at the first time what the station hides by default. */
  async load(station: string): Promise<void> {
    const { store, storage, log } = this.#options;
    this.#station = station;
    store.dispatch(hiddenFlagsRequested());
    const stored = storage.hiddenFlags(station);
    if (stored !== null) {
      store.dispatch(hiddenFlagsSucceeded(stored));
      return;
    }
    try {
      this.#show(station, await this.#fetch(station));
    } catch (error) {
      log("STATION_FLAGS", error);
      if (this.#station === station) {
        store.dispatch(hiddenFlagsFailed(describeFailure(error).words));
      }
    }
  }

  /** Of a station that is watched beside the open one; none when they cannot be had now. */
  async read(station: string): Promise<string[]> {
    try {
      return this.#options.storage.hiddenFlags(station) ?? (await this.#fetch(station));
    } catch (error) {
      this.#options.log("STATION_FLAGS", error);
      return [];
    }
  }

  async #fetch(station: string): Promise<string[]> {
    const { http, storage } = this.#options;
    const flags = await http.call(listFlags, { params: { id: station } });
    const hidden = flags.filter((flag) => flag.hiddenByDefault).map(({ id }) => id);
    // Somebody may have chosen meanwhile, in this page or another.
    const chosen = storage.hiddenFlags(station) ?? hidden;
    storage.saveHiddenFlags(station, chosen);
    return chosen;
  }

  /** [FL7] Hides the flag's callers, or shows them again; kept at once. */
  toggle(flag: string): void {
    const station = this.#station;
    if (station === null) {
      return;
    }
    const { store, storage } = this.#options;
    const before = storage.hiddenFlags(station) ?? store.getState().hiddenFlags.flags;
    const after = before.includes(flag) ? before.filter((one) => one !== flag) : [...before, flag];
    storage.saveHiddenFlags(station, after);
    this.#show(station, after);
  }

  #show(station: string, flags: string[]): void {
    if (this.#station === station) {
      this.#options.store.dispatch(hiddenFlagsSucceeded(flags));
    }
  }
}
