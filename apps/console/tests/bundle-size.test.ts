import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

import { afterAll, beforeAll, expect, test } from "vitest";

import { buildConsole } from "./support/built-console.ts";

const kilobyte = 1000;
const firstLoadLimit = 300 * kilobyte;
const lazyLimit = 60 * kilobyte;
const adminLimit = 110 * kilobyte;

let built: Awaited<ReturnType<typeof buildConsole>>;

beforeAll(async () => {
  built = await buildConsole("production");
});
afterAll(() => built.remove());

function sizeOf(file: string): number {
  return gzipSync(readFileSync(join(built.folder, file))).length;
}

function assets(): string[] {
  return readdirSync(join(built.folder, "assets"))
    .filter((file) => /\.(js|css)$/.test(file))
    .map((file) => `assets/${file}`);
}

/** Lists the files that `index.html` names: scripts, styles and preloaded modules. */
function firstLoad(): string[] {
  const html = readFileSync(join(built.folder, "index.html"), "utf8");
  return assets().filter((file) => html.includes(file));
}

test("[SH17] the first load is at most 300 KB gzipped", () => {
  const bytes = firstLoad().reduce((sum, file) => sum + sizeOf(file), 0);

  expect(firstLoad().length).toBeGreaterThanOrEqual(2);
  expect(bytes).toBeLessThanOrEqual(firstLoadLimit);
});

test("[SH17] a lazy chunk is at most 60 KB gzipped, the chunk of the voice SDK included", () => {
  const first = new Set(firstLoad());
  const lazy = assets().filter((file) => !first.has(file));

  const large = lazy.filter((file) => sizeOf(file) > lazyLimit);

  expect(lazy.some((file) => file.includes("twilio"))).toBe(true);
  expect(large).toEqual([]);
});

/** Adds a chunk and all chunks that it can load to `reached`. Skips chunks already in `reached`. */
function reachFrom(file: string, reached: Set<string>): Set<string> {
  if (!reached.has(file)) {
    reached.add(file);
    const text = readFileSync(join(built.folder, file), "utf8");
    const named = text.matchAll(/["'`](?:\.\/|assets\/)([\w.-]+\.(?:js|css))["'`]/g);
    for (const [, name] of named) {
      reachFrom(`assets/${name}`, reached);
    }
  }
  return reached;
}

test("[SH17] the whole admin area adds at most 110 KB gzipped to the desk", () => {
  const entry = assets().find((file) => /\/AdminRoute-.*\.js$/.test(file)) ?? "";
  const desk = new Set([entry]);
  for (const file of firstLoad()) {
    reachFrom(file, desk);
  }
  desk.delete(entry);
  const admin = [...reachFrom(entry, new Set(desk))].filter((file) => !desk.has(file));

  const bytes = admin.reduce((sum, file) => sum + sizeOf(file), 0);

  expect(admin.some((file) => file.includes("AnalyticsSection"))).toBe(true);
  expect(admin.length).toBeGreaterThan(10);
  expect(bytes).toBeLessThanOrEqual(adminLimit);
});

test("no file of the first load contains the voice SDK", () => {
  const holders = assets().filter((file) =>
    readFileSync(join(built.folder, file), "utf8").includes("PreflightTest"),
  );

  expect(holders).toHaveLength(1);
  expect(firstLoad()).not.toContain(holders[0]);
});

test("no production build contains the gallery", () => {
  expect(assets().filter((file) => file.toLowerCase().includes("gallery"))).toEqual([]);
});
