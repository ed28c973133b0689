import { randomUUID } from "node:crypto";

import type {
  AudioSource,
  LegId,
  MediaEvent,
  MediaPort,
  PlaybackEnd,
  PlaybackId,
} from "@linedesk/media";

export interface AudioPlayer {
  /** Resolves at the end of the sound; an aborted signal stops it and rejects with the reason. */
  play(source: AudioSource, loop: number, signal: AbortSignal): Promise<PlaybackEnd>;
}

export class PlaybackController {
  readonly #media: MediaPort;
  readonly #waiting = new Map<PlaybackId, (end: PlaybackEnd) => void>();

  constructor(media: MediaPort) {
    this.#media = media;
  }

  forLeg(leg: LegId): AudioPlayer {
    return {
      play: (source, loop, signal) =>
        this.#play(signal, (id) => this.#media.play(leg, id, source, loop)),
    };
  }

  handle(event: Extract<MediaEvent, { type: "playback.ended" }>): void {
    this.#waiting.get(event.playback)?.(event.end);
  }

  #play(signal: AbortSignal, start: (id: PlaybackId) => void): Promise<PlaybackEnd> {
    const id = randomUUID();
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        return reject(signal.reason);
      }
      const done = () => {
        this.#waiting.delete(id);
        signal.removeEventListener("abort", onAbort);
      };
      const onAbort = () => {
        done();
        this.#media.stop(id);
        reject(signal.reason);
      };
      signal.addEventListener("abort", onAbort, { once: true });
      this.#waiting.set(id, (end) => {
        done();
        resolve(end);
      });
      start(id);
    });
  }
}
