/**
 * The only interface between the main thread and the media worker. Every message is plain data, so
 * that it can be posted to a thread.
 */

import type { RtpEndpoint, RtpRemote } from "@linedesk/audio";

/** The caller of the port makes the ids. An id is unique while the worker runs. */
export type LegId = string;
export type RoomId = string;
export type PlaybackId = string;
export type RecordingId = string;

/** A source that a leg can play. */
export type AudioSource =
  /** WAV, MP3 or Ogg over HTTP, or an endless stream. It is decoded once for all listeners. */
  | {
      type: "url";
      url: string;
      /** The address of the music that replaces a silent stream; by default the built-in music. */
      musicUrl?: string;
    }
  /** A sound that is part of the exchange, by its file name without `.wav`. */
  | { type: "builtin"; name: string }
  /** A WAV file on this machine, such as speech of espeak-ng. The caller removes it. */
  | { type: "file"; path: string }
  /** DTMF digits; `w` is 0.5 s of silence, `W` 1 s. */
  | { type: "tones"; digits: string }
  | { type: "ringback" }
  | { type: "silence"; durationMs: number };

/** A member of a room. A member on hold hears only its own playback, and is not heard. */
export interface Membership {
  muted: boolean;
  hold: boolean;
  /**
   * The member is heard and hears nothing of the room, like a far end that has not answered yet.
   */
  deaf?: boolean;
}

/** The measurements of one leg, from RTP and RTCP (RFC 3550). */
export interface LegStats {
  packetsReceived: number;
  packetsSent: number;
  packetsLost: number;
  /** SRTP packets that failed authentication or were replayed. */
  packetsRejected: number;
  /** The loss of the last second; `null` if no packet came in it. */
  lossPercent: number | null;
  /** The interarrival jitter of RFC 3550. */
  jitterMs: number;
  /** The round trip from RTCP, or `null` until the first report. */
  roundTripMs: number | null;
  /** The MOS of the last second, by the voice SDK's E-model; `null` without packets. */
  mos: number | null;
  /** The loudness of the leg's own sound in the last second, 0..1. */
  level: number;
  /** The level of the leg's own sound in the last second. Full scale is 0, silence -96. */
  rmsDbfs: number;
  peakDbfs: number;
  /** The number of samples at full scale since the start. */
  clippedSamples: number;
  isSpeaking: boolean;
  /** The current depth of the adaptive jitter buffer. */
  bufferMs: number;
}

/** The health of the media since its start. */
export interface MediaHealth {
  legs: number;
  /** The number of ticks that began at least one tick late. Lost ticks do not count. */
  lateTicks: number;
  /** The number of ticks that were lost because the thread was stopped for too long. */
  skippedTicks: number;
  /** The packets of all legs, including ended legs. */
  packetsReceived: number;
  packetsSent: number;
  packetsLost: number;
}

/** The reason why a playback ended; `failed` contains a sentence for the log. */
export type PlaybackEnd =
  | { reason: "finished" }
  | { reason: "stopped" }
  | { reason: "failed"; message: string };

/** The source and the target of a recording. */
export interface RecordingPlan {
  /** The path of the WAV file, which must not exist yet. */
  path: string;
  leg: LegId;
  /** `inbound` is the leg's own sound; `both` adds the sound that the leg hears. */
  track: "inbound" | "both";
  /** Emits `recording.quiet` after this much silence. */
  quietAfterMs: number | null;
}

export type RecordingFault =
  /** The leg does not exist, or too many recordings run. */
  "nothing_to_record" | "disk_full" | "disk_too_slow" | "disk_failed";

/** `saved` with a fault means that the file is valid and ends early. */
export type RecordingEnd =
  | {
      reason: "saved";
      durationMs: number;
      bytes: number;
      /** The SHA-256 of the file, in hex. */
      checksum: string;
      fault: RecordingFault | null;
    }
  | { reason: "failed"; code: RecordingFault };

