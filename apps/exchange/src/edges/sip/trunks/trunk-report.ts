import type { Trunk } from "./trunk.ts";

/** What is known of a trunk now, for people who look after the station. */
export interface TrunkReport {
  sid: string;
  name: string;
  hosts: string[];
  transport: string;
  /** By the exchange's own settings, and not added since. */
  configured: boolean;
  /** Null: it is not registered at, or not asked, and calls go there all the same. */
  registered: boolean | null;
  answers: boolean | null;
  calls: number;
}

/** What a trunk said when it was asked just now. */
export interface TrunkTest {
  /** Whether it answered OPTIONS. */
  answers: boolean;
  /** The last answer to REGISTER, 0 for none in time; null where we register nowhere. */
  registerStatus: number | null;
}

/** What an edge may be asked about its trunks. */
export interface TrunkAccess {
  list: () => TrunkReport[];
  /** Null: there is no such trunk. */
  test: (sid: string) => Promise<TrunkTest | null>;
  /** Asks one that is not in use as if it were, and leaves no trace of it. */
  probe: (trunk: Trunk) => Promise<TrunkTest>;
  /** These trunks stand beside the configured ones from now on. */
  replaceAdded: (trunks: readonly Trunk[]) => void;
}
