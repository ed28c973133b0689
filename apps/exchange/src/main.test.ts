import { join } from "node:path";

import { build, type Metafile } from "esbuild";
import { beforeAll, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const STATION = "apps/exchange/src/main.ts";
const ALONE = "apps/exchange/src/standalone.ts";
const DEV = /^apps\/exchange\/src\/dev\//;

let outputs: Metafile["outputs"];

beforeAll(async () => {
  const built = await build({
    absWorkingDir: ROOT,
    entryPoints: [STATION, ALONE],
    bundle: true,
    write: false,
    metafile: true,
    outdir: "unwritten",
    platform: "node",
    format: "esm",
    target: "node20",
    external: ["esbuild", "node-datachannel", "koffi"],
  });
  ({ outputs } = built.metafile);
});

function listSources(entryPoint: string): string[] {
  const bundle = Object.values(outputs).find((output) => output.entryPoint === entryPoint);
  return Object.keys(bundle?.inputs ?? {});
}

function listTools(entryPoint: string): string[] {
  return listSources(entryPoint).filter((path) => DEV.test(path));
}

test("the bundle of a station's exchange contains no developer tools", () => {
  expect(listSources(STATION)).toContain("apps/exchange/src/exchange.ts");

  expect(listTools(STATION)).toEqual([]);
});

test("the bundle of `npm run exchange` contains the developer tools", () => {
  expect(listTools(ALONE)).toContain("apps/exchange/src/dev/traffic-log.ts");
});
