import { expect, test } from "vitest";

import { findLibraryBreaches, findOrderBreaches, findPackageBreaches } from "./check-directions.ts";
import type { FolderOrder } from "./folder-orders.ts";
import type { SourceFile } from "./sources/source-file.ts";

const exchange = {
  "apps/exchange/src": ["base", "calls", ["edges/sip", "edges/rest"]],
  "apps/exchange/src/calls": ["legs", "live"],
};
const exchangeFiles = ["base/clock", "calls/legs/leg", "calls/live/call", "edges/sip/edge"]
  .concat("edges/rest/edge")
  .map((name) => ({ path: `apps/exchange/src/${name}.ts`, text: "" }));

function importing(path: string, from: string): SourceFile {
  return { path, text: `import { a } from "${from}";` };
}

function breachesOf(files: SourceFile[], orders: Record<string, FolderOrder> = exchange): string[] {
  return findOrderBreaches(files, orders).map(({ at, message }) => `${at}: ${message}`);
}

function breachesBeside(path: string, text: string): string[] {
  return breachesOf([...exchangeFiles, { path: `apps/exchange/src/${path}`, text }]);
}

test.each([
  ["calls/x.ts", `import { a } from "../base/clock.ts";`],
  ["calls/live/x.ts", `import { a } from "../legs/leg.ts";`],
  ["exchange.ts", `import { a } from "./edges/sip/edge.ts";`],
  ["base/clock.test.ts", `import { a } from "../calls/live/call.ts";`],
  ["base/y.ts", `import styles from "../calls/Call.module.css";`],
])("[SR26] %s may contain %s", (path, text) => {
  expect(breachesBeside(path, text)).toEqual([]);
});

test.each([
  ["base/x.ts", `import { a } from "../calls/live/call.ts";`, "base is below calls"],
  ["base/x.ts", `import type { A } from "../calls/live/call.ts";`, "base is below calls"],
  ["base/x.ts", `export * from "../calls/live/call.ts";`, "base is below calls"],
  ["base/x.ts", `await import("../calls/live/call.ts");`, "base is below calls"],
  ["calls/legs/x.ts", `import { a } from "../live/call.ts";`, "legs is below live"],
  ["edges/sip/x.ts", `import "../rest/edge.ts";`, "edges/sip is beside edges/rest"],
  ["base/time/clock.ts", "", "apps/exchange/src/base/time: folder-orders.ts does not name it"],
  [
    "calls/legs/amd/x.ts",
    "",
    "apps/exchange/src/calls/legs/amd: folder-orders.ts does not name it",
  ],
  ["helpers/x.ts", "", "apps/exchange/src/helpers: folder-orders.ts does not name it"],
])("[SR26] %s may not contain %s", (path, text, message) => {
  expect(breachesBeside(path, text)).toEqual([expect.stringContaining(message)]);
});

test("[SR26] an app without a list and an entry without files are reported", () => {
  expect(breachesOf([{ path: "apps/other/src/a/x.ts", text: "" }], {})).toEqual([
    "apps/other/src: folder-orders.ts has no list for this app or package.",
  ]);
  expect(breachesOf(exchangeFiles.slice(0, 4))).toEqual([
    "apps/exchange/src: folder-orders.ts names edges/rest, which has no files.",
  ]);
});

test("[SR26] the folders of an entry with a star may not import each other", () => {
  const files = [
    importing("apps/console/src/features/queue/a.ts", "../lines/b.ts"),
    importing("apps/console/src/features/lines/b.ts", "../../lib/l.ts"),
    importing("apps/console/src/app/App.tsx", "../features/lines/b.ts"),
    { path: "apps/console/src/lib/l.ts", text: "" },
  ];

  expect(breachesOf(files, { "apps/console/src": ["lib", "features/*", "app"] })).toEqual([
    expect.stringContaining("features/queue is beside features/lines"),
  ]);
});

