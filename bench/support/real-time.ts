import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** The priority that the audio server's unit file sets. */
const PRIORITY = "20";

/** Returns `true` if this machine grants real-time priority. */
export function mayBeRealTime(): boolean {
  return spawnSync("chrt", ["--fifo", PRIORITY, "true"], { stdio: "ignore" }).status === 0;
}

/** The kernel kills a real-time thread that runs for this many microseconds without a pause. */
const MOST_AT_ONCE_US = 5_000_000;

/**
 * Returns the command prefix that starts a program with the priority that its unit sets. A thread
 * that JACK later creates in the program has JACK's own priority.
 */
export function withRealTime(priority = PRIORITY): string[] {
  const limit = `--rttime=${MOST_AT_ONCE_US}:${MOST_AT_ONCE_US}`;
  return mayBeRealTime() ? ["prlimit", limit, "chrt", "--fifo", priority] : [];
}

/**
 * Gives a running process and all its threads real-time priority. Returns false when it is refused.
 */
export function makeRealTime(pid: number | undefined, priority = PRIORITY): boolean {
  const words = ["--fifo", "--all-tasks", "--pid", priority, String(pid ?? "")];
  return spawnSync("chrt", words, { stdio: "ignore" }).status === 0;
}

/**
 * Node's flags for a process that must be on time to the millisecond. With them a large nursery is
 * seldom full, no collector thread of equal priority runs beside the process, and a full collection
 * happens only on request.
 */
export const STEADY_NODE = [
  "--expose-gc",
  "--no-memory-reducer",
  "--single-threaded-gc",
  "--min-semi-space-size=64",
  "--max-semi-space-size=64",
];

/**
 * Gives real-time priority to those threads of a process whose nice value is below zero. The
 * process itself has set this value. With the same priority for all threads, an urgent thread would
 * wait for others, such as a garbage collector.
 */
export function makeUrgentRealTime(pid: number | undefined, priority: string): void {
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, "utf8");
    // The nice value is the 19th field (proc(5)), after a name that can contain any character.
    const nice = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[16]);
    if (nice < 0) {
      spawnSync("chrt", ["--fifo", "--pid", priority, thread], { stdio: "ignore" });
    }
  }
}

/** Returns the text for the name of a row. */
export function describePriority(isRealTime: boolean): string {
  return isRealTime ? "real-time priority" : "no real-time priority";
}
