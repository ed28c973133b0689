import { createSocket, type Socket } from "node:dgram";

/** A datagram to send from the socket that received another datagram. */
export interface FiredBack {
  received: Uint8Array;
  bytes: Uint8Array;
}

/** UDP sockets at many loopback addresses, so that no limit per source protects the parser. */
export class Attackers {
  readonly #sockets: Socket[];
  readonly received: Buffer[] = [];
  readonly #receivers = new WeakMap<Uint8Array, Socket>();
  #turn = 0;

  private constructor(sockets: Socket[]) {
    this.#sockets = sockets;
    for (const socket of sockets) {
      socket.on("error", () => undefined);
      socket.on("message", (bytes) => {
        this.received.push(bytes);
        this.#receivers.set(bytes, socket);
      });
    }
  }

  static async at(addresses: readonly string[]): Promise<Attackers> {
    const sockets = await Promise.all(
      addresses.map(async (address) => {
        const socket = createSocket("udp4");
        await new Promise<void>((resolve) => socket.bind(0, address, resolve));
        return socket;
      }),
    );
    return new Attackers(sockets);
  }

  static many(count: number): Promise<Attackers> {
    return Attackers.at(Array.from({ length: count }, (_, n) => `127.0.2.${n + 1}`));
  }

  get port(): number {
    return this.#sockets[0]?.address().port ?? 0;
  }

  /**
   * Sends each datagram from the next socket in turn, in small bursts that fit the receiver's
   * queue.
   */
  async fire(datagrams: readonly Uint8Array[], port: number): Promise<void> {
    await this.#send(
      datagrams.map((bytes) => ({ bytes, from: this.#nextSocket() })),
      port,
    );
  }

  /**
   * Sends each datagram from the socket that received the answer, because a call refuses other
   * addresses.
   */
  async fireBack(answers: readonly FiredBack[], port: number): Promise<void> {
    await this.#send(
      answers.map(({ received, bytes }) => ({ bytes, from: this.#receivers.get(received) })),
      port,
    );
  }

  #nextSocket(): Socket | undefined {
    return this.#sockets[this.#turn++ % this.#sockets.length];
  }

  async #send(
    datagrams: readonly { bytes: Uint8Array; from: Socket | undefined }[],
    port: number,
  ): Promise<void> {
    for (const [index, { bytes, from }] of datagrams.entries()) {
      // UDP carries at most 65,507 bytes, so a longer datagram is cut.
      from?.send(bytes.subarray(0, 65_000), port, "127.0.0.1", () => undefined);
      if (index % 25 === 24) {
        await new Promise((resolve) => setTimeout(resolve, 4));
      }
    }
  }

  async close(): Promise<void> {
    await Promise.all(
      this.#sockets.map((socket) => new Promise<void>((resolve) => socket.close(() => resolve()))),
    );
  }
}
