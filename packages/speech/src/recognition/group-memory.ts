import { readFile, readdir } from "node:fs/promises";

const KILOBYTE = 1024;

/**
 * What a process and all of its group take; memory that several share counts once. 0 where the
 * system does not say.
 */
export async function groupMemoryBytes(group: number): Promise<number> {
  let sum = 0;
  for (const pid of await processIds()) {
    if ((await readProcessGroup(pid)) === group) {
      sum += await readResidentBytes(pid);
    }
  }
  return sum;
}

async function processIds(): Promise<string[]> {
  const names = await readdir("/proc").catch(() => []);
  return names.filter((name) => /^\d+$/.test(name));
}

/** NaN for a process that has ended. */
async function readProcessGroup(pid: string): Promise<number> {
  const stat = await read(`/proc/${pid}/stat`);
  // A program's name may hold anything, brackets and spaces too.
  const [, , group] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return Number(group ?? Number.NaN);
}

/** Its part of what it shares, and all that is its own. */
async function readResidentBytes(pid: string): Promise<number> {
  const [, kilobytes] = /^Pss:\s+(\d+) kB$/m.exec(await read(`/proc/${pid}/smaps_rollup`)) ?? [];
  return Number(kilobytes ?? 0) * KILOBYTE;
}

async function read(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch {
    // It has ended meanwhile, or this system has no such file.
    return "";
  }
}
