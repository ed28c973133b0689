export interface CoreDefaults {
  /** The folder of the state file; null keeps numbers and applications in memory. */
  dataFolder: string | null;
  /** Seconds that a REST call rings. */
  ringTimeoutS: number;
  /** Seconds that a `<Dial>` rings. */
  dialTimeoutS: number;
  /** Longest call. */
  timeLimitS: number;
  endedCallLimit: number;
  /** Calls at once; more are refused as busy. */
  liveCallLimit: number;
  /** Seconds that a caller without fallback is kept while the application cannot be reached. */
  documentTimeoutS: number;
  /** Recordings kept, and their bytes: beyond either the oldest make way. */
  recordingLimit: number;
  recordingBytesLimit: number;
  /** A disk with less than this takes no new recording. */
  recordingFreeBytes: number;
  /** What carriers have given us, in E.164; taken by REST one after the other. */
  poolNumbers: readonly string[];
  /** Ask espeak-ng for free text where it is installed. */
  speech: boolean;
  /** The station's own program that makes text of speech, with its first arguments; null is ours. */
  recogniser: readonly string[] | null;
  /** What programs that we start are given of our environment. */
  programEnvironment: Readonly<Record<string, string>>;
}

export const DEFAULTS: CoreDefaults = {
  dataFolder: null,
  ringTimeoutS: 60,
  dialTimeoutS: 30,
  timeLimitS: 14_400,
  endedCallLimit: 10_000,
  liveCallLimit: 2_000,
  documentTimeoutS: 20,
  recordingLimit: 10_000,
  recordingBytesLimit: 10 * 1024 ** 3,
  recordingFreeBytes: 100 * 1024 ** 2,
  poolNumbers: [],
  speech: true,
  recogniser: null,
  programEnvironment: {},
};
