import type { SoundFormat } from "../decoders/sound-format.ts";
import { type Fetched, fetchSound, type FetchedStream } from "./fetch-sound.ts";
import type { SoundMeasures } from "./measure-sound.ts";
import type { FetchRules } from "./open-connection.ts";
import { SoundDecoder } from "./sound-decoder.ts";

/** The sound at an address, measured now. */
export interface CheckedSound extends SoundMeasures {
  /** A `stream` is endless, and a few seconds of it are measured. */
  kind: "file" | "stream";
}

/** The formats that every telephony service and browser plays. */
type StoredFormat = "wav" | "mp3" | "ogg";

export interface CheckedFile extends CheckedSound {
  /** The file to store, in Ogg Opus if its own format is not played everywhere. */
  file: { format: StoredFormat; bytes: Uint8Array };
}

const LISTEN_MS = 3_000;
const MAX_STREAM_BYTES = 1_000_000;

/** Fetches and measures sounds in the same way as for playing, but does not play them. */
export class SoundChecker {
  readonly #decoder = new SoundDecoder();

  /** Throws MediaError: refused, unanswered, unreachable, no sound, or too large. */
  async checkUrl(
    address: string,
    rules: FetchRules & { answerWithinMs: number },
  ): Promise<CheckedSound> {
    const clock = { nowMs: () => performance.now() };
    const fetched = await fetchSound(address, { ...rules, have: null, clock });
    const kind = fetched.type === "stream" ? "stream" : "file";
    const liveFormat = fetched.type === "stream" ? fetched.format : null;
    const { measures } = await this.#decoder.measure(await readAll(fetched), { liveFormat });
    return { ...measures, kind };
  }

  /** Measures the given bytes. With `maxFileBytes` it also prepares them for storing. */
  async checkFile(bytes: Uint8Array, maxFileBytes: number | null = null): Promise<CheckedFile> {
    const { measures, converted } = await this.#decoder.measure(bytes, { maxFileBytes });
    const file =
      converted === null
        ? { format: toStoredFormat(measures.format), bytes }
        : { format: "ogg" as const, bytes: converted };
    return { ...measures, kind: "file", file };
  }

  close(): Promise<void> {
    return this.#decoder.close();
  }
}

function toStoredFormat(format: SoundFormat): StoredFormat {
  return format === "wav" || format === "mp3" ? format : "ogg";
}

async function readAll(fetched: Fetched): Promise<Uint8Array> {
  switch (fetched.type) {
    case "file":
      return fetched.bytes;
    case "stream":
      return readStream(fetched);
    case "unchanged":
      return new Uint8Array(0);
  }
}

/** Reads a few seconds of a stream. */
async function readStream(stream: FetchedStream): Promise<Uint8Array> {
  const { begun, rest } = stream;
  const pieces = [...begun];
  const until = performance.now() + LISTEN_MS;
  let bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const stalled = setTimeout(() => stream.close(), 2 * LISTEN_MS);
  try {
    while (bytes < MAX_STREAM_BYTES && performance.now() < until) {
      const { value, done } = await rest.next();
      if (done === true) {
        break;
      }
      pieces.push(value);
      bytes += value.length;
    }
  } catch {
    // If a stream stalls, the part that has arrived is measured.
  } finally {
    clearTimeout(stalled);
    stream.close();
  }
  return Buffer.concat(pieces);
}
