import type { IncomingMessage } from "node:http";

import { expect, test } from "vitest";

import { createClientAddressResolver } from "./client-address-resolver.ts";

function request(remoteAddress: string | undefined, forwarded?: string): IncomingMessage {
  return {
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
  } as unknown as IncomingMessage;
}

test.each([
  ["is the peer's without a proxy", [], "203.0.113.9", undefined, "203.0.113.9"],
  ["cannot be set by the peer", [], "203.0.113.9", "198.51.100.1", "203.0.113.9"],
  [
    "is the one that a trusted proxy names",
    ["loopback"],
    "127.0.0.1",
    "203.0.113.9",
    "203.0.113.9",
  ],
  [
    "is the one that the first of two trusted proxies received",
    ["loopback", "10.0.0.0/8"],
    "127.0.0.1",
    "198.51.100.1, 203.0.113.9, 10.1.1.1",
    "203.0.113.9",
  ],
  ["is empty for a closed socket", ["loopback"], undefined, undefined, ""],
])("[XS60] the address of a client %s", (_what, trusted, peer, forwarded, address) => {
  expect(createClientAddressResolver(trusted)(request(peer, forwarded))).toBe(address);
});
