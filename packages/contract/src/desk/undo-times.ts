export const undoTimes = {
  /** The time for which a person can undo a rejection. */
  rejectMs: 5_000,
  /** The time for which a person can undo a hang-up off air. */
  endMs: 4_000,
  /**
   * The server waits this much longer before it ends the call, for a press at the end of the time.
   */
  graceMs: 1_000,
} as const;
