import { ByteSource } from "./byte-source.ts";
import { decompress } from "./decompress.ts";

/** The response of a sound's server, with an unread body. */
export interface SoundResponse {
  status: number;
  /** The names are in lower case. The first of several values counts. */
  headers: ReadonlyMap<string, string>;
  /** The response has the headers of a radio's server. */
  isRadio: boolean;
  /**
   * The length that the server declares for the body; `null` when it declares no reliable length.
   */
  declaredBytes: number | null;
  body: AsyncGenerator<Uint8Array>;
  close(): void;
}

const MAX_HEADERS = 200;
/**
 * This value replaces a line that is too long. Such a line is sound where the length of a chunk
 * should be.
 */
const LONG_LINE = "sound";

/** The server sent no answer, or an answer that is not valid HTTP. */
export class NoHttpError extends Error {
  override name = "NoHttpError";
}

/**
 * Reads a response as players do, because servers of radio streams are imprecise. SHOUTcast begins
 * with `ICY 200 OK`, lines may end with only LF, and blanks may precede a colon. A body may end
 * before its declared length, and the length of an endless stream is invented. Node's own HTTP
 * client refuses all of these.
 */
export async function readResponse(
  chunks: AsyncIterator<Uint8Array>,
  close: () => void,
): Promise<SoundResponse> {
  const source = new ByteSource(chunks);
  let status = await readStatus(source);
  let headers = await readHeaders(source);
  // Interim responses, such as 103, precede the response.
  while (status >= 100 && status <= 199) {
    status = await readStatus(source);
    headers = await readHeaders(source);
  }
  const isRadio = [...headers.keys()].some((name) => /^ic[ey]-/.test(name));
  const declaredBytes = isRadio ? null : readLength(headers);
  const raw = isChunked(headers)
    ? readChunks(source)
    : source.read(declaredBytes ?? Number.POSITIVE_INFINITY);
  const body = decompress(raw, headers.get("content-encoding") ?? "");
  return { status, headers, isRadio, declaredBytes, body, close };
}

async function readStatus(source: ByteSource): Promise<number> {
  // Some servers send an empty line first.
  const line = (await source.readLine()) || (await source.readLine());
  const status = /^(?:HTTP\/\d(?:\.\d)?|ICY)\s+(\d{3})\b/i.exec(line ?? "")?.[1];
  if (status === undefined) {
    throw new NoHttpError(line === null ? "the server sent no answer" : "the answer is not HTTP");
  }
  return Number(status);
}

async function readHeaders(source: ByteSource): Promise<Map<string, string>> {
  const headers = new Map<string, string>();
  for (let count = 0; count < MAX_HEADERS; count += 1) {
    const line = await source.readLine();
    if (line === null || line === "") {
      return headers;
    }
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase();
    if (name !== "" && !headers.has(name)) {
      headers.set(name, line.slice(colon + 1).trim());
    }
  }
  throw new NoHttpError("the answer has too many headers");
}

/** A length of 0 before a body of sound, or a length that is not a number, is not reliable. */
function readLength(headers: ReadonlyMap<string, string>): number | null {
  const length = headers.get("content-length") ?? "";
  return !isChunked(headers) && /^\d{1,15}$/.test(length) && Number(length) > 0
    ? Number(length)
    : null;
}

function isChunked(headers: ReadonlyMap<string, string>): boolean {
  return /\bchunked\b/i.test(headers.get("transfer-encoding") ?? "");
}

/** Reads the whole body, including the line that was read as the length of a chunk. */
function readUnchunked(source: ByteSource, line: string | null): AsyncIterable<Uint8Array> {
  // A line that is too long is not put back, because the reader still holds its bytes.
  if (line !== null && line !== LONG_LINE) {
    source.unreadLine();
  }
  return source.read(Number.POSITIVE_INFINITY);
}

/** Reads a chunked body, and an unchunked body that its server declares as chunked. */
async function* readChunks(source: ByteSource): AsyncGenerator<Uint8Array> {
  for (let isFirst = true; ; isFirst = false) {
    const line = await source.readLine().catch(() => LONG_LINE);
    const digits = /^\s*([0-9a-f]{1,12})\s*(?:;.*)?$/i.exec(line ?? "")?.[1];
    if (digits === undefined) {
      if (isFirst) {
        yield* readUnchunked(source, line);
      }
      return;
    }
    const length = Number.parseInt(digits, 16);
    if (length === 0) {
      return;
    }
    yield* source.read(length);
    await source.readLine();
  }
}
