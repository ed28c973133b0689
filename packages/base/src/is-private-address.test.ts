import { expect, test } from "vitest";

import { isPrivateAddress } from "./is-private-address.ts";

test.each([
  "127.0.0.1",
  "10.1.2.3",
  "172.31.255.255",
  "192.168.0.1",
  "169.254.169.254",
  "100.64.0.1",
  "0.0.0.0",
  "224.0.0.1",
  "255.255.255.255",
  "::1",
  "::",
  "fd00::1",
  "fe80::1",
  "::ffff:127.0.0.1",
  "::ffff:10.0.0.1",
  "::10.0.0.1",
  "64:ff9b:1::a00:1",
  "2001::a00:1",
  "2002:a00:1::1",
  "fec0::1",
])("[XM57] %s is inside a private network", (address) => {
  expect(isPrivateAddress(address)).toBe(true);
});

test.each(["8.8.8.8", "172.32.0.1", "100.128.0.1", "2001:4860:4860::8888", "::ffff:8.8.8.8"])(
  "[XM57] %s is a public address",
  (address) => {
    expect(isPrivateAddress(address)).toBe(false);
  },
);
