import { describeUnreadable, type LiveFormat } from "../decoders/sound-format.ts";
import { MediaError } from "../media-error.ts";
import { describeFailure } from "./describe-failure.ts";
import { IcyMetadata } from "./icy-metadata.ts";
import { listPlaylistEntries } from "./list-playlist-entries.ts";
import { openConnection, type FetchRules } from "./open-connection.ts";
import type { SoundResponse } from "./sound-response.ts";
import { chooseStreamFormat } from "./stream-format.ts";

export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

export interface FetchedFile extends Validators {
  type: "file";
  bytes: Uint8Array;
  /** The time for which the copy is fresh, by the server's `max-age`, within 10 s..1 h. */
  freshMs: number;
}

/** An endless sound. Its owner must close it. */
export interface FetchedStream {
  type: "stream";
  format: LiveFormat;
  /** The server declares a radio stream, so its end is a fault. */
  isRadio: boolean;
  begun: Uint8Array[];
  rest: AsyncIterator<Uint8Array>;
  close(): void;
}

export type Fetched = { type: "unchanged" } | FetchedFile | FetchedStream;

export interface FetchOptions extends FetchRules {
  have: Validators | null;
  /** The time limit for the response's headers, within the total of 15 s. */
  answerWithinMs?: number;
  clock: { nowMs(): number };
}

export const MAX_SOUND_BYTES = 20_000_000;
const FETCH_TIMEOUT_MS = 15_000;
/** After this time a response without a length counts as a stream and not as a file. */
const STREAM_AFTER_MS = 3000;
/**
 * A file of a slow server may take longer. After this time even a response with a length counts as
 * a stream, because some servers state an invented length for a stream.
 */
const SLOW_FILE_MS = 10_000;
const MIN_FRESH_MS = 10_000;
const DEFAULT_FRESH_MS = 60_000;
/** The format of a stream is detected in its beginning. */
const MAX_PROBED_BYTES = 64 * 1024;
const MAX_PROBED_CHUNKS = 256;

/**
 * A radio's directory can point to a playlist, which points to the playlist of the radio's server.
 */
const MAX_PLAYLISTS = 2;

/**
 * Fetches a sound, or the first entry of a playlist that can be fetched. Resolves to `unchanged` if
 * the server confirms the stored copy. Throws MediaError.
 */
export async function fetchSound(address: string, options: FetchOptions): Promise<Fetched> {
  return follow(address, options, MAX_PLAYLISTS);
}

async function follow(address: string, options: FetchOptions, lists: number): Promise<Fetched> {
  const { fetched, url } = await fetchOne(address, options);
  const isFollowed = fetched.type === "file" && lists > 0;
  const entries = isFollowed ? listPlaylistEntries(fetched.bytes, url) : null;
  return entries === null ? fetched : fetchEntry(entries, options, lists - 1);
}

/**
 * Fetches the first entry that can be fetched, because a directory lists several servers of a
 * radio, and one of them can be full or down. Throws the MediaError of the first entry when no
 * entry can be fetched in time.
 */
async function fetchEntry(
  entries: readonly string[],
  options: FetchOptions,
  lists: number,
): Promise<Fetched> {
  const untilMs = options.clock.nowMs() + FETCH_TIMEOUT_MS;
  const failures: MediaError[] = [];
  for (const entry of entries) {
    if (failures.length > 0 && options.clock.nowMs() >= untilMs) {
      break;
    }
    try {
      const fetched = await follow(entry, { ...options, have: null }, lists);
      // The entry's validators do not describe the playlist, so they are dropped.
      return fetched.type === "file" ? { ...fetched, etag: null, lastModified: null } : fetched;
    } catch (error) {
      if (!(error instanceof MediaError)) {
        throw error;
      }
      failures.push(error);
    }
  }
  throw failures[0] ?? new MediaError("sound_unreadable", "The playlist has no entry");
}

async function fetchOne(
  address: string,
  options: FetchOptions,
): Promise<{ fetched: Fetched; url: string }> {
  const ending = new AbortController();
  const { answerWithinMs = FETCH_TIMEOUT_MS } = options;
  const timer = setTimeout(() => ending.abort(), FETCH_TIMEOUT_MS);
  const unanswered = setTimeout(() => ending.abort(), answerWithinMs);
  let isAnswered = false;
  let isStored = false;
  try {
    const response = await openConnection(address, {
      ...options,
      headers: requestHeaders(options.have),
      signal: ending.signal,
    });
    isAnswered = true;
    clearTimeout(unanswered);
    const fetched = await read(response, options, () => ending.abort());
    isStored = fetched.type === "stream";
    return { fetched, url: response.url };
  } catch (cause) {
    if (cause instanceof MediaError) {
      throw cause;
    }
    const why = ending.signal.aborted
      ? describeDelay(isAnswered, answerWithinMs)
      : describeFailure(cause);
    const code = isAnswered ? "sound_unreachable" : "sound_unanswered";
    throw new MediaError(code, `The sound cannot be fetched: ${why}`, { cause });
  } finally {
    clearTimeout(timer);
    clearTimeout(unanswered);
    if (!isStored) {
      ending.abort();
    }
  }
}

