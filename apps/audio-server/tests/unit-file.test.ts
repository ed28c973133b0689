import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

const name = "linedesk-audio-server.service";
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "linedesk-unit-file-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** What systemd's own program finds wrong with a unit file. */
function verify(text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  const { stdout, stderr, error } = spawnSync("systemd-analyze", ["verify", "--man=no", path], {
    encoding: "utf8",
  });
  if (error !== undefined) {
    throw error;
  }
  return stdout + stderr;
}

test("[AS95] systemd finds no fault with the unit file, which restarts the program whatever ended it", () => {
  const installed = readFileSync(join(import.meta.dirname, "..", name), "utf8");
  // Node stands elsewhere on the machine that tests.
  const unit = installed.replace("/usr/bin/node", process.execPath);

  expect(verify(unit)).toBe("");
  expect(verify(unit.replace("WatchdogSec=20", "WatchdogSeconds=20"))).toContain("WatchdogSeconds");
  const settings = unit.split("\n");
  for (const setting of [
    "Type=notify",
    "Restart=always",
    "StartLimitIntervalSec=0",
    "SuccessExitStatus=75",
    "WatchdogSec=20",
    "CPUSchedulingPolicy=fifo",
    "LimitMEMLOCK=infinity",
  ]) {
    expect(settings).toContain(setting);
  }
});
