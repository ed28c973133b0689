import { expect, test } from "vitest";

import { isNetwork } from "./is-network.ts";

test.each([
  "203.0.113.7",
  "203.0.113.0/24",
  "0.0.0.0/0",
  "2001:db8::1",
  "2001:db8::/32",
  "::1",
  "::ffff:192.0.2.1/128",
])("[TR80] %s is a network", (text) => {
  expect(isNetwork(text)).toBe(true);
});

test.each([
  "",
  "sip.example.com",
  "203.0.113",
  "203.0.113.256",
  "203.0.113.0/33",
  "203.0.113.0/",
  "203.0.113.0/24/8",
  "2001:db8::/129",
  "2001:::1",
  "::1]/x",
])("[TR80] %j is no network", (text) => {
  expect(isNetwork(text)).toBe(false);
});
