import { spawnSync } from "node:child_process";

/** As the service's unit file gives it to the audio server. */
const PRIORITY = 20;

/** Gives a process and all its threads real-time priority; false where this machine refuses. */
export function makeRealTime(pid: number | undefined, priority = PRIORITY): boolean {
  const words = ["--fifo", "--all-tasks", "--pid", String(priority), String(pid ?? "")];
  return spawnSync("chrt", words, { stdio: "ignore" }).status === 0;
}

/** For the name of a row. */
export function describePriority(isRealTime: boolean): string {
  return isRealTime ? "real-time priority" : "no real-time priority";
}
