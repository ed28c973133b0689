import type { IncomingMessage } from "node:http";

import { soundFormat, type SoundFormat } from "../decoders/sound-format.ts";
import { MediaError } from "../media-error.ts";
import { IcyMetadata } from "./icy-metadata.ts";
import { openConnection, type FetchRules } from "./open-connection.ts";
import { playlistEntry } from "./playlist.ts";

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
  format: SoundFormat;
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
const DEFAULT_FRESH_MS = 60_000;

/**
 * `unchanged` means that the server confirms the stored copy. A playlist is followed once, to its
 * first entry. Throws MediaError.
 */
export async function fetchSound(address: string, options: FetchOptions): Promise<Fetched> {
  const fetched = await fetchOne(address, options);
  const entry = fetched.type === "file" ? playlistEntry(fetched.bytes) : null;
  if (entry === null) {
    return fetched;
  }
  const named = await fetchOne(entry, { ...options, have: null });
  // The entry's validators do not describe the playlist, so they are dropped.
  return named.type === "file" ? { ...named, etag: null, lastModified: null } : named;
}

async function fetchOne(address: string, options: FetchOptions): Promise<Fetched> {
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
    return fetched;
  } catch (cause) {
    if (cause instanceof MediaError) {
      throw cause;
    }
    const waitedS = (isAnswered ? FETCH_TIMEOUT_MS : answerWithinMs) / 1000;
    const why = ending.signal.aborted ? `no answer within ${waitedS} s` : "no connection";
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

function requestHeaders(have: Validators | null): Record<string, string> {
  return {
    accept: "audio/wav, audio/mpeg;q=0.9, audio/ogg;q=0.9, */*;q=0.1",
    "user-agent": "Linedesk-Exchange",
    ...(have?.etag ? { "if-none-match": have.etag } : {}),
    ...(have?.lastModified ? { "if-modified-since": have.lastModified } : {}),
  };
}

async function read(
  response: IncomingMessage,
  { have, clock }: FetchOptions,
  close: () => void,
): Promise<Fetched> {
  const status = response.statusCode ?? 0;
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

function toFetchedFile(response: IncomingMessage, bytes: Uint8Array): FetchedFile {
  const { etag, "last-modified": lastModified, "cache-control": cacheControl } = response.headers;
  return {
    type: "file",
    bytes,
    etag: etag ?? null,
    lastModified: lastModified ?? null,
    freshMs: freshness(cacheControl ?? ""),
  };
}

function freshness(cacheControl: string): number {
  const seconds = /max-age=(\d{1,9})/.exec(cacheControl)?.[1];
  if (seconds === undefined) {
    return DEFAULT_FRESH_MS;
  }
  return Math.min(3_600_000, Math.max(10_000, Number(seconds) * 1000));
}

/**
 * The body of a response. If it has no declared length, its headers, duration or size show whether
 * it is a file or an endless stream.
 */
class Body {
  readonly #response: IncomingMessage;
  readonly #clock: { nowMs(): number };
  readonly #chunks: AsyncGenerator<Uint8Array>;
  readonly #begun: Uint8Array[] = [];
  readonly #isRadio: boolean;

  constructor(response: IncomingMessage, clock: { nowMs(): number }) {
    this.#response = response;
    this.#clock = clock;
    this.#chunks = readBody(response);
    this.#isRadio = Object.keys(response.headers).some((name) => /^ic[ey]-/.test(name));
  }

  async whole(): Promise<Uint8Array | null> {
    const startMs = this.#clock.nowMs();
    let size = 0;
    for (;;) {
      const { value, done } = await this.#chunks.next();
      if (done === true) {
        return Buffer.concat(this.#begun);
      }
      this.#begun.push(value);
      size += value.length;
      const isLate = this.#clock.nowMs() - startMs >= STREAM_AFTER_MS;
      const isLarge = size > MAX_SOUND_BYTES;
      const goesOn = this.#isRadio || isLate || isLarge;
      if (goesOn && this.#format() !== null) {
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
      format: this.#format() ?? "mp3",
      isRadio: this.#isRadio,
      begun: this.#begun,
      rest: this.#chunks,
      close,
    };
  }

  #format(): SoundFormat | null {
    const { "content-length": length, "content-type": type = "" } = this.#response.headers;
    if (length !== undefined) {
      return null;
    }
    if (/aac|mp4/i.test(type)) {
      throw new MediaError("sound_unreadable", "A stream must be MP3, Ogg or WAV, not AAC");
    }
    const format = soundFormat(this.#begun[0] ?? new Uint8Array(0));
    if (format !== null) {
      return format;
    }
    // A radio's server may begin in the middle of a frame, so the declared type decides.
    if (/ogg|vorbis|opus/i.test(type)) {
      return "ogg";
    }
    return /audio\/(x-)?(mpeg|mp3)/i.test(type) ? "mp3" : null;
  }
}

async function* readBody(response: IncomingMessage): AsyncGenerator<Uint8Array> {
  const metadata = IcyMetadata.fromHeader(response.headers["icy-metaint"]);
  const body: AsyncIterable<Uint8Array> = response;
  for await (const chunk of body) {
    const sound = metadata === null ? chunk : metadata.strip(chunk);
    if (sound.length > 0) {
      yield sound;
    }
  }
}
