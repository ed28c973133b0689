import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { z } from "zod";

import { reportOf, type Scope } from "./scope.ts";
import { StartError } from "./start-error.ts";

/** No part takes longer than this to end after its supervisor has ended. */
const END_TIMEOUT_MS = 15_000;
const CHECK_EVERY_MS = 50;

const running = z.object({ marks: z.record(z.string(), z.string()) });

interface OrphansOptions {
  print: (text: string) => void;
  scope?: Scope;
  timeoutMs?: number;
}

/**
 * Waits for the parts of a station whose supervisor was killed. They end by themselves, and use
 * their ports and data until then. If one does not end, throws `StartError` with its name.
 */
export async function waitForOrphanedProcesses(
  dataDir: string,
  { print, scope = "station", timeoutMs = END_TIMEOUT_MS }: OrphansOptions,
): Promise<void> {
  const marks = readMarks(join(dataDir, reportOf(scope)));
  function living(): [name: string, mark: string] | undefined {
    return Object.entries(marks).find(
      ([, mark]) => processIdentity(Number.parseInt(mark, 10)) === mark,
    );
  }
  if (living() === undefined) {
    return;
  }
  print(`The station on ${dataDir} was killed. Linedesk waits until its parts have ended.`);
  const end = performance.now() + timeoutMs;
  for (let left = living(); left !== undefined; left = living()) {
    if (performance.now() > end) {
      throw orphanedProcessError(...left);
    }
    await wait(CHECK_EVERY_MS);
  }
}

function orphanedProcessError(name: string, mark: string): StartError {
  return new StartError(
    `The ${name} of a station that was killed still runs (process ${Number.parseInt(mark, 10)}). End it, and start again.`,
  );
}

/**
 * Returns the identities of the processes in the report; none after an orderly end, or for an
 * unreadable file.
 */
function readMarks(report: string): Record<string, string> {
  try {
    const text = readFileSync(report, "utf8");
    return running.parse(JSON.parse(text)).marks;
  } catch {
    // An unreadable file names no process to wait for.
    return {};
  }
}

/**
 * Identifies a process by its id and its start, because ids are reused after a restart of the
 * machine. Returns `null` without such a process, or on a system without /proc.
 */
export function processIdentity(pid: number): string | null {
  try {
    const [, fields = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ", 2);
    return `${pid} ${fields.split(" ")[19] ?? ""}`;
  } catch {
    return null;
  }
}
