import { mkdir, mkdtemp, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";

import { RecordLog } from "./record-log.ts";

const schema = z.object({ n: z.number() });
let folder = "";
let path = "";
let warnings: string[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "linedesk-log-"));
  path = join(folder, "records.jsonl");
  warnings = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function open(): RecordLog<{ n: number }> {
  const logger = pino({ level: "warn" }, { write: (line: string) => warnings.push(line) });
  return new RecordLog({ path, schema, logger });
}

test("[XR50] the log keeps the newest state of each record, and only the file's owner can read it", async () => {
  const log = open();
  log.put("a", { n: 1 });
  log.put("b", { n: 2 });
  await log.flush();
  log.put("a", { n: 3 });
  log.put("c", { n: 4 });
  log.remove("b");
  await log.flush();

  expect(open().rows()).toEqual([{ n: 3 }, { n: 4 }]);
  expect((await stat(path)).mode & 0o077).toBe(0);
  expect(warnings).toEqual([]);
});

test("[DA18] an erased record leaves no line in the file, even if it was removed earlier", async () => {
  const log = open();
  for (const n of [1, 2, 3, 4]) {
    log.put(`r${n}`, { n: 1000 + n });
    await log.flush();
  }
  log.remove("r1");
  await log.flush();
  expect(await readFile(path, "utf8")).toContain("1001");

  const reopened = open();
  reopened.erase("r1");
  reopened.erase("r2");
  await reopened.persisted();
  // This record is erased while the file is being rewritten.
  reopened.put("r3", { n: 2003 });
  await Promise.resolve();
  reopened.erase("r3");
  await reopened.persisted();

  const text = await readFile(path, "utf8");
  for (const gone of ["r1", "r2", "r3", "1001", "1002", "1003", "2003"]) {
    expect(text).not.toContain(gone);
  }
  expect(open().rows()).toEqual([{ n: 1004 }]);
  const inode = (await stat(path)).ino;
  open().erase("unknown");
  expect((await stat(path)).ino).toBe(inode);
});

test("[XR71] a half-written last line is skipped and logged, and the start continues", async () => {
  const log = open();
  for (const n of [1, 2, 3]) {
    log.put(`r${n}`, { n });
    await log.flush();
  }
  await truncate(path, (await stat(path)).size - 6);

  const damaged = open();
  const rows = damaged.rows();
  damaged.put("r4", { n: 4 });
  await damaged.flush();

  expect(rows).toEqual([{ n: 1 }, { n: 2 }]);
  expect(warnings.join()).toContain("storage skipped damaged records");
  warnings = [];
  expect(open().rows()).toEqual([{ n: 1 }, { n: 2 }, { n: 4 }]);
  expect(warnings).toEqual([]);
});

test("[XR71] an invalid line in the middle is skipped", async () => {
  function good(n: number) {
    return `${JSON.stringify({ sid: `r${n}`, row: { n } })}\n`;
  }
  await writeFile(
    path,
    `${good(1)}\u0000\u0000{"sid":\n{"sid":"r2","row":{"n":"two"}}\n${good(3)}`,
  );

  expect(open().rows()).toEqual([{ n: 1 }, { n: 3 }]);
  expect(warnings.join()).toContain('"lines":2');
});

test("[XR71] a line whose checksum is wrong is skipped, and the earlier state of its record stays", async () => {
  const log = open();
  log.put("a", { n: 1 });
  log.put("b", { n: 2 });
  log.put("a", { n: 3 });
  await log.flush();
  const text = await readFile(path, "utf8");
  await writeFile(path, text.replace('{"n":3}', '{"n":4}'));

  expect(open().rows()).toEqual([{ n: 1 }, { n: 2 }]);
  expect(warnings.join()).toContain('"lines":1');
});

test("[XR73] a change is in the file when the call returns, even while the file is rewritten", async () => {
  const log = open();
  for (let n = 0; n < 1_100; n += 1) {
    log.put(`r${n % 5}`, { n });
  }
  await Promise.resolve();
  // The rewrite has begun.
  log.put("late", { n: 7 });
  const meanwhile = open().rows();
  await log.flush();

  expect(meanwhile).toContainEqual({ n: 7 });
  expect(open().rows()).toContainEqual({ n: 7 });
  expect(open().rows()).toHaveLength(6);
});

test("[XR50] the log does not grow with every change", async () => {
  const log = open();
  for (let n = 0; n < 2_000; n += 1) {
    log.put(`r${n % 10}`, { n });
    if (n % 10 === 9) {
      await log.flush();
    }
  }
  await log.flush();

  const lines = (await readFile(path, "utf8")).split("\n").length;
  expect(lines).toBeLessThan(1_100);
  expect(open().rows()).toHaveLength(10);
});

test("[XR50] everything is written again after a failed write", async () => {
  const log = open();
  log.put("a", { n: 1 });
  await log.flush();
  await rm(folder, { recursive: true });
  await writeFile(folder, "");
  log.put("b", { n: 2 });
  await log.flush();
  await rm(folder);

  log.put("c", { n: 3 });
  await log.flush();

  expect(warnings.join()).toContain("storage records save failed");
  expect(open().rows()).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
});

test("[XR71] an unreadable log stops the start with a message that names the file", async () => {
  await mkdir(path);

  expect(() => open()).toThrow(
    expect.objectContaining({
      code: "record_log",
      message: expect.stringMatching(/records\.jsonl cannot be read. Correct its permissions/),
    }),
  );
  await rm(path, { recursive: true });
  expect(open().rows()).toEqual([]);
});

test("[XR73] the log reports when a record is written, even if further records follow without a pause", async () => {
  const log = open();
  let isOver = false;
  async function keepPutting() {
    for (let n = 0; !isOver; n += 1) {
      log.put("busy", { n });
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  const putting = keepPutting();
  log.put("a", { n: 1 });

  await log.persisted();
  const text = await readFile(path, "utf8");
  isOver = true;
  await putting;
  await log.persisted();
  await log.persisted();

  expect(text).toContain('"sid":"a"');
  expect(await readFile(path, "utf8")).toContain('"sid":"busy"');
});

test("[XR50] without a path, nothing is stored", async () => {
  const log = new RecordLog({ path: null, schema, logger: pino({ level: "silent" }) });
  log.put("a", { n: 1 });
  await log.flush();
  await log.persisted();

  expect(log.rows()).toEqual([]);
  expect(log.lastSeen()).toBeNull();
});
