/** The bytes of a connection are no SIP, or too many; the connection must be closed. */
export class FramingError extends Error {
  override readonly name = "FramingError";
  readonly code = "sip_framing";
}

export interface Framed {
  messages: Buffer[];
  /** Keep-alives of RFC 5626 (two line ends), each to be answered by one line end. */
  pings: number;
}

const maxBytes = 65_536;

/**
 * Cuts a stream into messages by Content-Length (RFC 3261 section 18.3). `push` throws
 * FramingError when the stream cannot be followed any further.
 */
export class StreamFraming {
  #rest: Buffer = Buffer.alloc(0);

  push(chunk: Buffer): Framed {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const framed: Framed = { messages: [], pings: 0 };
    for (;;) {
      framed.pings += this.#skipLineEnds();
      const message = this.#take();
      if (message === null) return framed;
      framed.messages.push(message);
    }
  }

  #skipLineEnds(): number {
    let at = 0;
    while (this.#rest[at] === 13 || this.#rest[at] === 10) at += 1;
    if (at > 0) this.#rest = this.#rest.subarray(at);
    return Math.floor(at / 4);
  }

  #take(): Buffer | null {
    const end = this.#rest.indexOf("\r\n\r\n");
    if (end < 0) {
      if (this.#rest.length > maxBytes) throw new FramingError("headers without end");
      return null;
    }
    const total = end + 4 + contentLength(this.#rest.toString("latin1", 0, end));
    if (total > maxBytes) throw new FramingError("message too large");
    if (this.#rest.length < total) return null;
    const message = this.#rest.subarray(0, total);
    this.#rest = this.#rest.subarray(total);
    return message;
  }
}

/** Over a stream it must be there: without it nobody knows where the next message begins. */
function contentLength(head: string): number {
  const stated = [...head.matchAll(/^(?:Content-Length|l)[ \t]*:[ \t]*([0-9]{1,6})[ \t]*$/gim)];
  const [first] = stated;
  if (first === undefined || stated.some((match) => match[1] !== first[1])) {
    throw new FramingError("no usable Content-Length");
  }
  return Number(first[1]);
}
