import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** JACK allows eight servers on a machine, and dead ones count until they start again. */
const MOST_NAMES = 6;

/**
 * Claims a JACK server's name that no living test process has. The names are few and the same in
 * every run: a new server frees the remains of a killed one with its name.
 */
export function claimServerName(): string {
  for (let at = 1; at <= MOST_NAMES; at += 1) {
    const name = `linedesk-test-${at}`;
    if (isClaimed(name)) {
      continue;
    }
    try {
      writeFileSync(fileOf(name), String(process.pid), { flag: "wx" });
      return name;
    } catch {
      // Another process was faster.
    }
  }
  throw new Error(`All ${MOST_NAMES} JACK servers of tests are in use on this machine.`);
}

export function releaseServerName(name: string): void {
  rmSync(fileOf(name), { force: true });
}

/** Records the server itself, which outlives a killed test run. */
export function noteServer(name: string, pid: number | undefined): void {
  writeFileSync(fileOf(name), `${process.pid} ${pid ?? ""}`);
}

function isClaimed(name: string): boolean {
  const owners = readOwners(name);
  if (owners.some((pid) => isAlive(pid))) {
    return true;
  }
  releaseServerName(name);
  return false;
}

function readOwners(name: string): number[] {
  try {
    return readFileSync(fileOf(name), "utf8").split(" ").map(Number).filter(Boolean);
  } catch {
    return [];
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Returns JACK's own list entry, which is one per machine, whatever the run's folder. */
function fileOf(name: string): string {
  return join("/dev/shm", `${name}.pid`);
}
