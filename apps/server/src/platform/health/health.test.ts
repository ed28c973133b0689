import pg from "pg";
import { expect, test, vi } from "vitest";

import type { Config } from "../../config/config.ts";
import { createHealth, createPartChecks, DiskCheck, type PartCheckDeps } from "./health.ts";

test("[AP13] a part whose check fails or does not end is down, and the other parts stay up", async () => {
  vi.useFakeTimers();
  const health = createHealth({
    database: async () => true,
    telephony: () => Promise.reject(new Error("refused")),
    realtime: () => new Promise(() => undefined),
    disk: async () => true,
  });

  const report = health();
  await vi.advanceTimersByTimeAsync(2_000);

  expect(await report).toEqual({
    database: "up",
    telephony: "down",
    realtime: "down",
    disk: "up",
  });
  vi.useRealTimers();
});

test("many requests cause only one check of a part per second", async () => {
  let nowMs = 0;
  const database = vi.fn<() => Promise<boolean>>(async () => true);
  const checks = { database, telephony: database, realtime: database, disk: database };
  const health = createHealth(checks, () => nowMs);

  await Promise.all([health(), health(), health()]);
  nowMs = 999;
  await health();
  expect(database).toHaveBeenCalledTimes(4);

  nowMs = 1_000;
  await health();
  expect(database).toHaveBeenCalledTimes(8);
});

const MB = 1024 * 1024;

function refusal(code: string): Error {
  const error = new pg.DatabaseError("could not extend file", 21, "error");
  error.code = code;
  return error;
}

test("less than 32 MB free means that there is no space", async () => {
  let free = 32 * MB;
  const disk = new DiskCheck(async () => free);

  expect(await disk.check()).toBe(true);
  free -= 1;
  expect(await disk.check()).toBe(false);
});

test("the disk counts as full for a minute after the database has refused a write for lack of space", async () => {
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

test("with Twilio the health of telephony is the last result of its monitor, without a request", async () => {
  const fetched = vi.spyOn(globalThis, "fetch");
  const config = { services: [{ kind: "twilio", apiUrl: null }] } as unknown as Config;
  const parts = { config, disk: new DiskCheck(async () => 1) };
  function check(state: "up" | "down"): Promise<boolean> {
    const readTelephonyState = async () => state;
    return createPartChecks({ ...parts, readTelephonyState } as PartCheckDeps).telephony();
  }

  expect(await check("up")).toBe(true);
  expect(await check("down")).toBe(false);
  expect(fetched).not.toHaveBeenCalled();
  fetched.mockRestore();
});
