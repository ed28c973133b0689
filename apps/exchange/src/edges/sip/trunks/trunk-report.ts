import type { SipTransport } from "@linedesk/sip";
import type { SipAnswer } from "./sip-answer.ts";
import type { Trunk } from "./trunk.ts";

export interface TrunkReport {
  sid: string;
  name: string;
  hosts: string[];
  transport: SipTransport;
  configured: boolean;
  /**
   * `registered` is `null` for a trunk that does not register. `answers` is `null` without the
   * result of a health check; calls then still use the trunk.
   */
  registered: boolean | null;
  answers: boolean | null;
  calls: number;
  /** The maximum number of concurrent calls; `null` when the trunk has no limit of its own. */
  channels: number | null;
}

/** The answers of one host. An answer is `null` if this host does not get the request. */
export interface HostTrial {
  /** `host` or `host:port`, as the trunk names it. */
  host: string;
  options: SipAnswer | null;
  register: SipAnswer | null;
}

export interface TrunkTest {
  hosts: HostTrial[];
}

export interface TrunkAccess {
  list: () => TrunkReport[];
  test: (sid: string) => Promise<TrunkTest | null>;
  /** Tests a trunk that is not in use, and unregisters it afterwards. */
  probe: (trunk: Trunk) => Promise<TrunkTest>;
  replaceAdded: (trunks: readonly Trunk[]) => void;
}
