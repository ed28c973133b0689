/**
 * Thrown when the bytes of a connection are not SIP or exceed the limit. The connection must be
 * closed.
 */
export class FramingError extends Error {
  override readonly name = "FramingError";
  readonly code = "sip_framing";
}

export interface Framed {
  messages: Buffer[];
  /** The number of keep-alives (RFC 5626, two line ends). Each gets one line end as the answer. */
  pings: number;
}

const MAX_BYTES = 65_536;

/** The initial buffer of a connection. Most messages are shorter. */
const FIRST_BYTES = 4096;

/**
 * Splits a stream into messages by Content-Length (RFC 3261 section 18.3). `push` throws
 * FramingError when the stream is no longer readable. If a stream arrives in single bytes, the
 * earlier bytes are neither copied nor searched again.
 */
export class StreamFraming {
  #bytes: Buffer = Buffer.alloc(0);
  #length = 0;
  /** The number of bytes that were searched without finding the end of the headers. */
  #searched = 0;
  /** The length of the current message; `null` until its headers are complete. */
  #total: number | null = null;

  /** Is true while a message is incomplete. */
  get hasIncompleteMessage(): boolean {
    return this.#length > 0;
  }

  push(chunk: Buffer): Framed {
    this.#append(chunk);
    const framed: Framed = { messages: [], pings: 0 };
    for (;;) {
      framed.pings += this.#skipLineEnds();
      const message = this.#take();
      if (message === null) {
        return framed;
      }
      framed.messages.push(message);
    }
  }

  #append(chunk: Buffer): void {
    const needed = this.#length + chunk.length;
    if (needed > this.#bytes.length) {
      const grown = Buffer.alloc(Math.max(FIRST_BYTES, needed, 2 * this.#length));
      this.#bytes.copy(grown, 0, 0, this.#length);
      this.#bytes = grown;
    }
    chunk.copy(this.#bytes, this.#length);
    this.#length = needed;
  }

  #skipLineEnds(): number {
    if (this.#searched > 0 || this.#total !== null) {
      return 0;
    }
    let at = 0;
    while (at < this.#length && (this.#bytes[at] === 13 || this.#bytes[at] === 10)) {
      at += 1;
    }
    if (at > 0) {
      this.#drop(at);
    }
    return Math.floor(at / 4);
  }

  #take(): Buffer | null {
    this.#total ??= this.#findTotal();
    if (this.#total === null || this.#length < this.#total) {
      return null;
    }
    const message = Buffer.from(this.#bytes.subarray(0, this.#total));
    this.#drop(this.#total);
    this.#total = null;
    return message;
  }

  #findTotal(): number | null {
    const known = this.#bytes.subarray(0, this.#length);
    const end = known.indexOf("\r\n\r\n", Math.max(0, this.#searched - 3));
    if (end < 0) {
      if (this.#length > MAX_BYTES) {
        throw new FramingError("the headers have no end");
      }
      this.#searched = this.#length;
      return null;
    }
    const total = end + 4 + contentLength(known.toString("latin1", 0, end));
    if (total > MAX_BYTES) {
      throw new FramingError("the message is too large");
    }
    return total;
  }

  #drop(count: number): void {
    this.#bytes = this.#bytes.subarray(count);
    this.#length -= count;
    this.#searched = 0;
  }
}

/** A stream requires Content-Length. Without it, the start of the next message is unknown. */
function contentLength(head: string): number {
  const stated = [...head.matchAll(/^(?:Content-Length|l)[ \t]*:[ \t]*([0-9]{1,6})[ \t]*$/gim)];
  const [first] = stated;
  if (first === undefined || stated.some((match) => match[1] !== first[1])) {
    throw new FramingError("the message has no usable Content-Length");
  }
  return Number(first[1]);
}
