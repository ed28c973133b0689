import { expect, test } from "vitest";

import { createTrunkSource } from "./trunk-source.ts";

const trunks = {} as Parameters<typeof createTrunkSource>[0]["trunks"];
const address = { address: "0.0.0.0", port: 5070 };

test("the console gets the address at which carriers reach SIP", () => {
  expect(createTrunkSource({ address, trunks }, "203.0.113.10").sip).toEqual({
    address: "203.0.113.10",
    port: 5070,
  });
  expect(createTrunkSource({ address, trunks }, null).sip).toEqual(address);
});
