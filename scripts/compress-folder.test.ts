import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

import { expect, onTestFinished, test } from "vitest";

import { compressFolder } from "./compress-folder.ts";

test("[AP28] the build adds brotli and gzip files beside long text files", async () => {
  const folder = mkdtempSync(join(tmpdir(), "linedesk-compress-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const script = "console.log('a caller who waits');\n".repeat(100);
  mkdirSync(join(folder, "assets"));
  for (const name of ["index.js", "index.js.map", "font.woff2"]) {
    writeFileSync(join(folder, "assets", name), script);
  }
  writeFileSync(join(folder, "short.css"), "a {}");

  await compressFolder(folder);

  expect(readdirSync(join(folder, "assets")).toSorted()).toEqual([
    "font.woff2",
    "index.js",
    "index.js.br",
    "index.js.gz",
    "index.js.map",
  ]);
  expect(readdirSync(folder).toSorted()).toEqual(["assets", "short.css"]);
  const small = readFileSync(join(folder, "assets", "index.js.br"));
  const usual = readFileSync(join(folder, "assets", "index.js.gz"));
  expect(brotliDecompressSync(small).toString()).toBe(script);
  expect(gunzipSync(usual).toString()).toBe(script);
});
