// Ends the processes that a test run leaves behind. `npm test` starts this script beside its
// runners with a pipe as standard input. When the pipe closes, the run has ended.
import { readdirSync, readFileSync, rmSync } from "node:fs";

/** The environment variable that every process of a run inherits. */
export const RUN_MARK = "LINEDESK_TEST_RUN";

/**
 * A process can start another one between two searches, so one search is not enough. The limit
 * prevents an endless loop.
 */
const MAX_SEARCHES = 20;

function readEnvironment(pid) {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
  } catch {
    // The process has ended, or belongs to another user.
    return [];
  }
}

/** Returns the ids of the processes that have the mark of the run, except this one. */
export function listRunProcesses(mark) {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid)
    .filter((pid) => readEnvironment(pid).includes(`${RUN_MARK}=${mark}`));
}

function kill(pid) {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // The process has ended in the meantime.
  }
}

/** Kills every process of the run and removes its folder of temporary files. */
export function endRun(mark, folder) {
  for (let search = 0; search < MAX_SEARCHES; search += 1) {
    const left = listRunProcesses(mark);
    if (left.length === 0) {
      break;
    }
    left.forEach(kill);
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

if (process.argv[1] === import.meta.filename) {
  const [, , mark, folder] = process.argv;
  process.stdin.on("end", () => endRun(mark, folder)).resume();
}
