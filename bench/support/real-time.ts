import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** As the service's unit file gives it to the audio server. */
const PRIORITY = "20";

/** Returns `true` where this machine grants real-time priority. */
export function mayBeRealTime(): boolean {
  return spawnSync("chrt", ["--fifo", PRIORITY, "true"], { stdio: "ignore" }).status === 0;
}

/** The kernel ends a real-time thread that runs this long without a pause, in microseconds. */
const MOST_AT_ONCE_US = 5_000_000;

/**
 * Returns the command prefix that starts a program with the priority, as its unit does. A thread
 * that JACK creates in it later has JACK's own priority.
 */
export function withRealTime(priority = PRIORITY): string[] {
  const limit = `--rttime=${MOST_AT_ONCE_US}:${MOST_AT_ONCE_US}`;
  return mayBeRealTime() ? ["prlimit", limit, "chrt", "--fifo", priority] : [];
}

/** Gives a running process and all its threads real-time priority; false where that is refused. */
export function makeRealTime(pid: number | undefined, priority = PRIORITY): boolean {
  const words = ["--fifo", "--all-tasks", "--pid", priority, String(pid ?? "")];
  return spawnSync("chrt", words, { stdio: "ignore" }).status === 0;
}

/**
 * Words for Node in a process that is to be on time to the millisecond: what it makes lies in a
 * nursery that is seldom full, no thread of the same priority collects beside it, and the whole
 * is collected when it calls for that.
 */
export const STEADY_NODE = [
  "--expose-gc",
  "--no-memory-reducer",
  "--single-threaded-gc",
  "--min-semi-space-size=64",
  "--max-semi-space-size=64",
];

/**
 * Real-time priority for those threads that a process itself has set before its others: between
 * equals a thread waits until the other one rests, such as a collector of memory.
 */
export function makeUrgentRealTime(pid: number | undefined, priority: string): void {
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, "utf8");
    // Its nice value, the 19th field (proc(5)), behind a name that may hold anything.
    const nice = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[16]);
    if (nice < 0) {
      spawnSync("chrt", ["--fifo", "--pid", priority, thread], { stdio: "ignore" });
    }
  }
}

/** For the name of a row. */
export function describePriority(isRealTime: boolean): string {
  return isRealTime ? "real-time priority" : "no real-time priority";
}
