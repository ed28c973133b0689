import type { MessagePort, Worker } from "node:worker_threads";

import type { StoredSource } from "../engine/playbacks.ts";
import { MediaError } from "../media-error.ts";
import type { MediaEvent } from "../port/media-port.ts";
import type { FetchRules } from "../sounds/open-connection.ts";
import { SoundProvider } from "../sources/sound-provider.ts";
import type {
  CallMethod,
  MediaReply,
  MediaCall,
  MediaCast,
  MediaMessage,
} from "../worker/media-messages.ts";
import { PendingCalls, type Answer } from "./pending-calls.ts";
import { RecordingThread } from "./recording-thread.ts";

export interface MediaWorkerHostOptions extends FetchRules {
  soundsDirectory: string;
  /** A recoverable fault inside the media thread. */
  onFault(message: string): void;
  /**
   * Is called when the system refuses a higher priority for the media thread, which then mixes
   * without it.
   */
  onPriorityRefused(): void;
  /** The media thread has ended, and all calls with it. */
  onFailure(error: MediaError): void;
}

const CLOSE_TIMEOUT_MS = 5000;

/** The main thread's side of the media thread: requests, events, sounds and shutdown. */
export class MediaWorkerHost {
  readonly ready: Promise<void>;
  readonly #worker: Worker;
  readonly #options: MediaWorkerHostOptions;
  readonly recordings: RecordingThread;
  readonly #sounds: SoundProvider;
  readonly #calls = new PendingCalls();
  readonly #listeners = new Set<(event: MediaEvent) => void>();
  #status: "starting" | "running" | "closing" | "gone" = "starting";
  #closed: Promise<void> | null = null;
  #handleReady: () => void = () => undefined;
  #handleStartFailure: (error: MediaError) => void = () => undefined;

  constructor(worker: Worker, options: MediaWorkerHostOptions) {
    this.#worker = worker;
    this.#options = options;
    const { soundsDirectory, isAllowedUrl, isAllowedAddress } = options;
    this.#sounds = new SoundProvider({
      soundsDirectory,
      isAllowedUrl,
      isAllowedAddress,
      onLive: (event) => this.#post(event),
    });
    this.recordings = new RecordingThread({
      cast: (cast) => this.#postIfRunning({ type: "recording", cast }),
      setWriter: (port) =>
        this.#postIfRunning({ type: "writer", port }, port === null ? [] : [port]),
      onEnded: (recording, end) => this.#emit({ type: "recording.ended", recording, end }),
      onFault: (message) => options.onFault(message),
    });
    this.ready = this.#started();
    worker.on("message", (message: MediaReply) => this.#handle(message));
    worker.on("error", (error) => this.#handleGone(error.message));
    worker.on("exit", () => this.#handleGone("The media thread ended"));
  }

  /** Throws MediaError. */
  async call<M extends CallMethod>(call: Extract<MediaCall, { method: M }>): Promise<Answer<M>> {
    if (this.#status !== "running") {
      throw new MediaError("media_closed", "The media is closed");
    }
    return this.#calls.ask<M>((id) => this.#post({ type: "call", id, call }));
  }

  cast(cast: MediaCast): void {
    this.#postIfRunning({ type: "cast", cast });
  }

  onEvent(listener: (event: MediaEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#closed ??= this.#end();
    return this.#closed;
  }

  /**
   * Resolves when the media thread is ready. There is no timeout, because a busy machine may take
   * minutes, and the supervisor watches the start.
   */
  async #started(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#handleReady = () => {
        this.#status = "running";
        resolve();
      };
      this.#handleStartFailure = reject;
    });
  }

  #postIfRunning(message: MediaMessage, transfer: MessagePort[] = []): void {
    if (this.#status === "running") {
      this.#worker.postMessage(message, transfer);
    }
  }

  #post(message: MediaMessage): void {
    this.#worker.postMessage(message);
  }

  #emit(event: MediaEvent): void {
    for (const listener of this.#listeners) {
      listener(event);
    }
  }

  #handle(message: MediaReply): void {
    switch (message.type) {
      case "ready":
        if (!message.isUrgent) {
          this.#options.onPriorityRefused();
        }
        return this.#handleReady();
      case "answered":
        return this.#calls.answer(message.id, message.value);
      case "refused":
        return this.#calls.refuse(message.id, new MediaError(message.code, message.message));
      case "event":
        return this.#handleEvent(message.event);
      case "sound.wanted":
        void this.#loadSound(message.id, message.source);
        return;
      case "live.listeners":
        return this.#sounds.setListeners(message.live, message.count);
      case "fault":
        return this.#options.onFault(message.message);
      case "closed":
        return;
    }
  }

  /**
   * The media worker reports the end of the recordings that it refuses, and the writer reports the
   * end of all other recordings.
   */
  #handleEvent(event: MediaEvent): void {
    if (event.type === "recording.ended") {
      this.recordings.ended(event.recording, event.end);
    } else {
      this.#emit(event);
    }
  }

  async #loadSound(id: number, source: StoredSource): Promise<void> {
    try {
      const sound = await this.#sounds.load(source);
      if (sound.type === "samples") {
        this.#post({ type: "sound.loaded", id, samples: sound.samples });
      } else {
        const musicUrl = (source.type === "url" ? source.musicUrl : null) ?? null;
        this.#post({ type: "sound.live", id, live: sound.live, ring: sound.ring, musicUrl });
      }
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#post({ type: "sound.failed", id, message });
    }
  }

  #handleGone(why: string): void {
    if (this.#status === "gone") {
      return;
    }
    const wasClosing = this.#status === "closing";
    this.#status = "gone";
    const error = new MediaError(wasClosing ? "media_closed" : "media_broken", why);
    this.#handleStartFailure(error);
    this.#calls.refuseAll(error);
    if (!wasClosing) {
      this.#options.onFailure(error);
    }
  }

  async #end(): Promise<void> {
    this.#sounds.endStreams();
    const wasGone = this.#status === "gone";
    if (!wasGone) {
      this.#status = "closing";
      const exited = new Promise<void>((resolve) => this.#worker.once("exit", () => resolve()));
      this.#post({ type: "close" });
      const timer = setTimeout(() => void this.#worker.terminate(), CLOSE_TIMEOUT_MS);
      await exited;
      clearTimeout(timer);
    }
    await this.recordings.close();
    await this.#sounds.close();
    this.#listeners.clear();
  }
}
