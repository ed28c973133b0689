import type { Trunk } from "./trunk.ts";

export interface TrunkReport {
  sid: string;
  name: string;
  hosts: string[];
  transport: string;
  configured: boolean;
  /**
   * With `null` the trunk does not register. `answers` is `null` without the result of a health
   * check. Calls still use such a trunk.
   */
  registered: boolean | null;
  answers: boolean | null;
  calls: number;
}

export interface TrunkTest {
  answers: boolean;
  /** The last answer to REGISTER, 0 for a timeout; `null` without registration. */
  registerStatus: number | null;
}

export interface TrunkAccess {
  list: () => TrunkReport[];
  test: (sid: string) => Promise<TrunkTest | null>;
  /** Tests a trunk that is not in use, and unregisters it afterwards. */
  probe: (trunk: Trunk) => Promise<TrunkTest>;
  replaceAdded: (trunks: readonly Trunk[]) => void;
}
