import { readdirSync, readFileSync } from "node:fs";

export type ThreadState = "running" | "sleeping" | "disk" | "stopped";

export interface ThreadReading {
  state: ThreadState;
  cpuMs: number;
  waitMs: number;
  /**
   * The time that other threads waited for a processor, namely the threads that send this thread's
   * heartbeat or for which this thread may wait.
   */
  otherWaitMs: number;
}

export interface ProcessorTime {
  cpuMs: number;
  waitMs: number;
}

/** Linux counts processor time in /proc/PID/stat in hundredths of a second. */
const TICK_MS = 10;
const NS_PER_MS = 1e6;

/** The states by their letters in /proc/PID/stat. Any other letter counts as running. */
const states: Readonly<Record<string, ThreadState>> = {
  S: "sleeping",
  I: "sleeping",
  D: "disk",
  T: "stopped",
};

/**
 * Reads one thread of a process, by default the main thread. A thread that sleeps while another
 * thread or a child process waits for the disk counts as waiting for the disk too. Returns `null`
 * without such a thread or without /proc.
 */
export function readThread(pid: number, thread: number = pid): ThreadReading | null {
  try {
    const { state, cpuMs } = readStat(pid, thread);
    const own = readSchedule(pid, thread) ?? { cpuMs, waitMs: 0 };
    const family = listFamily(pid);
    const waitsForDisk = state === "sleeping" && family.some(hasThreadAtDisk);
    const all = sumProcessorTime([...family, process.pid]);
    return {
      state: waitsForDisk ? "disk" : state,
      ...own,
      otherWaitMs: Math.max(0, all.waitMs - own.waitMs),
    };
  } catch {
    // The thread has ended, or the system has no /proc.
    return null;
  }
}

/** The progress of processes: their processor time, and true if one of them waits for the disk. */
export interface Progress extends ProcessorTime {
  isAtDisk: boolean;
}

/** Reads the progress of these processes and of their children. */
export function readProgress(pids: number[]): Progress {
  const family = pids.flatMap(listFamily);
  return { ...sumProcessorTime(family), isAtDisk: family.some(hasThreadAtDisk) };
}

function sumProcessorTime(pids: number[]): ProcessorTime {
  const threads = pids.flatMap((pid) => listThreads(pid).map((id) => readSchedule(pid, id)));
  return threads.reduce<ProcessorTime>(
    (sum, one) => ({
      cpuMs: sum.cpuMs + (one?.cpuMs ?? 0),
      waitMs: sum.waitMs + (one?.waitMs ?? 0),
    }),
    { cpuMs: 0, waitMs: 0 },
  );
}

function readStat(pid: number, thread: number): { state: ThreadState; cpuMs: number } {
  const text = readFileSync(`/proc/${pid}/task/${thread}/stat`, "utf8");
  // The name in parentheses may contain any character.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [letter = ""] = fields;
  const ticks = Number(fields[11]) + Number(fields[12]);
  return { state: states[letter] ?? "running", cpuMs: ticks * TICK_MS };
}

function hasThreadAtDisk(pid: number): boolean {
  return listThreads(pid).some((thread) => {
    try {
      return readStat(pid, thread).state === "disk";
    } catch {
      // The thread has ended since it was listed.
      return false;
    }
  });
}

/** Returns `null` when the kernel has no such data or the thread has ended. */
function readSchedule(pid: number, thread: number): ProcessorTime | null {
  try {
    const text = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8");
    const [cpuNs = 0, waitNs = 0] = text.split(" ").map(Number);
    return { cpuMs: cpuNs / NS_PER_MS, waitMs: waitNs / NS_PER_MS };
  } catch {
    return null;
  }
}

function listThreads(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    // The process has ended.
    return [];
  }
}

/** Returns the process first, then its descendants. */
function listFamily(pid: number): number[] {
  return [
    pid,
    ...listThreads(pid)
      .flatMap((id) => listChildren(pid, id))
      .flatMap(listFamily),
  ];
}

function listChildren(pid: number, thread: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8");
    return text
      .split(" ")
      .filter((id) => id !== "")
      .map(Number);
  } catch {
    // The kernel does not list children, or the thread has ended.
    return [];
  }
}
