import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * JACK allows eight servers on a machine. A killed server keeps its place until a server with its
 * name starts.
 */
const MOST_NAMES = 6;

/**
 * Claims a name of a JACK server that no running test process uses. Every run uses the same few
 * names, because a new server frees the resources of a killed server with the same name.
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

/** Records the JACK server, which outlives a killed test run. */
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

/**
 * Returns the path of the file that claims a name. It is in /dev/shm, because all test runs on a
 * machine share JACK's names.
 */
function fileOf(name: string): string {
  return join("/dev/shm", `${name}.pid`);
}
