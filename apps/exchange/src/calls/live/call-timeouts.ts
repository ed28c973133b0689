export interface CallTimeouts {
  ringTimeoutS: number;
  dialTimeoutS: number;
  timeLimitS: number;
  documentTimeoutS: number;
}

export const CALL_TIMEOUTS: CallTimeouts = {
  ringTimeoutS: 60,
  dialTimeoutS: 30,
  timeLimitS: 14_400,
  documentTimeoutS: 45,
};
