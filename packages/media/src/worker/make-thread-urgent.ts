import { setPriority } from "node:os";

import { readThreadId } from "./read-thread-id.ts";

const URGENT = -10;

/**
 * Raises the priority of this thread, and of those that it starts later, because a late tick is
 * audible and a late web page is not. Returns `false` if the system refuses it (it needs root,
 * CAP_SYS_NICE or a limit such as LimitNICE of systemd) or has no priority for a single thread.
 */
export function makeThreadUrgent(): boolean {
  const thread = readThreadId();
  if (thread === null) {
    return false;
  }
  try {
    // Linux accepts the id of a thread in place of the id of a process.
    setPriority(thread, URGENT);
    return true;
  } catch {
    // The media works without priority, but less evenly on a busy machine.
    return false;
  }
}
