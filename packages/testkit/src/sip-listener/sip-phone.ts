import { createSocket, type Socket } from "node:dgram";
import { networkInterfaces } from "node:os";

import { ListenerError } from "./listener-error.ts";
import { readSipText, type SipText } from "./sip-text.ts";

export interface UdpAddress {
  address: string;
  port: number;
}

const firstGapMs = 500;

/**
 * The SIP port of one telephone. It sends messages, repeats those of `sendUntil` until its caller
 * stops them, and passes on received messages.
 */
export class SipPhone {
  readonly #socket: Socket = createSocket("udp4");
  readonly #repeats = new Map<string, NodeJS.Timeout>();
  #isClosed = false;
  #bound: UdpAddress = { address: "", port: 0 };

  constructor(onMessage: (message: SipText, from: UdpAddress) => void) {
    this.#socket.on("message", (datagram, from) => {
      const message = readSipText(datagram);
      if (message === null || this.#isClosed) {
        return;
      }
      onMessage(message, { address: from.address, port: from.port });
    });
  }

  get port(): number {
    return this.#bound.port;
  }

  open(host: string, port: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#socket.once("error", (cause) => {
        reject(new ListenerError(`cannot open a SIP port on ${host}:${port}`, { cause }));
      });
      this.#socket.bind(port, host, () => {
        this.#socket.removeAllListeners("error");
        // The error of an undelivered packet is ignored, because its sender waits for an answer.
        this.#socket.on("error", () => undefined);
        this.#bound = this.#socket.address();
        resolve();
      });
    });
  }

  /** Returns our address on the route to that far end. */
  addressToward(remote: string): string {
    if (this.#bound.address !== "0.0.0.0") {
      return this.#bound.address;
    }
    if (remote.startsWith("127.")) {
      return "127.0.0.1";
    }
    const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
    return all.find((entry) => entry.family === "IPv4" && !entry.internal)?.address ?? "127.0.0.1";
  }

  send(datagram: Buffer, to: UdpAddress): void {
    if (!this.#isClosed) {
      this.#socket.send(datagram, to.port, to.address, () => undefined);
    }
  }

  /**
   * Sends now, and again after 0.5, 1.5, 3.5 ... s, until `stopRepeating` is called with this key
   * or 32 s have passed.
   */
  sendUntil(key: string, datagram: Buffer, to: UdpAddress): void {
    const repeat = (gapMs: number): void => {
      const timer = setTimeout(() => {
        this.send(datagram, to);
        if (gapMs < 32 * firstGapMs) {
          repeat(gapMs * 2);
        }
      }, gapMs);
      this.#repeats.set(key, timer);
    };
    this.stopRepeating(key);
    this.send(datagram, to);
    repeat(firstGapMs);
  }

  stopRepeating(key: string): void {
    clearTimeout(this.#repeats.get(key));
    this.#repeats.delete(key);
  }

  close(): void {
    if (this.#isClosed) {
      return;
    }
    this.#isClosed = true;
    for (const timer of this.#repeats.values()) {
      clearTimeout(timer);
    }
    this.#repeats.clear();
    this.#socket.close();
  }
}
