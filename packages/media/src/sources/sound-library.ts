import { readFile, stat } from "node:fs/promises";
import path from "node:path";

import type { StoredSource } from "../engine/playbacks.ts";
import type { LiveStream } from "../live/live-stream.ts";
import type { LiveStreams } from "../live/live-streams.ts";
import { MediaError } from "../media-error.ts";
import {
  fetchSound,
  MAX_SOUND_BYTES,
  type FetchedFile,
  type FetchedStream,
  type Validators,
} from "../sounds/fetch-sound.ts";
import type { FetchRules } from "../sounds/open-connection.ts";

export interface SoundLibraryOptions extends FetchRules {
  soundsDirectory: string;
  streams: LiveStreams;
  decode(bytes: Uint8Array, how: { isNormalised: boolean }): Promise<Int16Array>;
  clock: { nowMs(): number };
}

interface CachedSound extends Validators {
  samples: Int16Array;
  freshUntilMs: number;
  usedMs: number;
}

const MAX_CACHED = 64;
const MAX_CACHED_BYTES = 128_000_000;
const MAX_UNUSED_MS = 6 * 3_600_000;

/**
 * Loads sounds from files and addresses. Each address and each built-in sound is loaded and decoded
 * once for all listeners. The library keeps up to 64 sounds and 128 MB by address, and revalidates
 * a sound that is no longer fresh.
 */
export class SoundLibrary {
  readonly #options: SoundLibraryOptions;
  readonly #builtin = new Map<string, Promise<Int16Array>>();
  readonly #loading = new Map<string, Promise<Int16Array | LiveStream>>();
  readonly #cached = new Map<string, CachedSound>();

  constructor(options: SoundLibraryOptions) {
    this.#options = options;
  }

  get cachedCount(): number {
    return this.#cached.size;
  }

  /**
   * Resolves to mono samples at 8 kHz in shared memory, with a wideband copy if there is one, or to
   * a stream. Throws MediaError with a message for people.
   */
  async load(source: StoredSource): Promise<Int16Array | LiveStream> {
    switch (source.type) {
      case "url":
        return this.#loadUrl(source.url);
      case "builtin":
        return this.#loadBuiltin(source.name);
      case "file":
        return this.#readAndDecode(source.path, "The sound file");
    }
  }

  async #loadBuiltin(name: string): Promise<Int16Array> {
    if (!/^[a-z0-9-]{1,64}$/.test(name)) {
      throw new MediaError("sound_refused", "There is no built-in sound of this name");
    }
    const known = this.#builtin.get(name);
    if (known !== undefined) {
      return known;
    }
    const file = path.join(this.#options.soundsDirectory, `${name}.wav`);
    const loading = this.#readAndDecode(file, `The built-in sound ${name}`);
    this.#builtin.set(name, loading);
    loading.catch(() => this.#builtin.delete(name));
    return loading;
  }

  async #readAndDecode(file: string, what: string): Promise<Int16Array> {
    let bytes: Uint8Array;
    try {
      const { size } = await stat(file);
      if (size > MAX_SOUND_BYTES) {
        throw new MediaError("sound_too_large", `${what} is over 20 MB`);
      }
      bytes = await readFile(file);
    } catch (cause) {
      if (cause instanceof MediaError) {
        throw cause;
      }
      throw new MediaError("sound_unreachable", `${what} cannot be read`, { cause });
    }
    return this.#options.decode(bytes, { isNormalised: false });
  }

  async #loadUrl(url: string): Promise<Int16Array | LiveStream> {
    const live = this.#options.streams.find(url);
    live?.startGracePeriod();
    if (live !== null) {
      return live;
    }
    const nowMs = this.#options.clock.nowMs();
    this.#evictUnused(nowMs);
    const cached = this.#cached.get(url);
    if (cached !== undefined) {
      cached.usedMs = nowMs;
      if (nowMs < cached.freshUntilMs) {
        return cached.samples;
      }
    }
    const loading = this.#loading.get(url) ?? this.#revalidate(url, cached ?? null);
    this.#loading.set(url, loading);
    return loading;
  }

  async #revalidate(url: string, cached: CachedSound | null): Promise<Int16Array | LiveStream> {
    try {
      const fetched = await fetchSound(url, { ...this.#options, have: cached });
      switch (fetched.type) {
        case "stream":
          return this.#options.streams.start(url, fetched, async () => this.#connect(url));
        case "file":
          return await this.#decodeAndCache(url, fetched);
        case "unchanged":
          if (cached === null) {
            throw new MediaError("sound_unreachable", "The sound is empty");
          }
          cached.freshUntilMs = this.#options.clock.nowMs() + 60_000;
          return cached.samples;
      }
    } catch (error) {
      // While a server is down, the old hold music still plays. A refusal by the rules is final.
      const isRefused = error instanceof MediaError && error.code === "sound_refused";
      if (cached === null || isRefused) {
        throw error;
      }
      cached.freshUntilMs = this.#options.clock.nowMs() + 10_000;
      return cached.samples;
    } finally {
      this.#loading.delete(url);
    }
  }

  async #connect(url: string): Promise<FetchedStream | null> {
    const fetched = await fetchSound(url, { ...this.#options, have: null });
    return fetched.type === "stream" ? fetched : null;
  }

  async #decodeAndCache(url: string, file: FetchedFile): Promise<Int16Array> {
    const nowMs = this.#options.clock.nowMs();
    const samples = await this.#options.decode(file.bytes, { isNormalised: true });
    const { etag, lastModified, freshMs } = file;
    this.#cache(url, { samples, etag, lastModified, freshUntilMs: nowMs + freshMs, usedMs: nowMs });
    return samples;
  }

  #cache(url: string, sound: CachedSound): void {
    this.#cached.delete(url);
    this.#cached.set(url, sound);
    const byUse = [...this.#cached].sort(([, a], [, b]) => a.usedMs - b.usedMs);
    let bytes = byUse.reduce((sum, [, one]) => sum + one.samples.buffer.byteLength, 0);
    for (const [oldest, one] of byUse) {
      if (this.#cached.size <= MAX_CACHED && bytes <= MAX_CACHED_BYTES) {
        return;
      }
      this.#cached.delete(oldest);
      bytes -= one.samples.buffer.byteLength;
    }
  }

  #evictUnused(nowMs: number): void {
    for (const [url, sound] of this.#cached) {
      if (nowMs - sound.usedMs > MAX_UNUSED_MS) {
        this.#cached.delete(url);
      }
    }
  }
}
