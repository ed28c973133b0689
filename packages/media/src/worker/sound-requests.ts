import type { StoredSource } from "../engine/playbacks.ts";
import type { LiveSound } from "../live/live-sound.ts";
import { MediaError } from "../media-error.ts";

type Sound = Int16Array | LiveSound;

interface Waiting {
  resolve(sound: Sound): void;
  reject(error: Error): void;
}

/** The sounds that the media thread has requested. Each request is answered once. */
export class SoundRequests {
  readonly #ask: (id: number, source: StoredSource) => void;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;

  constructor(ask: (id: number, source: StoredSource) => void) {
    this.#ask = ask;
  }

  async load(source: StoredSource): Promise<Sound> {
    this.#lastId += 1;
    const id = this.#lastId;
    this.#ask(id, source);
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  loaded(id: number, sound: Sound): void {
    this.#waiting.get(id)?.resolve(sound);
    this.#waiting.delete(id);
  }

  failed(id: number, message: string): void {
    this.#waiting.get(id)?.reject(new MediaError("sound_unreachable", message));
    this.#waiting.delete(id);
  }
}
