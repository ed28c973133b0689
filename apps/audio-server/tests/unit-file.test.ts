import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

const name = "linedesk-audio-server.service";

function readInstalled(file: string): string {
  // The machine that runs the tests has Node at another path.
  const text = readFileSync(join(import.meta.dirname, "..", file), "utf8");
  return text.replaceAll("/usr/bin/node", process.execPath);
}

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "linedesk-unit-file-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function verify(text: string, file = name): string {
  const path = join(folder, file);
  writeFileSync(path, text);
  const { stdout, stderr, error } = spawnSync("systemd-analyze", ["verify", "--man=no", path], {
    encoding: "utf8",
  });
  if (error !== undefined) {
    throw error;
  }
  return stdout + stderr;
}

test("systemd finds no fault in the unit file, which restarts the program after every exit", () => {
  const unit = readInstalled(name);

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

test("systemd finds no fault in the units of JACK and PipeWire", () => {
  const jack = readInstalled("linedesk-jack.service");
  const pipewire = readInstalled("linedesk-audio-server-pipewire.conf");
  const changed = `${readInstalled(name)}\n${pipewire}`;

  expect(verify(jack, "linedesk-jack.service")).toBe("");
  expect(verify(changed)).toBe("");
  expect(verify(changed.replace("ExecStart=\n", ""))).not.toBe("");
  // Without this setting a headless JACK waits for the desktop's device reservation.
  expect(jack).toContain("\nEnvironment=JACK_NO_AUDIO_RESERVATION=1\n");
  expect(changed).toMatch(/^After=.* linedesk-jack\.service$/m);
  const user = /^User=.*$/m.exec(readInstalled(name))?.[0] ?? "none";
  expect(jack).toContain(`\n${user}\n`);
});
