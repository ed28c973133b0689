import { expect, test } from "vitest";

import { judgeAddress } from "./address.ts";

const everywhere = { sipHost: "0.0.0.0", announced: null, own: ["192.168.1.20"] };

test.each([
  ["public address", { own: ["203.0.113.7", "10.0.0.1"] }, "right", /203\.0\.113\.7/],
  ["NAT", { announced: "203.0.113.7" }, "right", /behind NAT/],
  ["NAT without MEDIA_ADDRESS", {}, "warning", /only private addresses \(192\.168\.1\.20\)/],
  ["private MEDIA_ADDRESS", { announced: "10.9.9.9" }, "wrong", /is private/],
  ["own MEDIA_ADDRESS", { announced: "192.168.1.20" }, "right", /is an address of this machine/],
  ["loopback", { sipHost: "127.0.0.1" }, "left_out", /SIP_HOST=0\.0\.0\.0/],
  ["foreign SIP_HOST", { sipHost: "192.168.7.7" }, "wrong", /is no address of this machine/],
  [
    "one of two addresses",
    { sipHost: "10.0.0.1", own: ["203.0.113.7", "10.0.0.1"] },
    "warning",
    /10\.0\.0\.1/,
  ],
  ["MEDIA_ADDRESS 0.0.0.0", { announced: "0.0.0.0" }, "warning", /only private/],
] as const)("[SR61] the doctor judges the address: %s", (_name, given, state, text) => {
  const found = judgeAddress({ ...everywhere, ...given });

  expect(found.state).toBe(state);
  expect(found.text).toMatch(text);
});