function describeDelay(isAnswered: boolean, answerWithinMs: number): string {
  return isAnswered
    ? `it did not arrive within ${FETCH_TIMEOUT_MS / 1000} s`
    : `no answer within ${answerWithinMs / 1000} s`;
}

function requestHeaders(have: Validators | null): Record<string, string> {
  return {
    accept: "audio/wav, audio/mpeg;q=0.9, audio/ogg;q=0.9, */*;q=0.1",
    "user-agent": "Linedesk-Exchange",
    ...(have?.etag ? { "if-none-match": have.etag } : {}),
    ...(have?.lastModified ? { "if-modified-since": have.lastModified } : {}),
  };
}

async function read(
  response: SoundResponse,
  { have, clock }: FetchOptions,
  close: () => void,
): Promise<Fetched> {
  const { status } = response;
  if (status === 304 && have !== null) {
    return { type: "unchanged" };
  }
  if (status < 200 || status > 299) {
    throw new MediaError("sound_unreachable", `The sound's server answered ${status}`);
  }
  const body = new Body(response, clock);
  const bytes = await body.whole();
  return bytes === null ? body.stream(close) : toFetchedFile(response, bytes);
}

function toFetchedFile({ headers, declaredBytes }: SoundResponse, bytes: Uint8Array): FetchedFile {
  const isCutOff = declaredBytes !== null && bytes.length < declaredBytes;
  return {
    type: "file",
    bytes,
    // If a file arrived incomplete, the next request fetches the whole file again.
    etag: isCutOff ? null : (headers.get("etag") ?? null),
    lastModified: isCutOff ? null : (headers.get("last-modified") ?? null),
    freshMs: isCutOff ? MIN_FRESH_MS : freshness(headers.get("cache-control") ?? ""),
  };
}

function freshness(cacheControl: string): number {
  const seconds = /max-age=(\d{1,9})/.exec(cacheControl)?.[1];
  if (seconds === undefined) {
    return DEFAULT_FRESH_MS;
  }
  return Math.min(3_600_000, Math.max(MIN_FRESH_MS, Number(seconds) * 1000));
}

/**
 * The body of a response. Its headers, duration and size show whether it is a file or an endless
 * stream, even when the server declares a length.
 */
class Body {
  readonly #response: SoundResponse;
  readonly #clock: { nowMs(): number };
  readonly #chunks: AsyncGenerator<Uint8Array>;
  readonly #begun: Uint8Array[] = [];
  readonly #streamAfterMs: number;
  #size = 0;
  #format: LiveFormat | null = null;

  constructor(response: SoundResponse, clock: { nowMs(): number }) {
    const { declaredBytes, isRadio } = response;
    const isFile = declaredBytes !== null && declaredBytes <= MAX_SOUND_BYTES;
    this.#response = response;
    this.#clock = clock;
    this.#chunks = readBody(response);
    this.#streamAfterMs = isRadio ? 0 : isFile ? SLOW_FILE_MS : STREAM_AFTER_MS;
  }

  async whole(): Promise<Uint8Array | null> {
    const startMs = this.#clock.nowMs();
    for (;;) {
      const chunk = await this.#next();
      if (chunk === null) {
        return Buffer.concat(this.#begun);
      }
      this.#begun.push(chunk);
      this.#size += chunk.length;
      const isLate = this.#clock.nowMs() - startMs >= this.#streamAfterMs;
      const isLarge = this.#size > MAX_SOUND_BYTES;
      const goesOn = isLate || (isLarge && this.#response.declaredBytes === null);
      if (goesOn && this.#isStream()) {
        return null;
      }
      if (isLarge) {
        throw new MediaError("sound_too_large", "The sound is larger than 20 MB");
      }
    }
  }

  stream(close: () => void): FetchedStream {
    return {
      type: "stream",
      format: this.#format ?? "mp3",
      isRadio: this.#response.isRadio,
      begun: this.#begun,
      rest: this.#chunks,
      close,
    };
  }

  /**
   * Resolves to `null` at the end. If a server resets the connection after some sound, the sound
   * that has arrived counts as the whole sound.
   */
  async #next(): Promise<Uint8Array | null> {
    try {
      const { value, done } = await this.#chunks.next();
      return done === true ? null : value;
    } catch (error) {
      const isCutOff = this.#size > 0 && error instanceof Error && error.name !== "AbortError";
      if (isCutOff && !(error instanceof MediaError)) {
        return null;
      }
      throw error;
    }
  }

  /** Throws MediaError for a stream that cannot be played. */
  #isStream(): boolean {
    const bytes = Buffer.concat(this.#begun.slice(0, MAX_PROBED_CHUNKS));
    this.#format = chooseStreamFormat(bytes, this.#response.headers.get("content-type") ?? "");
    const isProbed = bytes.length >= MAX_PROBED_BYTES && this.#size <= MAX_SOUND_BYTES;
    if (this.#format === null && isProbed) {
      throw new MediaError("sound_unreadable", describeUnreadable(bytes));
    }
    return this.#format !== null;
  }
}

async function* readBody({ headers, body }: SoundResponse): AsyncGenerator<Uint8Array> {
  const metadata = IcyMetadata.fromHeader(headers.get("icy-metaint"));
  for await (const chunk of body) {
    const sound = metadata === null ? chunk : metadata.strip(chunk);
    if (sound.length > 0) {
      yield sound;
    }
  }
}
