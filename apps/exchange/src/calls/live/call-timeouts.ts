export interface CallTimeouts {
  ringTimeoutS: number;
  dialTimeoutS: number;
  timeLimitS: number;
  /** The time for the document of an unanswered call. */
  documentTimeoutS: number;
  /**
   * The time for the document of an answered call, and for an application that answers 503 with
   * Retry-After, as during a failover.
   */
  postponedTimeoutS: number;
}

export const CALL_TIMEOUTS: CallTimeouts = {
  ringTimeoutS: 60,
  dialTimeoutS: 30,
  timeLimitS: 14_400,
  documentTimeoutS: 45,
  postponedTimeoutS: 120,
};
