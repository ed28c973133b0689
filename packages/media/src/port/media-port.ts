/**
 * The one interface between the main thread and the media worker. The caller of the port makes the
 * ids; every message that crosses is plain data, so that it can be posted to a thread.
 */

import type { RtpEndpoint, RtpRemote } from "@linedesk/audio";

/** Ids are made by the caller of the port, unique for the life of the worker. */
export type LegId = string;
export type RoomId = string;
export type PlaybackId = string;
export type RecordingId = string;

/** What a leg or a room can be made to hear. */
export type AudioSource =
  /** WAV, MP3 or Ogg over HTTP, or an endless stream; decoded once for all who hear it. */
  | {
      type: "url";
      url: string;
      /** Heard in place of a stream that gives no sound; the built-in music unless given. */
      musicUrl?: string;
    }
  /** One of the sounds that ship with the exchange, by file name without ending. */
  | { type: "builtin"; name: string }
  /** A WAV file on this machine, such as speech made by espeak-ng; removed by whoever made it. */
  | { type: "file"; path: string }
  /** DTMF digits; `w` is 0.5 s of silence, `W` 1 s. */
  | { type: "tones"; digits: string }
  | { type: "ringback" }
  | { type: "silence"; durationMs: number };

/** A member of a room. One on hold neither hears nor is heard, but for their own playback. */
export interface Membership {
  muted: boolean;
  hold: boolean;
  /** They are heard and hear nothing of the room: a far end that has not answered yet. */
  deaf?: boolean;
}

/** What is measured of one leg, from RTP and RTCP (RFC 3550). */
export interface LegStats {
  packetsReceived: number;
  packetsSent: number;
  packetsLost: number;
  /** SRTP that was not authentic, or not for the first time. */
  packetsRejected: number;
  /** Of the last second; null where nothing came in it. */
  lossPercent: number | null;
  /** RFC 3550 interarrival jitter. */
  jitterMs: number;
  /** From RTCP; null until the first report. */
  roundTripMs: number | null;
  /** By the E-model in the voice SDK's form, of the last second; null where nothing came. */
  mos: number | null;
  /** 0..1, loudness of what the leg said in the last second. */
  level: number;
  /** What it said in the last second; full scale is 0, silence -96. */
  rmsDbfs: number;
  peakDbfs: number;
  /** Samples at full scale since the start. */
  clippedSamples: number;
  isSpeaking: boolean;
  /** Depth of the adaptive jitter buffer now. */
  bufferMs: number;
}

/** How the media itself is, since its start. */
export interface MediaHealth {
  legs: number;
  /** Ticks of the mixer that began at least one tick late; those lost for good are not in it. */
  lateTicks: number;
  /** Ticks that were lost because the thread was stopped for too long. */
  skippedTicks: number;
  /** Of all legs, those that have ended too. */
  packetsReceived: number;
  packetsSent: number;
  packetsLost: number;
}

/** Why a playback is over; `failed` carries a sentence for the log. */
export type PlaybackEnd =
  | { reason: "finished" }
  | { reason: "stopped" }
  | { reason: "failed"; message: string };

/** What a recording takes down, and where to. */
export interface RecordingPlan {
  /** Of the WAV file, which must not be there yet. */
  path: string;
  leg: LegId;
  /** What the leg says, or that and what it hears. */
  track: "inbound" | "both";
  /** Says `recording.quiet` when it was silent for so long. */
  quietAfterMs: number | null;
}

export type RecordingFault =
  /** The leg is not there, or too many recordings run. */
  "nothing_to_record" | "disk_full" | "disk_too_slow" | "disk_failed";

/** `saved` with a fault: the file is good, and stops early. */
export type RecordingEnd =
  | {
      reason: "saved";
      durationMs: number;
      bytes: number;
      /** SHA-256 of the file, in hex. */
      checksum: string;
      fault: RecordingFault | null;
    }
  | { reason: "failed"; code: RecordingFault };

