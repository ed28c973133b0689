/** How long calls may last, and how long somebody is waited for. */
export interface CallTimeouts {
  /** Seconds that a REST call rings. */
  ringTimeoutS: number;
  /** Seconds that a `<Dial>` rings. */
  dialTimeoutS: number;
  /** Longest call. */
  timeLimitS: number;
  /** Seconds that a caller without fallback waits while the application cannot be reached. */
  documentTimeoutS: number;
}

export const CALL_TIMEOUTS: CallTimeouts = {
  ringTimeoutS: 60,
  dialTimeoutS: 30,
  timeLimitS: 14_400,
  documentTimeoutS: 45,
};
