import type { Contest } from "@linedesk/contract";

/** Returns the count up to the winning place: later callers only make the log longer. */
export function countShown({ counted, callerCount }: Contest): number {
  return Math.min(counted, callerCount);
}
