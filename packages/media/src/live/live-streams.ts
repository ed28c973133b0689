import { setTimeout as wait } from "node:timers/promises";

import { MediaError } from "../media-error.ts";
import type { FetchedStream } from "../sounds/fetch-sound.ts";
import type { StreamFeeder } from "./live-decoder.ts";
import { LiveStream } from "./live-stream.ts";

export interface LiveStreamsOptions {
  feeder: StreamFeeder;
  clock: { nowMs(): number };
  onEvent(event: LiveStreamEvent): void;
}

export type LiveStreamEvent =
  | { type: "live.passed"; live: number }
  | { type: "live.failed"; live: number; message: string }
  | { type: "live.closed"; live: number };

const MAX_STREAMS = 16;

/** The endless sources with listeners, each connected once. */
export class LiveStreams {
  readonly #options: LiveStreamsOptions;
  readonly #byUrl = new Map<string, LiveStream>();
  #lastId = 0;

  constructor(options: LiveStreamsOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#byUrl.size;
  }

  find(url: string): LiveStream | null {
    return this.#byUrl.get(url) ?? null;
  }

  /** Throws MediaError if the limit of streams is reached. */
  start(
    url: string,
    first: FetchedStream,
    connect: () => Promise<FetchedStream | null>,
  ): LiveStream {
    if (this.#byUrl.size >= MAX_STREAMS) {
      first.close();
      throw new MediaError("sound_unreachable", `The limit of ${MAX_STREAMS} streams is reached`);
    }
    this.#lastId += 1;
    const live = this.#lastId;
    const { feeder, clock } = this.#options;
    const emit = (event: LiveStreamEvent): void => this.#options.onEvent(event);
    const stream = new LiveStream({
      id: live,
      feeder,
      connect,
      clock,
      wait: async (durationMs, signal) => wait(durationMs, undefined, { signal, ref: false }),
      on: {
        passed: () => emit({ type: "live.passed", live }),
        failed: (message) => emit({ type: "live.failed", live, message }),
        closed: () => {
          this.#byUrl.delete(url);
          emit({ type: "live.closed", live });
        },
      },
    });
    this.#byUrl.set(url, stream);
    stream.startGracePeriod();
    void stream.run(first);
    return stream;
  }

  setListeners(live: number, count: number): void {
    for (const stream of this.#byUrl.values()) {
      if (stream.id === live) {
        stream.setListeners(count);
      }
    }
  }

  close(): void {
    for (const stream of this.#byUrl.values()) {
      stream.close();
    }
  }
}
