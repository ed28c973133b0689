import { join } from "node:path";

import { build } from "esbuild";
import { beforeAll, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const MAIN = "apps/exchange/src/main.ts";
const DEV = /^apps\/exchange\/src\/dev\//;

const statically = new Set<string>();
const atAll = new Set<string>();

beforeAll(async () => {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [MAIN],
    bundle: true,
    write: false,
    metafile: true,
    outdir: "unwritten",
    platform: "node",
    format: "esm",
    target: "node20",
    external: ["node-datachannel", "koffi"],
  });
  function collect(path: string, found: Set<string>, isFollowed: (kind: string) => boolean): void {
    if (found.has(path)) {
      return;
    }
    found.add(path);
    for (const imported of metafile.inputs[path]?.imports ?? []) {
      if (imported.external !== true && isFollowed(imported.kind)) {
        collect(imported.path, found, isFollowed);
      }
    }
  }
  collect(MAIN, statically, (kind) => kind !== "dynamic-import");
  collect(MAIN, atAll, () => true);
});

test("the exchange of a station loads no developer's tool at its start", () => {
  expect(statically).toContain("apps/exchange/src/exchange.ts");

  expect([...statically].filter((path) => DEV.test(path))).toEqual([]);
});

test("the inspector and the test account are in its bundle for the settings that ask for them", () => {
  expect([...atAll].filter((path) => DEV.test(path))).toEqual(
    expect.arrayContaining([
      "apps/exchange/src/dev/inspector/inspector-server.ts",
      "apps/exchange/src/dev/test-account/create-test-account-routes.ts",
    ]),
  );
  expect([...atAll].filter((path) => path.includes("/dev/standalone/"))).toEqual([]);
});