test("[SR26] an entry for one file can place this file above its folder", () => {
  const files = [
    importing("apps/server/src/callers/register-callers.ts", "../calls/call.ts"),
    importing("apps/server/src/callers/caller.ts", "../calls/call.ts"),
    { path: "apps/server/src/calls/call.ts", text: "" },
  ];

  const order = ["callers", "calls", "callers/register-callers.ts"];

  expect(breachesOf(files, { "apps/server/src": order })).toEqual([
    expect.stringContaining("caller.ts: It imports apps/server/src/calls/call.ts"),
  ]);
});

test("[SR26] a file directly in src has the rank of its entry; without one it is above all folders", () => {
  const files = [
    importing("packages/hub/src/clock.ts", "./rest/r.ts"),
    importing("packages/hub/src/rest/r.ts", "../clock.ts"),
    importing("packages/hub/src/main.ts", "./dev/tools.ts"),
    importing("packages/hub/src/dev/tools.ts", "../index.ts"),
    importing("packages/hub/src/index.ts", "./main.ts"),
  ];

  expect(breachesOf(files, { "packages/hub/src": [".", "rest", "main.ts", "dev"] })).toEqual([
    expect.stringContaining("clock.ts: It imports packages/hub/src/rest/r.ts"),
    expect.stringContaining("main.ts: It imports packages/hub/src/dev/tools.ts"),
    expect.stringContaining("dev/tools.ts: It imports packages/hub/src/index.ts"),
  ]);
});

test.each([
  ["packages/audio/src/x.ts", "@linedesk/base", "may import none"],
  ["packages/audio/src/x.test.ts", "@linedesk/base", "may import testkit"],
  ["packages/hub/src/x.ts", "@linedesk/audio", "packages/hub may import base"],
  ["apps/console/gallery/x.ts", "@linedesk/audio", "apps/console may import contract"],
  ["apps/server/src/x.ts", "@linedesk/testkit", "apps/server may import"],
  ["apps/server/src/x.ts", "@linedesk/exchange", "apps/server may import"],
  ["packages/testkit/src/x.ts", "@linedesk/hub", "packages/testkit may import"],
  ["packages/new/src/x.ts", "@linedesk/base", "may import none"],
  ["apps/server/src/x.ts", "../../../packages/hub/src/hub.ts", "apps/server may import"],
  ["apps/server/src/x.ts", "../../exchange/pages/y.ts", "apps/server may import"],
])("[SR26] %s may not import %s", (path, from, message) => {
  expect(findPackageBreaches(importing(path, from))).toEqual([
    expect.objectContaining({ message: expect.stringContaining(message) as string }),
  ]);
});

test.each([
  ["packages/hub/src/x.ts", "@linedesk/base"],
  ["packages/hub/src/x.test.ts", "@linedesk/testkit"],
  ["apps/exchange/tests/x.test.ts", "@linedesk/hub"],
  ["apps/exchange/src/testing/x.ts", "@linedesk/testkit"],
  ["apps/server/src/x.ts", "pino"],
  ["apps/server/src/x.ts", "./a/y.ts"],
  ["apps/server/tests/x.ts", "../../exchange/src/y.ts"],
])("[SR26] %s may import %s", (path, from) => {
  expect(findPackageBreaches(importing(path, from))).toEqual([]);
});

test("[SR26] only one file of each app may import a telephony library; types and tests do not count", () => {
  const files = [
    importing("apps/server/src/a/x.ts", "pusher"),
    importing("apps/server/src/b/y.ts", "pusher"),
    { path: "apps/server/src/c/z.ts", text: `import type P from "pusher";` },
    importing("apps/server/tests/z.test.ts", "pusher"),
    importing("packages/hub/src/w.ts", "pusher"),
  ];

  expect(findLibraryBreaches(files)).toEqual([
    {
      check: "library",
      at: "apps/server/src/b/y.ts",
      message: "It imports pusher: only apps/server/src/a/x.ts may.",
    },
  ]);
});
