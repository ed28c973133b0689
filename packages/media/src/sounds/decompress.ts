import { pipeline, type Transform } from "node:stream";
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
} from "node:zlib";

import { MediaError } from "../media-error.ts";

/** The low half of the first byte of zlib's format; many servers send deflate without it. */
const ZLIB_METHOD = 8;
const GZIP_MARK = [0x1f, 0x8b] as const;

/**
 * Undoes the compression that a server applies to a body. A server may compress although the
 * request does not ask for it, or name a compression and not apply it.
 */
export async function* decompress(
  body: AsyncGenerator<Uint8Array>,
  coding: string,
): AsyncGenerator<Uint8Array> {
  const first = await body.next();
  if (first.done === true) {
    return;
  }
  const bytes = prepend(first.value, body);
  const stage = openStage(coding.trim().toLowerCase(), first.value);
  if (stage === null) {
    yield* bytes;
    return;
  }
  const stages: Transform = pipeline(bytes, stage, () => undefined);
  const inflated: AsyncIterable<Uint8Array> = stages;
  yield* inflated;
}

async function* prepend(
  first: Uint8Array,
  rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}

/** Returns `null` for a body without compression. Throws MediaError for an unknown compression. */
function openStage(coding: string, first: Uint8Array): Transform | null {
  switch (coding) {
    case "":
    case "identity":
      return null;
    case "gzip":
    case "x-gzip":
      return first[0] === GZIP_MARK[0] && (first.length < 2 || first[1] === GZIP_MARK[1])
        ? createGunzip({ finishFlush: constants.Z_SYNC_FLUSH })
        : null;
    case "deflate":
      return isZlib(first)
        ? createInflate({ finishFlush: constants.Z_SYNC_FLUSH })
        : createInflateRaw({ finishFlush: constants.Z_SYNC_FLUSH });
    case "br":
      return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH });
    default:
      throw new MediaError(
        "sound_unreadable",
        `The server compresses the sound by "${coding.slice(0, 40)}", which is not supported`,
      );
  }
}

/** Returns true for the first two bytes of zlib's format, a multiple of 31 (RFC 1950). */
function isZlib([first = 0, second]: Uint8Array): boolean {
  const isMultiple = second === undefined || (first * 256 + second) % 31 === 0;
  return (first & 0x0f) === ZLIB_METHOD && isMultiple;
}
