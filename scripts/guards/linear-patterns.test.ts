import { expect, test } from "vitest";

import { findSlowPatterns } from "./linear-patterns.ts";

function slowIn(path: string, text: string): string[] {
  return findSlowPatterns([{ path, text }]).map(({ at }) => at);
}

test.each([
  String.raw`text.split(/\s*;\s*q=/)`,
  String.raw`/^SIP\/2\.0 +([1-6][0-9]{2})(?: +(.*))?$/i.exec(line)`,
  String.raw`/inline:(\w{1,64})(\S*)(.*)$/.exec(line)`,
  String.raw`text.replace(/@.*$/, "")`,
  String.raw`/^\s*Signal=/m.test(text)`,
  String.raw`/^(a+)+$/.test(text)`,
])("[XI50] %s takes more than linear time", (text) => {
  expect(slowIn("packages/sip/src/messages/via.ts", `use();\n${text};`)).toEqual([
    "packages/sip/src/messages/via.ts:2",
  ]);
});

test.each([
  String.raw`/^\s*Signal=/.test(text)`,
  String.raw`/^SIP\/2\.0 +([1-6][0-9]{2})(?: (.*))?$/is.exec(line)`,
  String.raw`text.split(/\s+/)`,
  String.raw`text.replaceAll(/\d{4}/g, "")`,
  String.raw`"/\s*;\s*q=/"`,
])("[XI50] %s takes linear time", (text) => {
  expect(slowIn("packages/sip/src/messages/via.ts", text)).toEqual([]);
});

test("a test may contain a slow pattern", () => {
  expect(slowIn("packages/sip/src/messages/via.test.ts", "/^(a+)+$/.test(text)")).toEqual([]);
});
