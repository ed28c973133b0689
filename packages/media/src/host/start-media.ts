import type { RtpEndpoint, RtpRemote } from "@linedesk/audio";
import type { ThreadPulse } from "@linedesk/base";
import type { MediaError } from "../media-error.ts";
import type {
  AudioSource,
  LegId,
  LegStats,
  MediaEvent,
  MediaHealth,
  MediaPort,
  Membership,
  PlaybackId,
  RecordingPort,
  RoomId,
  UnheardLimit,
} from "../port/media-port.ts";
import type { FetchRules } from "../sounds/open-connection.ts";
import { soundsFolder } from "../sources/sounds-folder.ts";
import { isRelease, startThread } from "../start-thread.ts";
import type { WorkerSettings } from "../worker/media-messages.ts";
import { TickCounter } from "../worker/tick-counter.ts";
import { MediaWorkerHost } from "./media-worker-host.ts";

export interface MediaOptions {
  network?: MediaNetwork;
  maxLegs?: number;
  /** The folder of the built-in WAV files; by default beside the source or the bundle. */
  soundsDirectory?: string;
  /** Allows or refuses an address of a sound. Called for every redirect too. */
  isAllowedUrl: FetchRules["isAllowedUrl"];
  /** Allows or refuses an IP address of a sound. Without it every address is allowed. */
  isAllowedAddress?: FetchRules["isAllowedAddress"];
  /** A recoverable fault inside the media, for the log. */
  onFault?(message: string): void;
  /**
   * Is called when the system refuses a higher priority for the media thread, which then mixes
   * without it.
   */
  onPriorityRefused?(): void;
  /** The media thread has ended, and all calls with it. */
  onFailure?(error: MediaError): void;
}

export interface MediaNetwork {
  /** The local address, "0.0.0.0" for all interfaces; by default 127.0.0.1. */
  bindAddress?: string;
  /** UDP ports, inclusive. Without a range the system chooses. */
  portRange?: { min: number; max: number };
  /** Public addresses behind a router, if they differ from the machine's own. */
  advertise?: string[];
}

/** The media of this process, with the number of ticks that reveals a hanging thread. */
export interface RunningMedia extends MediaPort {
  readTicks(): ThreadPulse;
}

/**
 * Starts the media worker and resolves when it mixes. A process may start several workers, but only
 * its first one can serve browsers. After `onFailure` a new process is needed. Throws MediaError
 * `media_broken`.
 */
export async function startMedia(options: MediaOptions): Promise<RunningMedia> {
  const { bindAddress = "127.0.0.1", portRange = null, advertise = [] } = options.network ?? {};
  const pulse = new TickCounter();
  const settings: WorkerSettings = {
    bindAddress,
    portRange,
    advertise,
    maxLegs: options.maxLegs ?? 2000,
    webRtcClaim: webRtcClaim(),
    pulse: pulse.shared,
  };
  const host = new MediaWorkerHost(startThread("media-worker", settings), {
    soundsDirectory: options.soundsDirectory ?? soundsFolder(),
    isAllowedUrl: options.isAllowedUrl,
    isAllowedAddress: options.isAllowedAddress ?? (() => true),
    onFault: (message) => options.onFault?.(message),
    onPriorityRefused: () => options.onPriorityRefused?.(),
    onFailure: (error) => options.onFailure?.(error),
  });
  await host.ready;
  if (isRelease) {
    host.recordings.prepare();
  }
  return new MediaThread(host, pulse);
}

class MediaThread implements RunningMedia {
  readonly recordings: RecordingPort;
  readonly #host: MediaWorkerHost;
  readonly #pulse: TickCounter;

  constructor(host: MediaWorkerHost, pulse: TickCounter) {
    this.#host = host;
    this.#pulse = pulse;
    this.recordings = host.recordings;
  }

  readTicks(): ThreadPulse {
    return this.#pulse.read();
  }

  async answerWebRtc(leg: LegId, offerSdp: string): Promise<string> {
    return this.#host.call({ method: "answerWebRtc", args: [leg, offerSdp] });
  }

  async offerWebRtc(leg: LegId): Promise<string> {
    return this.#host.call({ method: "offerWebRtc", args: [leg] });
  }

  async acceptWebRtc(leg: LegId, answerSdp: string): Promise<void> {
    return this.#host.call({ method: "acceptWebRtc", args: [leg, answerSdp] });
  }

  async restartIce(leg: LegId, offerSdp: string): Promise<string> {
    return this.#host.call({ method: "restartIce", args: [leg, offerSdp] });
  }

  async openRtp(leg: LegId, port?: number): Promise<RtpEndpoint> {
    return this.#host.call({ method: "openRtp", args: port === undefined ? [leg] : [leg, port] });
  }

  async connectRtp(leg: LegId, remote: RtpRemote): Promise<void> {
    return this.#host.call({ method: "connectRtp", args: [leg, remote] });
  }

  async stats(leg: LegId): Promise<LegStats | null> {
    return this.#host.call({ method: "stats", args: [leg] });
  }

  async health(): Promise<MediaHealth> {
    return this.#host.call({ method: "health", args: [] });
  }

  limitUnheard(leg: LegId, limit: UnheardLimit): void {
    this.#host.cast({ method: "limitUnheard", args: [leg, limit] });
  }

  closeLeg(leg: LegId): void {
    this.#host.cast({ method: "closeLeg", args: [leg] });
  }

  joinRoom(leg: LegId, room: RoomId, membership: Membership): void {
    this.#host.cast({ method: "joinRoom", args: [leg, room, membership] });
  }

  setMembership(leg: LegId, membership: Partial<Membership>): void {
    this.#host.cast({ method: "setMembership", args: [leg, membership] });
  }

  leaveRoom(leg: LegId): void {
    this.#host.cast({ method: "leaveRoom", args: [leg] });
  }

  play(leg: LegId, playback: PlaybackId, source: AudioSource, loop: number): void {
    this.#host.cast({ method: "play", args: [leg, playback, source, loop] });
  }

  stop(playback: PlaybackId): void {
    this.#host.cast({ method: "stop", args: [playback] });
  }

  sendDigits(leg: LegId, digits: string): void {
    this.#host.cast({ method: "sendDigits", args: [leg, digits] });
  }

  watchProgramme(leg: LegId, url: string, isAudible: boolean): void {
    this.#host.cast({ method: "watchProgramme", args: [leg, url, isAudible] });
  }

  unwatchProgramme(leg: LegId): void {
    this.#host.cast({ method: "unwatchProgramme", args: [leg] });
  }

  onEvent(listener: (event: MediaEvent) => void): () => void {
    return this.#host.onEvent(listener);
  }

  async close(): Promise<void> {
    return this.#host.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

/**
 * The claim of the WebRTC library is stored on the global object, so that two copies of this module
 * in one process share it.
 */
function webRtcClaim(): SharedArrayBuffer {
  const key = Symbol.for("linedesk.webrtc-claim");
  const known: unknown = Reflect.get(globalThis, key);
  if (known instanceof SharedArrayBuffer) {
    return known;
  }
  const claim = new SharedArrayBuffer(4);
  Reflect.set(globalThis, key, claim);
  return claim;
}
