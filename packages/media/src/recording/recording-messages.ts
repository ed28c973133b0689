import type { MessagePort } from "node:worker_threads";

import type { RecordingEnd, RecordingId } from "../port/media-port.ts";

export interface NewRecording {
  path: string;
  sampleRate: number;
}

/** Messages from the media worker directly to the thread that writes recordings. */
export type RecordingMessage =
  | { type: "open"; id: RecordingId; plan: NewRecording }
  | { type: "samples"; id: RecordingId; samples: Int16Array }
  | { type: "close"; id: RecordingId; fault: "disk_too_slow" | null };

export type RecordingReply =
  | { type: "taken"; id: RecordingId; samples: Int16Array }
  | { type: "failed"; id: RecordingId };

export type WriterOrder = { type: "source"; port: MessagePort } | { type: "close" };
export type WriterReport =
  | { type: "ended"; id: RecordingId; end: RecordingEnd }
  | { type: "closed" };
