import { BlockList, isIPv4, isIPv6 } from "node:net";
import { networkInterfaces } from "node:os";

export interface LocalAddressing {
  /** The address of the socket; `0.0.0.0` or `::` for every interface. */
  host: string;
  /** Our public address, if a setting names one because of NAT; otherwise `null`. */
  advertisedAddress: string | null;
}

/**
 * Returns our address in a form that the far end can reach. For a far end on loopback, a socket on
 * all interfaces has the loopback address. Otherwise the advertised address applies, if there is
 * one. Without it, the bound address applies, or for a socket on all interfaces the address of the
 * interface in the far end's network.
 */
export function addressToward(remote: string, local: LocalAddressing): string {
  const isWildcard = local.host === "0.0.0.0" || local.host === "::";
  if (isWildcard && isLoopback(remote)) {
    return isIPv6(remote) ? "::1" : "127.0.0.1";
  }
  if (local.advertisedAddress !== null) {
    return local.advertisedAddress;
  }
  return isWildcard ? interfaceToward(remote) : local.host;
}

function isLoopback(address: string): boolean {
  return address === "::1" || address.startsWith("127.") || address.startsWith("::ffff:127.");
}

function interfaceToward(remote: string): string {
  const family = isIPv6(remote) ? "IPv6" : "IPv4";
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const usable = all.filter((entry) => entry.family === family && !entry.internal);
  const near = usable.find((entry) => entry.cidr !== null && isWithin(remote, entry.cidr));
  return near?.address ?? usable[0]?.address ?? (family === "IPv6" ? "::1" : "127.0.0.1");
}

function isWithin(address: string, cidr: string): boolean {
  const [network = "", prefix = ""] = cidr.split("/");
  const kind = isIPv4(address) ? "ipv4" : "ipv6";
  if (!isIPv4(address) && !isIPv6(address)) {
    return false;
  }
  const block = new BlockList();
  block.addSubnet(network, Number(prefix), kind);
  return block.check(address, kind);
}

/** Formats `host:port`, with brackets around IPv6, as Via and URIs require. */
export function hostPort(address: string, port: number): string {
  return isIPv6(address) ? `[${address}]:${port}` : `${address}:${port}`;
}
