import { expect, test } from "vitest";

import { findChangedParts, findPartPackages } from "./changed-parts.ts";

const packages = findPartPackages([
  { name: "@linedesk/exchange", dependencies: ["@linedesk/media", "pino"] },
  { name: "@linedesk/server", dependencies: ["@linedesk/contract", "@linedesk/hub"] },
  { name: "@linedesk/media", dependencies: ["@linedesk/audio"] },
  { name: "@linedesk/hub", dependencies: [] },
]);

test.each([
  ["apps/server/src/calls/call.ts", ["server"]],
  ["apps/exchange/src/main.ts", ["exchange"]],
  ["packages/hub/src/hub.ts", ["server"]],
  ["packages/audio/src/rtp/packet.ts", ["exchange"]],
  ["packages/testkit/src/index.ts", []],
  ["apps/console/src/main.tsx", []],
  ["apps/server/src/calls/call.test.ts", []],
  ["apps/server/src/testing/a-call.ts", []],
  ["apps/server/package.json", []],
])("a change of %s restarts %j", (path, parts) => {
  expect(findChangedParts(path, packages)).toEqual(parts);
});
