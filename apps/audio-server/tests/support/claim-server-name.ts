import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Of the eight servers that JACK lets a machine have, dead ones too until they start again. */
const MOST_NAMES = 6;

/**
 * A name of a JACK server that no living process of tests has. The names are few and the same for
 * every run: a server takes back what one of its name left when it was killed.
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
      // Another was faster.
    }
  }
  throw new Error(`All ${MOST_NAMES} JACK servers of tests are in use on this machine.`);
}

export function releaseServerName(name: string): void {
  rmSync(fileOf(name), { force: true });
}

/** The server itself, which outlives a run of tests that was killed. */
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

/** Where JACK itself lists its servers: one list of the machine, whatever folder a run has. */
function fileOf(name: string): string {
  return join("/dev/shm", `${name}.pid`);
}
