import { readlinkSync } from "node:fs";

/** Returns the id of the calling thread in Linux; `null` if the system has no /proc. */
export function readThreadId(): number | null {
  try {
    return Number(readlinkSync("/proc/thread-self").split("/").pop());
  } catch {
    // The media works without the id.
    return null;
  }
}
