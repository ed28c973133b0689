import { isDeepStrictEqual } from "node:util";

import type { SipHost } from "@linedesk/sip";
import type { Trunk } from "./trunk.ts";

/** Returns the hosts, and the registrar if it is none of them. */
export function listTrunkHosts({ hosts, registration }: Trunk): SipHost[] {
  const registrars = registration?.registrars ?? [];
  const further = registrars.filter((one) => !hosts.some((host) => isDeepStrictEqual(host, one)));
  return [...hosts, ...further];
}

/** Returns true if both trunks reach and register at the same far end in the same way. */
export function reachesSame(one: Trunk, other: Trunk): boolean {
  return isDeepStrictEqual(pickReach(one), pickReach(other));
}

function pickReach(trunk: Trunk) {
  const { hosts, transport, domain, authority, credentials, registration, keepAliveS } = trunk;
  return { hosts, transport, domain, authority, credentials, registration, keepAliveS };
}
