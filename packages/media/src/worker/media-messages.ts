import type { MessagePort } from "node:worker_threads";

import type { StoredSource } from "../engine/playbacks.ts";
import type { LiveStreamEvent } from "../live/live-streams.ts";
import type { MediaErrorCode } from "../media-error.ts";
import type { MediaEvent, MediaPort, RecordingPort } from "../port/media-port.ts";

/** The methods of the port that return an answer; a `CastMethod` returns none. */
export type CallMethod =
  | "answerWebRtc"
  | "offerWebRtc"
  | "acceptWebRtc"
  | "restartIce"
  | "openRtp"
  | "connectRtp"
  | "stats"
  | "health";
export type CastMethod =
  | "limitUnheard"
  | "closeLeg"
  | "joinRoom"
  | "setMembership"
  | "leaveRoom"
  | "play"
  | "stop"
  | "sendDigits"
  | "watchProgramme"
  | "unwatchProgramme";

export type MediaCall = {
  [M in CallMethod]: { method: M; args: Parameters<MediaPort[M]> };
}[CallMethod];
export type MediaCast = {
  [M in CastMethod]: { method: M; args: Parameters<MediaPort[M]> };
}[CastMethod];

export type RecordingCast = {
  [M in keyof RecordingPort]: { method: M; args: Parameters<RecordingPort[M]> };
}[keyof RecordingPort];

export type MediaMessage =
  | { type: "call"; id: number; call: MediaCall }
  | { type: "cast"; cast: MediaCast }
  | { type: "recording"; cast: RecordingCast }
  | { type: "sound.loaded"; id: number; samples: Int16Array }
  /** An endless sound, which is read through this ring buffer. */
  | {
      type: "sound.live";
      id: number;
      live: number;
      ring: SharedArrayBuffer;
      musicUrl: string | null;
    }
  | LiveStreamEvent
  | { type: "sound.failed"; id: number; message: string }
  /** The port to the thread that writes recordings, or `null` when that thread has ended. */
  | { type: "writer"; port: MessagePort | null }
  | { type: "close" };

export type MediaReply =
  /** `isUrgent` is false when the system refused a higher priority. */
  | { type: "ready"; isUrgent: boolean }
  | { type: "answered"; id: number; value: unknown }
  | { type: "refused"; id: number; code: MediaErrorCode; message: string }
  | { type: "event"; event: MediaEvent }
  | { type: "sound.wanted"; id: number; source: StoredSource }
  /** The current number of listeners of an endless sound. */
  | { type: "live.listeners"; live: number; count: number }
  /** An unexpected error happened; the mixer continues. */
  | { type: "fault"; message: string }
  | { type: "closed" };

export interface WorkerSettings {
  bindAddress: string;
  portRange: { min: number; max: number } | null;
  advertise: string[];
  maxLegs: number;
  webRtcClaim: SharedArrayBuffer;
  pulse: SharedArrayBuffer;
}
