import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { WorkMarker } from "./work-marker.ts";

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "linedesk-marker-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Starts an exchange that crashes while the call is being processed. */
function crash(key: string, nowMs: number): ReadonlySet<string> {
  const marker = new WorkMarker(folder, nowMs);
  let poisoned: ReadonlySet<string> = new Set();
  marker.run(key, () => {
    poisoned = marker.poisoned;
    // The process dies here, so the mark stays.
    marker.close();
  });
  return poisoned;
}

test("[XR275] a call counts as the cause of crashes after three crashes within 60 s while it was processed", () => {
  crash("CA1", 0);
  crash("CA2", 10_000);
  crash("CA1", 20_000);
  crash("CA1", 30_000);

  const { poisoned } = new WorkMarker(folder, 31_000);

  expect([...poisoned]).toEqual(["CA1"]);
  expect([...new WorkMarker(folder, 70_000).poisoned]).toEqual([]);
});

test("[XR275] no call counts as the cause of crashes between calls, or of three crashes over more than a minute", () => {
  for (const atMs of [0, 50_000, 100_000]) {
    crash("CA1", atMs);
  }
  const idle = new WorkMarker(folder, 110_000);
  idle.run("CA1", () => undefined);
  idle.close();

  expect([...new WorkMarker(folder, 111_000).poisoned]).toEqual([]);
});

test("a mark ends with its work, even if the work throws, and then the outer work is marked again", async () => {
  const marker = new WorkMarker(folder, 0);
  const marks: string[] = [];
  async function note() {
    marks.push((await readFile(join(folder, "in-work"), "utf8")).trim());
  }

  await marker.run("outer", () => {
    expect(() =>
      marker.run("inner", () => {
        throw new Error("fault");
      }),
    ).toThrow("fault");
    return note();
  });
  await note();

  expect(marks.at(-1)).toBe("");
  expect(marker.run("CA1", () => 7)).toBe(7);
});

test("without a folder, nothing is marked", () => {
  const marker = new WorkMarker(null, 0);

  expect([marker.run("CA1", () => 1), marker.poisoned.size]).toEqual([1, 0]);
});
