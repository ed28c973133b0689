import type { IncomingMessage } from "node:http";

import { expect, test } from "vitest";

import { AddressShares, remoteAddress } from "./address-shares.ts";

test("[HB38] an address has a limited number of sockets, and may open a new one when a socket ends", () => {
  const shares = new AddressShares(2);
  shares.take("192.0.2.1");
  shares.take("192.0.2.1");
  shares.take("192.0.2.2");

  expect(shares.isUsedUp("192.0.2.1")).toBe(true);
  expect(shares.isUsedUp("192.0.2.2")).toBe(false);

  shares.release("192.0.2.1");
  shares.release("192.0.2.2");

  expect(shares.isUsedUp("192.0.2.1")).toBe(false);
  expect(shares.isUsedUp("192.0.2.3")).toBe(false);
});

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["2001:db8::1", "2001:db8::1"],
  ["127.0.0.1", null],
  ["::ffff:127.0.0.1", null],
  ["::1", null],
])("[HB38] %s counts as %s", (address, counted) => {
  const request = { socket: { remoteAddress: address } } as unknown as IncomingMessage;

  expect(remoteAddress(request)).toBe(counted);
});
