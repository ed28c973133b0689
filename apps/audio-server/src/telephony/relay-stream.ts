import { connect as connectTcp, type AddressInfo, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";

import type { Address, Transport } from "werift";

/**
 * If more bytes than this wait for a slow relay, further packets are dropped, because they would
 * arrive too late.
 */
const MAX_WAITING_BYTES = 65_536;

/**
 * A call's connection to its relay by TCP or TLS. When the relay closes the connection, it stays
 * closed, because a new connection would have no relayed port. werift's own connection reopens
 * thousands of times a second.
 */
export class RelayStream implements Transport {
  readonly type: "tcp" | "tls";
  onData: (data: Buffer, from: Address) => void = () => undefined;
  readonly #socket: Socket;
  readonly #relay: Address;

  private constructor(type: "tcp" | "tls", socket: Socket) {
    this.type = type;
    this.#socket = socket;
    this.#relay = [socket.remoteAddress ?? "", socket.remotePort ?? 0];
    socket.setNoDelay(true);
    socket.on("data", (data: Buffer) => this.onData(data, this.#relay));
    socket.on("end", () => socket.destroy());
  }

  static async open(type: "tcp" | "tls", at: Address, over: AbortSignal): Promise<RelayStream> {
    const [host, port] = at;
    const socket = type === "tcp" ? connectTcp({ host, port }) : connectTls({ host, port });
    const end = () => socket.destroy();
    over.addEventListener("abort", end);
    socket.once("close", () => over.removeEventListener("abort", end));
    await new Promise<void>((resolve, reject) => {
      socket.on("error", reject);
      socket.once("close", () => reject(new Error("the relay could not be reached")));
      socket.once(type === "tcp" ? "connect" : "secureConnect", resolve);
    });
    return new RelayStream(type, socket);
  }

  get relay(): Address {
    return this.#relay;
  }

  get address(): AddressInfo {
    const { localAddress = "", localPort = 0, localFamily = "" } = this.#socket;
    return { address: localAddress, port: localPort, family: localFamily };
  }

  get closed(): boolean {
    return this.#socket.destroyed;
  }

  readonly send = async (data: Buffer): Promise<void> => {
    if (!this.closed && this.#socket.writableLength < MAX_WAITING_BYTES) {
      this.#socket.write(data);
    }
  };

  readonly close = async (): Promise<void> => {
    this.#socket.destroy();
  };
}
