import type { IncomingMessage } from "node:http";
import { BlockList, isIP, isIPv4, isIPv6 } from "node:net";

import { isPrivateAddress } from "@linedesk/base";

const ours = new BlockList();
ours.addSubnet("127.0.0.0", 8, "ipv4");
ours.addAddress("::1", "ipv6");

/** The part of an IPv6 address, in groups of 16 bits, that identifies one customer. */
const CUSTOMER_GROUPS = 4;

/**
 * Returns the remote client: an IPv4 address, or the /64 of an IPv6 address. A public peer is the
 * client itself. A private peer counts as a proxy, and the last entry of X-Forwarded-For is the
 * client; without this header the peer is. Returns `null` for this machine, and for a proxy on it
 * that adds no address.
 */
export function readClientAddress(
  request: Pick<IncomingMessage, "headers" | "socket">,
): string | null {
  const { remoteAddress = "" } = request.socket;
  const peer = parseNetwork(remoteAddress);
  if (peer !== null && !isPrivateAddress(withoutMapping(remoteAddress))) {
    return peer;
  }
  const forwardedFor = String(request.headers["x-forwarded-for"] ?? "");
  return parseNetwork(forwardedFor.slice(forwardedFor.lastIndexOf(",") + 1)) ?? peer;
}

function parseNetwork(text: string): string | null {
  const address = withoutMapping(text.trim());
  if (isIP(address) === 0) {
    return null;
  }
  if (ours.check(address, isIPv6(address) ? "ipv6" : "ipv4")) {
    return null;
  }
  return isIPv4(address) ? address : customerPrefix(address);
}

function withoutMapping(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}

function customerPrefix(address: string): string {
  const [head = "", tail] = address.split("::");
  const front = head === "" ? [] : head.split(":");
  // `::` replaces omitted groups of zero. Its position decides which of the first groups are known.
  const behind = tail === undefined || tail === "" ? [] : tail.split(":");
  const missing = tail === undefined ? 0 : 8 - front.length - behind.length;
  const groups = [...front, ...Array.from({ length: Math.max(0, missing) }, () => "0"), ...behind];
  const known = groups.slice(0, CUSTOMER_GROUPS).map((group) => Number.parseInt(group, 16));
  return `${known.map((group) => group.toString(16)).join(":")}::/64`;
}
