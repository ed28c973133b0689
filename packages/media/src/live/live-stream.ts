import { MediaError } from "../media-error.ts";
import type { FetchedStream } from "../sounds/fetch-sound.ts";
import type { StreamFeeder } from "./live-decoder.ts";
import { LiveRing } from "./live-ring.ts";

export interface LiveStreamOptions {
  id: number;
  feeder: StreamFeeder;
  /**
   * Reconnects to the source. Throws MediaError; resolves to `null` if the source is now a file.
   */
  connect(): Promise<FetchedStream | null>;
  /** Rejects when the signal is aborted. */
  wait(durationMs: number, signal: AbortSignal): Promise<void>;
  clock: { nowMs(): number };
  on: LiveStreamEvents;
}

export interface LiveStreamEvents {
  /** The source ended normally, and everything that it sent has been played once. */
  passed(): void;
  /** The stream has failed, and no retry can help. */
  failed(message: string): void;
  closed(): void;
}

/** The pause before each new attempt; the last pause repeats. */
const pausesMs = [1000, 2000, 4000, 8000, 15_000];
/** After this time without a fault, the next back-off is the shortest one again. */
const STEADY_MS = 10_000;
/** The pause after a normal end. During this back-off the mixer plays the rest of the sound. */
const PASSED_PAUSE_MS = 2500;
/** If a source sends nothing for this time, the stream reconnects. */
const STALL_MS = 10_000;
/**
 * A stream without listeners stays connected for this time, so that announcements that come every
 * half minute share a connection.
 */
const GRACE_MS = 30_000;
const PIECE_BYTES = 4096;
/** A source without sound in this many bytes is refused. */
const MAX_SILENT_BYTES = 512 * 1024;

type Ending = "passed" | "broken" | "unrecoverable";

/** One endless source for all listeners. It stays connected while it has listeners. */
export class LiveStream {
  readonly id: number;
  readonly ring = LiveRing.allocate();
  readonly #options: LiveStreamOptions;
  readonly #ending = new AbortController();
  #source: FetchedStream | null = null;
  #leaving = new AbortController();
  #hasPassed = false;
  #bytes = 0;
  #samples = 0;
  #failure = "The stream contains no sound";

  constructor(options: LiveStreamOptions) {
    this.id = options.id;
    this.#options = options;
  }

  /**
   * Sets the number of listeners. After the last one has left, the stream continues for 30 s; if
   * its source has ended normally, it closes at once.
   */
  setListeners(count: number): void {
    this.#leaving.abort();
    if (count > 0) {
      return;
    }
    if (this.#hasPassed) {
      this.close();
    } else {
      this.startGracePeriod();
    }
  }

  /** Keeps the stream open for 30 s, for a listener that is about to join. */
  startGracePeriod(): void {
    this.#leaving.abort();
    const leaving = new AbortController();
    this.#leaving = leaving;
    this.#options.wait(GRACE_MS, leaving.signal).then(
      () => this.close(),
      () => undefined,
    );
  }

  /**
   * Plays the sound of the first connection and of every later connection, until the stream is
   * closed or fails.
   */
  async run(first: FetchedStream): Promise<void> {
    this.#source = first;
    let faults = 0;
    while (!this.#ending.signal.aborted) {
      const startMs = this.#options.clock.nowMs();
      const ending = this.#source === null ? "broken" : await this.#playSource(this.#source);
      if (ending === "unrecoverable") {
        return this.#fail();
      }
      this.#hasPassed = ending === "passed";
      if (this.#hasPassed) {
        this.#options.on.passed();
      }
      const isSteady = this.#options.clock.nowMs() - startMs >= STEADY_MS;
      faults = this.#hasPassed || isSteady ? 0 : faults;
      const pauseMs = pausesMs[Math.min(faults, pausesMs.length - 1)] ?? 0;
      faults += 1;
      if (!(await this.#wait(this.#hasPassed ? PASSED_PAUSE_MS : pauseMs))) {
        return;
      }
      this.#source = await this.#connect();
    }
  }

  close(): void {
    if (this.#ending.signal.aborted) {
      return;
    }
    this.#ending.abort();
    this.#leaving.abort();
    this.#source?.close();
    this.#options.feeder.end(this.id);
    this.#options.on.closed();
  }

  async #playSource(source: FetchedStream): Promise<Ending> {
    this.#hasPassed = false;
    try {
      this.#options.feeder.open(this.id, this.ring, source.format);
      for await (const piece of this.#pieces(source)) {
        this.#samples += await this.#options.feeder.feed(this.id, piece);
        this.#bytes += piece.length;
        if (this.#samples === 0 && this.#bytes > MAX_SILENT_BYTES) {
          return "unrecoverable";
        }
      }
      return source.isRadio ? "broken" : "passed";
    } catch (error) {
      const isUnreadable = error instanceof MediaError && error.code === "sound_unreadable";
      if (!isUnreadable || this.#samples > 0) {
        return "broken";
      }
      this.#failure = error.message;
      return "unrecoverable";
    } finally {
      source.close();
    }
  }

  async *#pieces({ begun, rest }: FetchedStream): AsyncGenerator<Uint8Array> {
    for (const chunk of begun.splice(0)) {
      yield* splitBytes(chunk);
    }
    for (;;) {
      const next = await this.#withStallTimeout(rest.next());
      if (next.done === true) {
        return;
      }
      yield* splitBytes(next.value);
    }
  }

  async #withStallTimeout<T>(next: Promise<T>): Promise<T> {
    const waiting = new AbortController();
    const stalled = this.#options.wait(STALL_MS, waiting.signal).then(() => {
      throw new MediaError("sound_unreachable", "The stream stopped");
    });
    try {
      return await Promise.race([next, stalled]);
    } finally {
      // The losing promise of the race may still reject, and its result is ignored.
      for (const late of [next, stalled]) {
        late.catch(() => undefined);
      }
      waiting.abort();
    }
  }

  async #wait(durationMs: number): Promise<boolean> {
    try {
      await this.#options.wait(durationMs, this.#ending.signal);
      return true;
    } catch {
      // The stream was closed meanwhile.
      return false;
    }
  }

  async #connect(): Promise<FetchedStream | null> {
    try {
      const source = await this.#options.connect();
      if (!this.#ending.signal.aborted) {
        return source;
      }
      source?.close();
    } catch (error) {
      const isRefused =
        error instanceof MediaError && /^sound_(?:refused|address)$/.test(error.code);
      // Other faults may be temporary; until they are over the listeners hear music.
      if (isRefused) {
        this.#fail(error.message);
      }
    }
    return null;
  }

  #fail(message = this.#failure): void {
    this.#options.on.failed(message);
    this.close();
  }
}

function* splitBytes(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    yield bytes.slice(at, at + PIECE_BYTES);
  }
}
