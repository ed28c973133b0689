import type { Socket } from "node:net";

import { expect, test } from "vitest";

import { readClientAddress } from "./read-client-address.ts";

function from(remoteAddress: string, forwarded?: string) {
  return readClientAddress({
    socket: { remoteAddress } as Socket,
    headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
  });
}

test.each([
  ["of a peer beyond this machine", "203.0.113.9", undefined, "203.0.113.9"],
  ["which nobody may forge for themselves", "203.0.113.9", "198.51.100.1", "203.0.113.9"],
  ["as the proxy here tells it", "127.0.0.1", "203.0.113.9", "203.0.113.9"],
  ["as the last proxy saw it", "::1", "10.1.1.1, 203.0.113.9", "203.0.113.9"],
  ["written as IPv6", "::ffff:127.0.0.1", "::ffff:203.0.113.9", "203.0.113.9"],
  ["by the network of a customer", "127.0.0.1", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["whose zeros are left out", "127.0.0.1", "2001:db8::6", "2001:db8:0:0::/64"],
  ["whose zeros come last", "127.0.0.1", "2001:db8:1:2::", "2001:db8:1:2::/64"],
  ["for this machine none", "127.0.0.1", undefined, null],
  ["for a page on this machine none", "127.0.0.1", "127.0.0.1", null],
  ["for what is no address none", "127.0.0.1", "unknown", null],
  ["for a socket that is gone none", "", undefined, null],
])("[XS60] the address of a client: %s", (_what, peer, forwarded, address) => {
  expect(from(peer, forwarded)).toBe(address);
});
