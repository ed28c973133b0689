import type { Trunk } from "./trunk.ts";

export interface TrunkReport {
  sid: string;
  name: string;
  hosts: string[];
  transport: string;
  configured: boolean;
  /** Null: it is not registered at, or not asked, and calls go there all the same. */
  registered: boolean | null;
  answers: boolean | null;
  calls: number;
}

export interface TrunkTest {
  answers: boolean;
  /** The last answer to REGISTER, 0 for none in time; null where we register nowhere. */
  registerStatus: number | null;
}

export interface TrunkAccess {
  list: () => TrunkReport[];
  test: (sid: string) => Promise<TrunkTest | null>;
  /** Asks one that is not in use as if it were, and leaves no trace of it. */
  probe: (trunk: Trunk) => Promise<TrunkTest>;
  replaceAdded: (trunks: readonly Trunk[]) => void;
}
