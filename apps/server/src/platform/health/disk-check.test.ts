import pg from "pg";
import { expect, test } from "vitest";

import { DiskCheck } from "./disk-check.ts";

const MB = 1024 * 1024;

function refusal(code: string): Error {
  const error = new pg.DatabaseError("could not extend file", 21, "error");
  error.code = code;
  return error;
}

test("[XR264] less than 32 MB are as good as none", async () => {
  let free = 32 * MB;
  const disk = new DiskCheck(async () => free);

  expect(await disk.check()).toBe(true);
  free -= 1;
  expect(await disk.check()).toBe(false);
});

test("[XR264] a database without space, wherever it is, counts for a minute", async () => {
  let nowMs = 5_000;
  const disk = new DiskCheck(
    async () => 900 * MB,
    () => nowMs,
  );

  disk.noteError(refusal("23505"));
  disk.noteError(new Error("something else"));
  expect(await disk.check()).toBe(true);
  disk.noteError(refusal("53100"));
  nowMs += 59_999;
  expect(await disk.check()).toBe(false);
  nowMs += 1;
  expect(await disk.check()).toBe(true);
});
