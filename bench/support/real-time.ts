import { spawnSync } from "node:child_process";

/** As the service's unit file gives it to the audio server. */
const PRIORITY = "20";

/** Whether this machine lets us have real-time priority. */
export function mayBeRealTime(): boolean {
  return spawnSync("chrt", ["--fifo", PRIORITY, "true"], { stdio: "ignore" }).status === 0;
}

/**
 * What to put before a program so that it has the priority from its start, as by its unit: a thread
 * that JACK makes in it later has JACK's own.
 */
export function withRealTime(): string[] {
  return mayBeRealTime() ? ["chrt", "--fifo", PRIORITY] : [];
}

/** Gives a running process and all its threads real-time priority; false where that is refused. */
export function makeRealTime(pid: number | undefined, priority = PRIORITY): boolean {
  const words = ["--fifo", "--all-tasks", "--pid", priority, String(pid ?? "")];
  return spawnSync("chrt", words, { stdio: "ignore" }).status === 0;
}

/** For the name of a row. */
export function describePriority(isRealTime: boolean): string {
  return isRealTime ? "real-time priority" : "no real-time priority";
}
