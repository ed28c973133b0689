import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { LogFile } from "./log-file.ts";

test("a log has four files of limited size, with the newest lines in the first one", () => {
  const folder = mkdtempSync(join(tmpdir(), "linedesk log "));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "server.log");
  const log = new LogFile(path, 100);

  for (let line = 0; line < 100; line += 1) {
    log.write(`line ${String(line).padStart(3, "0")}\n`);
  }
  new LogFile(path, 100).write("after a restart\n");

  const files = readdirSync(folder).toSorted();
  expect(files).toEqual(["server.log", "server.log.1", "server.log.2", "server.log.3"]);
  const texts = files.map((file) => readFileSync(join(folder, file), "utf8"));
  expect(texts.every((text) => text.length <= 100)).toBe(true);
  expect(texts[0]).toContain("line 099\nafter a restart\n");
});

test("a log that cannot be written causes no error", () => {
  const folder = mkdtempSync(join(tmpdir(), "linedesk log "));
  const log = new LogFile(join(folder, "server.log"), 100);
  log.write("heard\n");
  rmSync(folder, { recursive: true });

  expect(() => {
    for (let line = 0; line < 100; line += 1) {
      log.write(`line ${line}\n`);
    }
  }).not.toThrow();
});
