import { fileURLToPath } from "node:url";
import type { MessagePort, Worker } from "node:worker_threads";
import type { AnswerPlan } from "./answering/answer-state.ts";
import { MediaError } from "./media-error.ts";
import type {
  CallMethod,
  FromWorker,
  MediaCall,
  MediaCast,
  ToWorker,
  WorkerSettings,
} from "./engine/media-messages.ts";
import type { StoredSource } from "./engine/media-engine.ts";
import type {
  AudioSource,
  LegId,
  LegStats,
  MediaEvent,
  MediaPort,
  Membership,
  PlaybackId,
  RoomId,
  RtpEndpoint,
  RtpRemote,
} from "./media-port.ts";
import { RecordingThread } from "./recording/recording-thread.ts";
import { LiveDecoder } from "./live/live-decoder.ts";
import { LiveStreams } from "./live/live-streams.ts";
import { SoundDecoder } from "./sounds/sound-decoder.ts";
import type { FetchRules } from "./sounds/sound-connection.ts";
import { SoundLibrary } from "./playback/sound-library.ts";
import { isRelease, startThread } from "./thread-file.ts";

export interface MediaOptions {
  /** Where RTP and ICE listen; "0.0.0.0" for all interfaces. Default 127.0.0.1. */
  bindAddress?: string;
  /** UDP ports for RTP and ICE, inclusive; the system chooses where it is left out. */
  portRange?: { min: number; max: number };
  /** Addresses that the world reaches us at, where these are not our own (behind a router). */
  advertise?: string[];
  maxLegs?: number;
  /** Where the built-in WAV files lie; default beside the source or the bundle. */
  soundsDirectory?: string;
  /** May a sound be fetched from there? Asked for every redirect too. */
  isAllowedUrl: FetchRules["isAllowedUrl"];
  /** May this IP address be connected to for it? Every one may where it is left out. */
  isAllowedAddress?: FetchRules["isAllowedAddress"];
  /** A mistake inside the media that did not end it; to be logged. */
  onFault?(message: string): void;
  /** The media thread is gone and all calls with it. */
  onFailure?(error: MediaError): void;
}

type Answer<M extends CallMethod> = Awaited<ReturnType<MediaPort[M]>>;

interface Pending {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

const startTimeoutMs = 20_000;
const closeTimeoutMs = 5000;
const maxPending = 10_000;

/**
 * Starts the media worker and resolves when it is mixing. A process may start several, one after
 * another or at once, but only its first one can serve browsers; after `onFailure` a new process is
 * needed. Throws MediaError `media_broken`.
 */
export async function startMedia(options: MediaOptions): Promise<MediaPort> {
  const settings: WorkerSettings = {
    bindAddress: options.bindAddress ?? "127.0.0.1",
    portRange: options.portRange ?? null,
    advertise: options.advertise ?? [],
    maxLegs: options.maxLegs ?? 2000,
    webRtcClaim: webRtcClaim(),
  };
  const thread = new MediaThread(startThread("media-worker", settings), options);
  await thread.ready;
  if (isRelease) thread.recordings.prepare();
  return thread;
}

class MediaThread implements MediaPort {
  readonly ready: Promise<void>;
  readonly #worker: Worker;
  readonly #options: MediaOptions;
  readonly recordings: RecordingThread;
  readonly #decoder = new SoundDecoder();
  readonly #liveDecoder = new LiveDecoder();
  readonly #streams: LiveStreams;
  readonly #sounds: SoundLibrary;
  readonly #pending = new Map<number, Pending>();
  readonly #listeners = new Set<(event: MediaEvent) => void>();
  #lastId = 0;
  #status: "starting" | "running" | "closing" | "gone" = "starting";
  #closed: Promise<void> | null = null;
  #handleReady: () => void = () => undefined;
  #handleStartFailure: (error: MediaError) => void = () => undefined;

