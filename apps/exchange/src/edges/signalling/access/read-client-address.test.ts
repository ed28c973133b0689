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
  ["the peer's address beyond this machine", "203.0.113.9", undefined, "203.0.113.9"],
  ["not the header of a foreign peer", "203.0.113.9", "198.51.100.1", "203.0.113.9"],
  ["the header of the local proxy", "127.0.0.1", "203.0.113.9", "203.0.113.9"],
  ["the last address of the header", "::1", "10.1.1.1, 203.0.113.9", "203.0.113.9"],
  ["IPv4 from an IPv6 notation", "::ffff:127.0.0.1", "::ffff:203.0.113.9", "203.0.113.9"],
  ["the /64 network of an IPv6 address", "127.0.0.1", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["a /64 network with zeros left out", "127.0.0.1", "2001:db8::6", "2001:db8:0:0::/64"],
  ["a /64 network with zeros at the end", "127.0.0.1", "2001:db8:1:2::", "2001:db8:1:2::/64"],
  ["the header of a server in a private network", "10.0.0.5", "203.0.113.9", "203.0.113.9"],
  ["a peer in a private network without a header", "::ffff:10.0.0.5", undefined, "10.0.0.5"],
  ["none for this machine", "127.0.0.1", undefined, null],
  ["none for a page on this machine", "127.0.0.1", "127.0.0.1", null],
  ["none for an invalid header", "127.0.0.1", "unknown", null],
  ["none for a closed socket", "", undefined, null],
])("[XS60] the address of a client: %s", (_what, peer, forwarded, address) => {
  expect(from(peer, forwarded)).toBe(address);
});
