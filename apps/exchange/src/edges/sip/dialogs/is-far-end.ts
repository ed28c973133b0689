import { formatUriHost, parseNameAddr, parseSipUri } from "@linedesk/sip";
import type { TrunkRegistry } from "../trunks/trunk-registry.ts";
import type { Dialog } from "./dialog.ts";

/**
 * Returns true for an address of the far end of a call: the source of its packets, another address
 * of the same trunk, or an address that its Contact or the Record-Route of a proxy names.
 */
export function isFarEnd(
  from: string,
  { source, remoteTarget, routeSet }: Dialog,
  trunks: Pick<TrunkRegistry, "findBySource">,
): boolean {
  const address = plain(from);
  const routes = routeSet.map((route) => parseNameAddr(route)?.uri ?? "");
  const known = [source.address, ...[remoteTarget, ...routes].map(readHost)];
  if (known.some((one) => one !== null && plain(one) === address)) {
    return true;
  }
  const trunk = trunks.findBySource(source.address);
  return trunk !== null && trunks.findBySource(from) === trunk;
}

function readHost(uri: string): string | null {
  const parsed = parseSipUri(uri);
  return parsed === null || parsed.scheme === "tel" ? null : formatUriHost(parsed);
}

function plain(address: string): string {
  return address.replace(/^::ffff:(?=[0-9.]+$)/i, "").toLowerCase();
}
