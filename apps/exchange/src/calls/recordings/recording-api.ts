import type { GrowingFile } from "./growing-file.ts";
import type { RecordingRecord, RecordingOptions } from "./recording.ts";

export interface RecordingFilter {
  callSid?: string;
  conferenceSid?: string;
  createdAfter?: Date;
  createdBefore?: Date;
  includeDeleted?: boolean;
}

/** What a running recording can be made by REST. */
export const RECORDING_CHANGE_STATUSES = ["paused", "in-progress", "stopped"] as const;

export interface RecordingChange {
  status: (typeof RECORDING_CHANGE_STATUSES)[number];
  /** What stands in the recording for the time of a pause. */
  pauseBehavior?: "skip" | "silence";
}

/** A file with the sound of a recording, or one that is being made. */
export interface SoundFile {
  content: { path: string; bytes: number } | GrowingFile;
  type: "audio/x-wav" | "audio/mpeg";
  /** Changes with the content. */
  tag: string;
}

export interface RecordingMediaRequest {
  type: "wav" | "mp3";
  channels: 1 | 2 | null;
  /** Its length must be known, so it must be whole. */
  isWhole: boolean;
}

/** What REST may do with recordings. */
export interface RecordingApi {
  /** Without the deleted ones. */
  find(sid: string): RecordingRecord | null;
  findDeleted(sid: string): RecordingRecord | null;
  /** Newest first. */
  list(filter: RecordingFilter): RecordingRecord[];
  /** The newest that runs in that call or conference. */
  current(targetSid: string): RecordingRecord | null;
  /** Throws RefusedError: 20404, 21220 for a call that is not in progress, 20507 without disk. */
  recordCall(callSid: string, options: RecordingOptions): RecordingRecord;
  recordConference(sidOrName: string, options: RecordingOptions): RecordingRecord;
  /** Throws RefusedError 20404, or 21220 when it runs no longer. */
  update(sid: string, change: RecordingChange): RecordingRecord;
  /** Takes the sound away; false when there is none. Throws RefusedError 20009 while it runs. */
  remove(sid: string): Promise<boolean>;
  /** When what is known of it is on the disk. */
  persisted(sid: string): Promise<void>;
  /** Throws RefusedError: 20404, 20001 for two channels of one, 20429 for too many at once. */
  sound(sid: string, mediaRequest: RecordingMediaRequest): Promise<SoundFile>;
  /** Where the world finds its sound; `.wav` and `.mp3` may follow. */
  urlOf(record: RecordingRecord): string;
}