/** The events of the media, in the order in which they happen. */
export type MediaEvent =
  /** ICE and DTLS are up (browser), or the first packet came (SIP). */
  | { type: "leg.connected"; leg: LegId }
  /** No media came for 5 s (ICE consent lost, or RTP stopped). */
  | { type: "leg.media_lost"; leg: LegId }
  /** Media came again after `leg.media_lost`. */
  | { type: "leg.media_restored"; leg: LegId }
  /**
   * The packets of a SIP leg now go to this address. The leg's own packets have shown it, or it is
   * the signalled address again.
   */
  | { type: "leg.source"; leg: LegId; source: RtpEndpoint }
  /** The media of this leg cannot return. */
  | { type: "leg.failed"; leg: LegId; message: string }
  /**
   * One complete DTMF digit: 0-9 * # A-D. If a SIP leg sends no telephone events, its digits are
   * detected in band, and the other members of the room have heard the tones.
   */
  | { type: "leg.digit"; leg: LegId; digit: string; isInBand?: true }
  /** Speech began or stopped, inside or outside a room. */
  | { type: "leg.speech"; leg: LegId; isSpeaking: boolean }
  /**
   * The programme became audible behind the leg's voice, with a delay of `lagMs`, or is no longer
   * audible. `lagMs` is negative if the radio is ahead of the programme that the exchange receives.
   */
  | { type: "leg.programme"; leg: LegId; isAudible: boolean; lagMs: number }
  /** The leg is closed. `stats` are its last measurements. */
  | { type: "leg.closed"; leg: LegId; stats: LegStats }
  | { type: "playback.ended"; playback: PlaybackId; end: PlaybackEnd }
  | { type: "recording.quiet"; recording: RecordingId }
  /** Emitted once for every recording, after its whole file is on the disk. */
  | { type: "recording.ended"; recording: RecordingId; end: RecordingEnd };

/** Controls recordings. Each recording ends with exactly one `recording.ended`. */
export interface RecordingPort {
  /** The recording ends with `stop` or with its leg. */
  start(recording: RecordingId, plan: RecordingPlan): void;
  /** The sound of the pause is skipped, or replaced by silence of that length. */
  pause(recording: RecordingId, how: "skip" | "silence"): void;
  resume(recording: RecordingId): void;
  stop(recording: RecordingId): void;
}

/** `call`: 5 s of packets for each leg; `host`: also 1 s a minute for each host, over all legs. */
export type UnheardLimit = "none" | "call" | "host";

/** Legs, rooms, playbacks and recordings, by ids that the caller makes. */
export interface MediaPort {
  /**
   * Accepts a browser's offer and returns the answer: one codec, telephone-event and candidates.
   */
  answerWebRtc(leg: LegId, offerSdp: string): Promise<string>;
  /** Returns the offer for a browser that the exchange rings. */
  offerWebRtc(leg: LegId): Promise<string>;
  acceptWebRtc(leg: LegId, answerSdp: string): Promise<void>;
  /** Restarts ICE: accepts a new offer for a live leg, returns the answer, and keeps the sound. */
  restartIce(leg: LegId, offerSdp: string): Promise<string>;

  /**
   * Opens a UDP port for a SIP leg and returns its address. With `port` it opens that port, which
   * the leg had before the exchange restarted, and fails if the port is in use.
   */
  openRtp(leg: LegId, port?: number): Promise<RtpEndpoint>;
  /**
   * Sets or changes the far end. The port then learns the source address from the first packet, and
   * keeps it.
   */
  connectRtp(leg: LegId, remote: RtpRemote): Promise<void>;
  /**
   * Limits how many packets a SIP leg sends to an address from which no packet has come yet,
   * because a signalled address may belong to a victim. By default no leg is limited.
   */
  limitUnheard(leg: LegId, limit: UnheardLimit): void;

  /** Ends the leg's playbacks and its membership. Repeated calls change nothing. */
  closeLeg(leg: LegId): void;

  /** A leg is in at most one room; a room exists while it has members. */
  joinRoom(leg: LegId, room: RoomId, membership: Membership): void;
  setMembership(leg: LegId, membership: Partial<Membership>): void;
  leaveRoom(leg: LegId): void;

  /**
   * Plays to this leg only: instead of the room while the leg is on hold or in no room, otherwise
   * over the room. `loop` 0 repeats until stopped. A new playback on a leg replaces the previous
   * one.
   */
  play(leg: LegId, playback: PlaybackId, source: AudioSource, loop: number): void;
  stop(playback: PlaybackId): void;

  /** Sends RFC 4733 digits to the far end, in the leg's outgoing stream. */
  sendDigits(leg: LegId, digits: string): void;

  /**
   * Compares a leg with a programme while the leg is in a room and not on hold; one programme at a
   * time. `isAudible` means that the programme was audible before, so that its end is reported.
   */
  watchProgramme(leg: LegId, url: string, isAudible: boolean): void;
  /** Repeated calls change nothing. */
  unwatchProgramme(leg: LegId): void;

  readonly recordings: RecordingPort;

  stats(leg: LegId): Promise<LegStats | null>;
  health(): Promise<MediaHealth>;
  onEvent(listener: (event: MediaEvent) => void): () => void;
  close(): Promise<void>;
}
