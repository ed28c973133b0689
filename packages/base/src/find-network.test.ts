import { expect, test } from "vitest";

import { findNetwork } from "./find-network.ts";

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["2001:db8:0:1:2:3:4:5", "2001:db8:0:1::/64"],
  ["2001:db8:0:1::9", "2001:db8:0:1::/64"],
  ["2001:DB8:0:1:ffff::", "2001:db8:0:1::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "::1"],
  ["", ""],
])("[AP25] %s counts as %s", (address, network) => {
  expect(findNetwork(address)).toBe(network);
});
