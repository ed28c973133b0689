import { expect, test } from "vitest";

import { findPackageBreaches } from "./package-directions.ts";

function messageOf(path: string, from: string): string | undefined {
  return findPackageBreaches([{ path, text: `import { a } from "${from}";` }])[0]?.message;
}

test.each([
  ["packages/audio/src/x.ts", "@linedesk/base", "no package of ours"],
  ["packages/contract/src/x.ts", "@linedesk/audio", "no package of ours"],
  ["packages/base/src/x.ts", "@linedesk/contract", "no package of ours"],
  ["packages/hub/src/x.ts", "@linedesk/audio", "packages/hub may import base"],
  ["apps/console/src/x.ts", "@linedesk/audio", "apps/console may import contract"],
  ["apps/server/src/x.ts", "@linedesk/testkit", "apps/server may import"],
  ["apps/server/src/x.ts", "@linedesk/exchange", "apps/server may import"],
  ["apps/server/src/x.ts", "@linedesk/hub/rest", "by its one entry"],
  ["apps/server/src/x.ts", "@linedesk/hub/testing", "by its one entry"],
  ["apps/server/src/x.test.ts", "@linedesk/hub/rest", "by its one entry"],
  ["apps/server/src/x.ts", "../../../packages/hub/src/hub.ts", "by its path"],
  ["packages/new/src/x.ts", "@linedesk/base", "no entry in packageDirections"],
])("[SR26] %s may not import %s", (path, from, words) => {
  expect(messageOf(path, from)).toContain(words);
});

test.each([
  ["packages/hub/src/x.ts", "@linedesk/base"],
  ["packages/hub/src/x.test.ts", "@linedesk/testkit"],
  ["apps/exchange/tests/x.test.ts", "@linedesk/media/testing"],
  ["apps/exchange/src/testing/x.ts", "@linedesk/testkit"],
  ["apps/console/src/x.tsx", "@linedesk/contract"],
  ["apps/server/src/x.ts", "pino"],
  ["apps/server/src/a/x.ts", "../b/y.ts"],
])("[SR26] %s may import %s", (path, from) => {
  expect(messageOf(path, from)).toBeUndefined();
});
