import { readdirSync, readFileSync } from "node:fs";

/** The kernel counts processor time in hundredths of a second. */
const TICK_MS = 10;

interface ProcessTimes {
  parent: number;
  ownMs: number;
  /** The time of children that have ended. */
  endedMs: number;
}

function readTimes(pid: number): ProcessTimes | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const at = (index: number) => Number(fields[index]);
    return {
      parent: at(1),
      ownMs: (at(11) + at(12)) * TICK_MS,
      endedMs: (at(13) + at(14)) * TICK_MS,
    };
  } catch {
    // The process has ended.
    return null;
  }
}

/** Returns the processor time of a process so far, with its children and those that have ended. */
export function readProcessorTime(pid: number): number {
  const own = readTimes(pid);
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readTimes(Number(name)))
    .filter((times) => times?.parent === pid);
  return (
    (own?.ownMs ?? 0) +
    (own?.endedMs ?? 0) +
    children.reduce((sum, times) => sum + (times?.ownMs ?? 0), 0)
  );
}
