import { BlockList, isIPv6 } from "node:net";

/**
 * Address ranges that are not public, such as loopback, private networks, link-local and multicast.
 * They include IPv6 ranges that contain an IPv4 address, because the IPv4 address may be private
 * (NAT64, 6to4, Teredo).
 */
const inner = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
] as const) {
  inner.addSubnet(network, prefix, "ipv4");
}
for (const [network, prefix] of [
  ["::", 96],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["2001::", 32],
  ["2002::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
] as const) {
  inner.addSubnet(network, prefix, "ipv6");
}

/**
 * Returns true for an IP address that is not public. A URL from outside must not cause a request to
 * such an address.
 */
export function isPrivateAddress(address: string): boolean {
  return inner.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}
