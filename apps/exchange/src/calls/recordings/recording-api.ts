import type { RecordingCallback, RecordingRecord } from "./recording.ts";

/** What a running recording can be made by REST. */
export const RECORDING_CHANGE_STATUSES = ["paused", "in-progress", "stopped"] as const;

export interface RecordingChange {
  status: (typeof RECORDING_CHANGE_STATUSES)[number];
  /** What stands in the recording for the time of a pause. */
  pauseBehavior?: "skip" | "silence";
}

/** A file with the sound of a recording. */
export interface SoundFile {
  path: string;
  bytes: number;
  checksum: string;
}

/** What REST may do with recordings. */
export interface RecordingApi {
  find(sid: string): RecordingRecord | null;
  /** Newest first; of all calls unless one is named. */
  list(callSid?: string): RecordingRecord[];
  /** Throws RefusedError: 20404, 21220 for a call that is not in progress, 20507 without disk. */
  recordCall(callSid: string, callback: RecordingCallback | null): RecordingRecord;
  /** Throws RefusedError 20404, or 21220 when it runs no longer. */
  update(sid: string, change: RecordingChange): RecordingRecord;
  /** Takes it away; false when there is none. Throws RefusedError 20009 while it runs. */
  remove(sid: string): Promise<boolean>;
  /** When what is known of it is on the disk. */
  persisted(sid: string): Promise<void>;
  /** Throws RefusedError 20404. */
  sound(sid: string): SoundFile;
  /** Where the world finds its sound; `.wav` may follow. */
  urlOf(record: RecordingRecord): string;
}
