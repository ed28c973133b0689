import { join } from "node:path";

import { expect, test } from "vitest";

import { folderOrders, type FolderOrder } from "../folder-orders.ts";
import { isShipped, readSourceFiles } from "../sources/source-file.ts";
import { findOrderBreaches } from "./folder-order.ts";

const all = {
  "apps/exchange/src": ["base", "calls", ["edges/sip", "edges/rest"]],
  "apps/exchange/src/calls": ["legs", "live"],
  "apps/console/src": ["lib", "features/*", "app"],
  "packages/hub/src": [".", "rest", "hub.ts"],
};

/** The lists of one app or package. */
function ordersOf(
  owner: string,
  orders: Readonly<Record<string, FolderOrder>> = all,
): Record<string, FolderOrder> {
  return Object.fromEntries(Object.entries(orders).filter(([folder]) => folder.startsWith(owner)));
}

function messagesOf(...files: [path: string, text: string][]): string[] {
  const sources = [
    ["apps/exchange/src/base/clock.ts", ""],
    ["apps/exchange/src/calls/call.ts", ""],
    ["apps/exchange/src/calls/legs/leg.ts", ""],
    ["apps/exchange/src/calls/live/live-call.ts", ""],
    ["apps/exchange/src/edges/sip/edge.ts", ""],
    ["apps/exchange/src/edges/rest/edge.ts", ""],
    ...files,
  ].map(([path = "", text = ""]) => ({ path, text }));
  const orders = ordersOf("apps/exchange");
  return findOrderBreaches(sources, orders).map(({ at, message }) => `${at}: ${message}`);
}

test("[SR26] an import of a lower folder, of the own folder or from a test keeps the order", () => {
  expect(
    messagesOf(
      ["apps/exchange/src/calls/x.ts", `import { a } from "../base/clock.ts";`],
      ["apps/exchange/src/calls/live/x.ts", `import { a } from "../legs/leg.ts";`],
      ["apps/exchange/src/exchange.ts", `import { a } from "./edges/sip/edge.ts";`],
      ["apps/exchange/src/base/clock.test.ts", `import { a } from "../calls/call.ts";`],
      ["apps/exchange/src/base/y.ts", `import styles from "../calls/Call.module.css";`],
    ),
  ).toEqual([]);
});

test("[SR26] an import of a higher folder is refused, also of a type alone", () => {
  expect(
    messagesOf(
      ["apps/exchange/src/base/x.ts", `import { a } from "../calls/call.ts";`],
      ["apps/exchange/src/base/y.ts", `import type { A } from "../calls/call.ts";`],
      ["apps/exchange/src/base/z.ts", `export const a: import("../calls/call.ts").A = 1;`],
    ),
  ).toEqual([
    "apps/exchange/src/base/x.ts: It imports apps/exchange/src/calls/call.ts: base stands below calls.",
    "apps/exchange/src/base/y.ts: It imports the type of apps/exchange/src/calls/call.ts: base stands below calls.",
    "apps/exchange/src/base/z.ts: It imports the type of apps/exchange/src/calls/call.ts: base stands below calls.",
  ]);
});

test("[SR26] a folder inside a folder has a list of its own", () => {
  expect(
    messagesOf(
      ["apps/exchange/src/calls/legs/x.ts", `import { a } from "../live/live-call.ts";`],
      ["apps/exchange/src/calls/odd/y.ts", ""],
    ),
  ).toEqual([
    "apps/exchange/src/calls/odd: No list in folder-orders.ts names this folder.",
    "apps/exchange/src/calls/legs/x.ts: It imports apps/exchange/src/calls/live/live-call.ts: legs stands below live.",
  ]);
});

test("[SR26] a folder at any depth needs an entry of its own or a list", () => {
  expect(
    messagesOf(
      ["apps/exchange/src/base/time/clock.ts", ""],
      ["apps/exchange/src/edges/sip/dialogs/early/x.ts", ""],
      ["apps/exchange/src/calls/legs/amd/x.ts", ""],
    ),
  ).toEqual([
    "apps/exchange/src/base/time: No list in folder-orders.ts names this folder.",
    "apps/exchange/src/edges/sip/dialogs/early: No list in folder-orders.ts names this folder.",
    "apps/exchange/src/calls/legs/amd: No list in folder-orders.ts names this folder.",
  ]);
});