/** What the media reports, in the order in which it happens. */
export type MediaEvent =
  /** ICE and DTLS are up (browser), or the first packet came (SIP). */
  | { type: "leg.connected"; leg: LegId }
  /** No media for 5 s (ICE consent lost, or RTP stopped). */
  | { type: "leg.media_lost"; leg: LegId }
  /** Media is back after `leg.media_lost`. */
  | { type: "leg.media_restored"; leg: LegId }
  /** The media of this leg cannot come back. */
  | { type: "leg.failed"; leg: LegId; message: string }
  /**
   * One complete RFC 4733 digit: 0-9 * # A-D. From a SIP leg without telephone events it was found
   * in the sound, which others of a room have heard as well.
   */
  | { type: "leg.digit"; leg: LegId; digit: string; isInBand?: true }
  /** Somebody began or stopped speaking, in the room or not. */
  | { type: "leg.speech"; leg: LegId; isSpeaking: boolean }
  /**
   * The programme is heard behind what the leg says, so many milliseconds late, or no longer. It is
   * earlier than 0 where the radio is ahead of the programme as it came to us.
   */
  | { type: "leg.programme"; leg: LegId; isAudible: boolean; lagMs: number }
  /** The leg is closed; what was measured of it last. */
  | { type: "leg.closed"; leg: LegId; stats: LegStats }
  | { type: "playback.ended"; playback: PlaybackId; end: PlaybackEnd }
  | { type: "recording.quiet"; recording: RecordingId }
  /** Once for every recording, when its file is whole and on the disk. */
  | { type: "recording.ended"; recording: RecordingId; end: RecordingEnd };

/** Recordings; the answer to each is one `recording.ended`. */
export interface RecordingPort {
  /** It ends when it is stopped, and with its leg. */
  start(recording: RecordingId, plan: RecordingPlan): void;
  /** What is said meanwhile is left out, or replaced by silence of that length. */
  pause(recording: RecordingId, how: "skip" | "silence"): void;
  resume(recording: RecordingId): void;
  stop(recording: RecordingId): void;
}

/** Legs, rooms, playbacks and recordings, by ids that the caller makes. */
export interface MediaPort {
  /** A browser's offer in, our answer out (one codec and telephone-event, candidates included). */
  answerWebRtc(leg: LegId, offerSdp: string): Promise<string>;
  /** Our offer for a browser that we ring. */
  offerWebRtc(leg: LegId): Promise<string>;
  acceptWebRtc(leg: LegId, answerSdp: string): Promise<void>;
  /** ICE restart: a new offer for a living leg, the new answer out; the audio goes on. */
  restartIce(leg: LegId, offerSdp: string): Promise<string>;

  /** Opens a UDP port for a SIP leg and says where it listens. */
  openRtp(leg: LegId): Promise<RtpEndpoint>;
  /** Sets or changes the far end; the source address is then learnt once and locked. */
  connectRtp(leg: LegId, remote: RtpRemote): Promise<void>;
  /**
   * Whether this SIP leg sends 5 s of packets at most to an address of which none came yet: one
   * that somebody has only named may be a victim's. No leg does until it is said.
   */
  limitUnheard(leg: LegId, isLimited: boolean): void;

  /** Idempotent. Ends the leg's playbacks and its membership. */
  closeLeg(leg: LegId): void;

  /** A leg is in one room at most; a room exists while it has members. */
  joinRoom(leg: LegId, room: RoomId, membership: Membership): void;
  setMembership(leg: LegId, membership: Partial<Membership>): void;
  leaveRoom(leg: LegId): void;

  /**
   * The leg alone hears it: instead of the room while on hold or outside any room, on top of it
   * otherwise. `loop` 0 means until stopped. A new playback on a leg replaces the one before.
   */
  play(leg: LegId, playback: PlaybackId, source: AudioSource, loop: number): void;
  stop(playback: PlaybackId): void;

  /** RFC 4733 digits towards the far end, in the leg's outgoing stream. */
  sendDigits(leg: LegId, digits: string): void;

  /**
   * Compares a leg with a programme while it talks in a room; one at a time. Of one that was
   * audible before it is told when it is heard no more.
   */
  watchProgramme(leg: LegId, url: string, isAudible: boolean): void;
  /** Idempotent. */
  unwatchProgramme(leg: LegId): void;

  readonly recordings: RecordingPort;

  stats(leg: LegId): Promise<LegStats | null>;
  health(): Promise<MediaHealth>;
  onEvent(listener: (event: MediaEvent) => void): () => void;
  close(): Promise<void>;
}
