import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { FakeClock } from "@linedesk/base/testing";
import { LogFile, openLog } from "./log-file.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "linedesk-audio-server-log-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("[AS86] the newest whole lines remain after a restart, in files of limited size", () => {
  const clock = new FakeClock();
  const first = new LogFile(folder, clock);
  const line = `${"x".repeat(999)}\n`;
  for (let count = 0; count < 2_500; count += 1) {
    first.write(line);
  }
  first.close();

  const second = new LogFile(folder, clock);
  second.write("the newest\n");

  const newest = second.readNewest(2_500);
  expect(newest).toBe(`${line}${line}the newest\n`);
  for (const name of ["audio-server.log", "audio-server.log.1"]) {
    expect(statSync(join(folder, name)).size).toBeLessThanOrEqual(1_000_000);
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  }
  second.close();
});

test("[AS86] on a full disk only log lines are lost, and the log later states how many", async () => {
  const clock = new FakeClock();
  symlinkSync("/dev/full", join(folder, "audio-server.log"));
  const full = new LogFile(folder, clock);
  const gone = join(folder, "data");
  const file = new LogFile(gone, clock);
  full.write("lost\n");
  expect(full.lost).toBe(1);

  file.write("before\n");
  file.close();
  rmSync(gone, { recursive: true });
  writeFileSync(gone, "a file where the folder was");
  file.write("lost\n");
  file.write("lost too\n");
  rmSync(gone);
  file.write("not tried yet\n");
  await clock.advance(10_000);
  file.write("after\n");

  expect(readFileSync(join(gone, "audio-server.log"), "utf8")).toBe(
    '\n{"msg":"log lines were lost","lost":3}\nafter\n',
  );
  file.close();
});

test("[AS86] the log contains no telephone number, not even in an error", () => {
  const lines: string[] = [];
  const log = openLog(
    { level: "warn", format: "json" },
    { write: (line) => void lines.push(line) },
  );

  log.warn(
    { err: new Error("+61491570006 is busy"), pii: { name: "Bob" } },
    "audio server fault reported",
  );
  log.warn({ to: "sip:0491570006@carrier.example" }, "audio server fault reported");
  log.warn(
    { err: new Error("\n0491570006 and 0255500101 are busy"), port: 49152 },
    "audio server fault reported",
  );
  log.warn({ id: "0193d3c4-0000-7000-8000-0000000000a5" }, "audio server fault reported");

  const text = lines.join("");
  expect(text).toContain("... is busy");
  expect(text).toContain("sip:...@carrier.example");
  expect(text).toContain("... and ... are busy");
  expect(text).toContain('"port":49152');
  expect(text).toContain("0193d3c4-0000-7000-8000-0000000000a5");
  expect(text).not.toMatch(/1570006|5500101|Bob/);
});

test("[SR91] the output has one line for each event in the configured form, and the file has JSON", () => {
  const file: string[] = [];
  const output: string[] = [];
  const log = openLog(
    { level: "info", format: "text" },
    { write: (line) => void file.push(line) },
    (line) => void output.push(line),
  );

  log.warn({ err: new Error("no device") }, "audio server fault reported");

  expect(output).toEqual([
    expect.stringMatching(
      /^\S+Z warn audio-server: audio server fault reported err="Error: no device \| at .+"\n$/,
    ),
  ]);
  expect(JSON.parse(file.join(""))).toMatchObject({ msg: "audio server fault reported" });
});
