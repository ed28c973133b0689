import { setPriority } from "node:os";

import { readThreadId } from "./read-thread-id.ts";

const URGENT = -10;

/**
 * Raises the priority of this thread, and of those that it starts later: a late tick is audible, a
 * late web page is not. Returns `false` where the system refuses it (it needs root or CAP_SYS_NICE)
 * or has no priority of a single thread.
 */
export function makeThreadUrgent(): boolean {
  const thread = readThreadId();
  if (thread === null) {
    return false;
  }
  try {
    // Linux accepts a thread's id in place of a process's.
    setPriority(thread, URGENT);
    return true;
  } catch {
    // The media works without priority, but less evenly on a busy machine.
    return false;
  }
}
