import type { RecordingCallback, RecordingRecord } from "./recording.ts";

export const RECORDING_CHANGE_STATUSES = ["paused", "in-progress", "stopped"] as const;

export interface RecordingChange {
  status: (typeof RECORDING_CHANGE_STATUSES)[number];
  pauseBehavior?: "skip" | "silence";
}

export interface SoundFile {
  path: string;
  bytes: number;
  checksum: string;
}

export interface RecordingApi {
  find(sid: string): RecordingRecord | null;
  list(callSid?: string): RecordingRecord[];
  /** Throws RefusedError: 20404, 21220 for a call not in progress, 20507 for a full disk. */
  recordCall(callSid: string, callback: RecordingCallback | null): RecordingRecord;
  /** Throws RefusedError 20404, or 21220 when it has ended. */
  update(sid: string, change: RecordingChange): RecordingRecord;
  remove(sid: string): Promise<boolean>;
  persisted(sid: string): Promise<void>;
  sound(sid: string): SoundFile;
  urlOf(record: RecordingRecord): string;
}