  constructor(worker: Worker, options: MediaOptions) {
    this.#worker = worker;
    this.#options = options;
    const clock = { nowMs: () => performance.now() };
    this.#streams = new LiveStreams({
      feeder: this.#liveDecoder,
      clock,
      onEvent: (event) => this.#post(event),
    });
    this.#sounds = new SoundLibrary({
      soundsDirectory: options.soundsDirectory ?? defaultSoundsDirectory(),
      isAllowedUrl: options.isAllowedUrl,
      isAllowedAddress: options.isAllowedAddress ?? (() => true),
      streams: this.#streams,
      decode: async (bytes, how) => this.#decoder.decode(bytes, how),
      clock,
    });
    this.recordings = new RecordingThread({
      cast: (cast) => this.#postIfRunning({ type: "recording", cast }),
      setWriter: (port) =>
        this.#postIfRunning({ type: "writer", port }, port === null ? [] : [port]),
      onEnded: (recording, end) => this.#emit({ type: "recording.ended", recording, end }),
      onFault: (message) => options.onFault?.(message),
    });
    this.ready = this.#started();
    worker.on("message", (message: FromWorker) => this.#handle(message));
    worker.on("error", (error) => this.#handleGone(error.message));
    worker.on("exit", () => this.#handleGone("The media thread ended"));
  }

  async answerWebRtc(leg: LegId, offerSdp: string): Promise<string> {
    return this.#call({ method: "answerWebRtc", args: [leg, offerSdp] });
  }

  async offerWebRtc(leg: LegId): Promise<string> {
    return this.#call({ method: "offerWebRtc", args: [leg] });
  }

  async acceptWebRtc(leg: LegId, answerSdp: string): Promise<void> {
    return this.#call({ method: "acceptWebRtc", args: [leg, answerSdp] });
  }

  async restartIce(leg: LegId, offerSdp: string): Promise<string> {
    return this.#call({ method: "restartIce", args: [leg, offerSdp] });
  }

  async openRtp(leg: LegId): Promise<RtpEndpoint> {
    return this.#call({ method: "openRtp", args: [leg] });
  }

  async connectRtp(leg: LegId, remote: RtpRemote): Promise<void> {
    return this.#call({ method: "connectRtp", args: [leg, remote] });
  }

  async stats(leg: LegId): Promise<LegStats | null> {
    return this.#call({ method: "stats", args: [leg] });
  }

  closeLeg(leg: LegId): void {
    this.#cast({ method: "closeLeg", args: [leg] });
  }

  joinRoom(leg: LegId, room: RoomId, membership: Membership): void {
    this.#cast({ method: "joinRoom", args: [leg, room, membership] });
  }

  setMembership(leg: LegId, membership: Partial<Membership>): void {
    this.#cast({ method: "setMembership", args: [leg, membership] });
  }

  leaveRoom(leg: LegId): void {
    this.#cast({ method: "leaveRoom", args: [leg] });
  }

  play(leg: LegId, playback: PlaybackId, source: AudioSource, loop: number): void {
    this.#cast({ method: "play", args: [leg, playback, source, loop] });
  }

  playRoom(room: RoomId, playback: PlaybackId, source: AudioSource, loop: number): void {
    this.#cast({ method: "playRoom", args: [room, playback, source, loop] });
  }

  stop(playback: PlaybackId): void {
    this.#cast({ method: "stop", args: [playback] });
  }

  sendDigits(leg: LegId, digits: string): void {
    this.#cast({ method: "sendDigits", args: [leg, digits] });
  }

  watchAnswer(leg: LegId, plan: AnswerPlan): void {
    this.#cast({ method: "watchAnswer", args: [leg, plan] });
  }

  onEvent(listener: (event: MediaEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#closed ??= this.#end();
    return this.#closed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #started(): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new MediaError("media_broken", "The media thread did not start within 20 s"));
        void this.#worker.terminate();
      }, startTimeoutMs);
      this.#handleReady = () => {
        clearTimeout(timer);
        this.#status = "running";
        resolve();
      };
      this.#handleStartFailure = (error) => {
        clearTimeout(timer);
        reject(error);
      };
    });
  }

  async #call<M extends CallMethod>(call: Extract<MediaCall, { method: M }>): Promise<Answer<M>> {
    if (this.#status !== "running") throw new MediaError("media_closed", "The media is closed");
    if (this.#pending.size >= maxPending) {
      throw new MediaError("media_broken", "The media thread does not keep up");
    }
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise<Answer<M>>((resolve, reject) => {
      // The worker answers each method with that method's own result.
      const settle = (value: unknown) => resolve(value as Answer<M>);
      this.#pending.set(id, { resolve: settle, reject });
      this.#post({ type: "call", id, call });
    });
  }

  #cast(cast: MediaCast): void {
    this.#postIfRunning({ type: "cast", cast });
  }

  #postIfRunning(message: ToWorker, transfer: MessagePort[] = []): void {
    if (this.#status === "running") this.#worker.postMessage(message, transfer);
  }

  #post(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  #emit(event: MediaEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  #handle(message: FromWorker): void {
    switch (message.type) {
      case "ready":
        return this.#handleReady();
      case "answered":
        return this.#take(message.id)?.resolve(message.value);
      case "refused":
        return this.#take(message.id)?.reject(new MediaError(message.code, message.message));
      case "event":
        return this.#handleEvent(message.event);
      case "sound.wanted":
        void this.#bringSound(message.id, message.source);
        return;
      case "live.listeners":
        return this.#streams.setListeners(message.live, message.count);
      case "fault":
        return this.#options.onFault?.(message.message);
      case "closed":
        return;
    }
  }

  /** The media worker refuses a recording; all others are ended by the writer. */
  #handleEvent(event: MediaEvent): void {
    if (event.type === "recording.ended") this.recordings.ended(event.recording, event.end);
    else this.#emit(event);
  }

  #take(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }

  async #bringSound(id: number, source: StoredSource): Promise<void> {
    try {
      const sound = await this.#sounds.load(source);
      if (sound instanceof Int16Array) this.#post({ type: "sound.loaded", id, samples: sound });
      else this.#post({ type: "sound.live", id, live: sound.id, ring: sound.ring });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#post({ type: "sound.failed", id, message });
    }
  }

  #handleGone(why: string): void {
    if (this.#status === "gone") return;
    const wasClosing = this.#status === "closing";
    this.#status = "gone";
    const error = new MediaError(wasClosing ? "media_closed" : "media_broken", why);
    this.#handleStartFailure(error);
    for (const pending of this.#pending.values()) pending.reject(error);
    this.#pending.clear();
    if (!wasClosing) this.#options.onFailure?.(error);
  }

  async #end(): Promise<void> {
    this.#streams.close();
    const wasGone = this.#status === "gone";
    if (!wasGone) {
      this.#status = "closing";
      const exited = new Promise<void>((resolve) => this.#worker.once("exit", () => resolve()));
      this.#post({ type: "close" });
      const timer = setTimeout(() => void this.#worker.terminate(), closeTimeoutMs);
      await exited;
      clearTimeout(timer);
    }
    await this.recordings.close();
    await this.#decoder.close();
    await this.#liveDecoder.close();
    this.#listeners.clear();
  }
}

/** On the global object, since it must be one for the process even if this module is loaded twice. */
function webRtcClaim(): SharedArrayBuffer {
  const key = Symbol.for("linedesk.webrtc-claim");
  const known: unknown = Reflect.get(globalThis, key);
  if (known instanceof SharedArrayBuffer) return known;
  const claim = new SharedArrayBuffer(4);
  Reflect.set(globalThis, key, claim);
  return claim;
}

function defaultSoundsDirectory(): string {
  const isSource = import.meta.url.endsWith(".ts");
  return fileURLToPath(new URL(isSource ? "../../sounds/" : "./sounds/", import.meta.url));
}
