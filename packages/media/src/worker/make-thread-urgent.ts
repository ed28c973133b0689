import { setPriority } from "node:os";

import { readThreadId } from "./read-thread-id.ts";

const URGENT = -10;

/**
 * Lets this thread, and those that it starts from now on, go before others when the processor is
 * short: a late tick is heard, a late web page is not. False where the system does not allow it,
 * which needs root or CAP_SYS_NICE, or knows no priority of a single thread.
 */
export function makeThreadUrgent(): boolean {
  const thread = readThreadId();
  if (thread === null) {
    return false;
  }
  try {
    // Linux takes a thread's id where a process's is asked for.
    setPriority(thread, URGENT);
    return true;
  } catch {
    // Everything works without, only less evenly on a busy machine.
    return false;
  }
}
