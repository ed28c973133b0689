import { networkInterfaces } from "node:os";

import { expect, test } from "vitest";

import { addressToward, hostPort } from "./address-toward.ts";

test.each([
  ["127.0.0.1", null, "127.0.0.1", "127.0.0.1"],
  ["192.0.2.1", null, "203.0.113.9", "192.0.2.1"],
  ["192.0.2.1", "198.51.100.1", "203.0.113.9", "198.51.100.1"],
  ["0.0.0.0", "198.51.100.1", "203.0.113.9", "198.51.100.1"],
  ["0.0.0.0", "198.51.100.1", "127.0.0.1", "127.0.0.1"],
  ["0.0.0.0", null, "127.0.0.5", "127.0.0.1"],
  ["::", null, "::1", "::1"],
])(
  "a socket that is bound to %s and advertised as %s has, toward %s, the address %s",
  (host, advertised, remote, address) => {
    expect(addressToward(remote, { host, advertisedAddress: advertised })).toBe(address);
  },
);

test("for a socket on all interfaces, the address is the address of the interface in the far end's network", () => {
  const entries = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const own = entries.find((entry) => entry.family === "IPv4" && !entry.internal)?.address;

  const address = addressToward(own ?? "203.0.113.9", { host: "0.0.0.0", advertisedAddress: null });

  expect(address).toBe(own ?? "127.0.0.1");
});

test("an IPv6 address is written in brackets", () => {
  expect(hostPort("::1", 5060)).toBe("[::1]:5060");
  expect(hostPort("192.0.2.1", 5060)).toBe("192.0.2.1:5060");
});
