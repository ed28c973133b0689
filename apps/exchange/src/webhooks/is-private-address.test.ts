import { expect, test } from "vitest";

import { isPrivateAddress } from "./is-private-address.ts";
import { createAddressPolicy } from "./url-policy.ts";

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
])("[XM57] %s lies inside a network", (address) => {
  expect(isPrivateAddress(address)).toBe(true);
});

test.each(["8.8.8.8", "172.32.0.1", "100.128.0.1", "2001:4860:4860::8888", "::ffff:8.8.8.8"])(
  "[XM57] %s does not",
  (address) => {
    expect(isPrivateAddress(address)).toBe(false);
  },
);

test("[XM57] a host that is allowed by its name may lie inside, one that is only not forbidden may not", () => {
  const mayConnect = createAddressPolicy(["*", "music.local", "127.0.0.1:8000"]);

  expect(mayConnect(new URL("http://music.local/x"), "192.168.0.5")).toBe(true);
  expect(mayConnect(new URL("http://127.0.0.1:8000/x"), "127.0.0.1")).toBe(true);
  expect(mayConnect(new URL("http://127.0.0.1:9000/x"), "127.0.0.1")).toBe(false);
  expect(mayConnect(new URL("http://example.org/x"), "192.168.0.5")).toBe(false);
  expect(mayConnect(new URL("http://example.org/x"), "93.184.216.34")).toBe(true);
});