test("[SR26] folders side by side never import one another", () => {
  expect(
    messagesOf(["apps/exchange/src/edges/sip/x.ts", `import { a } from "../rest/edge.ts";`]),
  ).toEqual([
    "apps/exchange/src/edges/sip/x.ts: It imports apps/exchange/src/edges/rest/edge.ts: edges/sip and edges/rest stand side by side.",
  ]);
  const features = [
    ["apps/console/src/features/queue/a.ts", `import { b } from "../lines/b.ts";`],
    ["apps/console/src/features/lines/b.ts", `import { l } from "../../lib/l.ts";`],
    ["apps/console/src/lib/l.ts", ""],
    ["apps/console/src/app/App.tsx", `import { b } from "../features/lines/b.ts";`],
  ].map(([path = "", text = ""]) => ({ path, text }));
  const orders = ordersOf("apps/console");
  expect(findOrderBreaches(features, orders).map(({ at }) => at)).toEqual([
    "apps/console/src/features/queue/a.ts",
  ]);
});

test("[SR26] files directly in src have the place that the list gives them", () => {
  const files = [
    ["packages/hub/src/clock.ts", `import { r } from "./rest/r.ts";`],
    ["packages/hub/src/rest/r.ts", `import { c } from "../clock.ts";`],
    ["packages/hub/src/hub.ts", `import { r } from "./rest/r.ts";`],
    ["packages/hub/src/index.ts", `export { r } from "./rest/r.ts";`],
  ].map(([path = "", text = ""]) => ({ path, text }));

  const orders = ordersOf("packages/hub");
  expect(findOrderBreaches(files, orders).map(({ at }) => at)).toEqual([
    "packages/hub/src/clock.ts",
  ]);
});

test("[SR26] an entry of an app that the list names has the place that it gives", () => {
  const files = [
    ["apps/exchange/src/exchange.ts", ""],
    ["apps/exchange/src/dev/tools.ts", `import { e } from "../exchange.ts";`],
    ["apps/exchange/src/main.ts", `const t = await import("./dev/tools.ts");`],
    ["apps/exchange/src/index.ts", `export type { T } from "./dev/tools.ts";`],
    ["apps/exchange/src/standalone.ts", `import { t } from "./dev/tools.ts";`],
  ].map(([path = "", text = ""]) => ({ path, text }));

  const orders = { "apps/exchange/src": [".", "index.ts", "main.ts", "dev", "standalone.ts"] };
  expect(findOrderBreaches(files, orders).map(({ message }) => message)).toEqual([
    "It imports apps/exchange/src/dev/tools.ts: main.ts stands below dev.",
    "It imports the type of apps/exchange/src/dev/tools.ts: index.ts stands below dev.",
  ]);
});

test("[SR26] nothing of the exchange but standalone.ts may import a developer's tool", () => {
  const files = readSourceFiles(join(import.meta.dirname, "../..")).filter(
    ({ path }) => path.startsWith("apps/exchange/src/") && isShipped(path),
  );
  const orders = ordersOf("apps/exchange", folderOrders);
  const others = files.filter(({ path }) => !/\/dev\/|\/standalone\.ts$/.test(path));
  const breach = `await import("apps/exchange/src/dev/standalone/sample.ts");`;

  const planted = files.map((file) =>
    others.includes(file) ? { path: file.path, text: `${file.text}\n${breach}` } : file,
  );

  expect(others.length).toBeGreaterThan(100);
  expect(findOrderBreaches(files, orders)).toEqual([]);
  const found = findOrderBreaches(planted, orders).map(({ at }) => at);
  expect(found.toSorted()).toEqual(others.map(({ path }) => path).toSorted());
});

test("[SR26] a folder, an app and an entry of a list that do not fit are named", () => {
  expect(messagesOf(["apps/exchange/src/helpers/x.ts", ""], ["apps/other/src/a/x.ts", ""])).toEqual(
    [
      "apps/other: This app or package has no list of its folders in folder-orders.ts.",
      "apps/exchange/src/helpers: No list in folder-orders.ts names this folder.",
    ],
  );
  const file = { path: "apps/exchange/src/base/x.ts", text: "" };
  const orders = { "apps/exchange/src": all["apps/exchange/src"] };
  expect(findOrderBreaches([file], orders).map(({ message }) => message)).toEqual([
    "folder-orders.ts names calls, which is not there.",
    "folder-orders.ts names edges/sip, which is not there.",
    "folder-orders.ts names edges/rest, which is not there.",
  ]);
});
