import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";

/** A sender is paused while this number of bytes waits for the other side. */
const WAITING_BYTES = 1_000_000;

/**
 * The network between two parts, as one TCP port that leads to another port. A test lets it fail as
 * a real network fails.
 */
export class NetworkLink {
  readonly #target: number;
  readonly #server: Server;
  readonly #pairs = new Set<[Socket, Socket]>();
  readonly #hanging = new Set<Socket>();
  #state: "open" | "cut" | "stalled" | "lost" = "open";
  #delayMs = 0;

  private constructor(target: number) {
    this.#target = target;
    this.#server = createServer((near) => this.#accept(near));
  }

  static async open(target: number): Promise<NetworkLink> {
    const link = new NetworkLink(target);
    await new Promise<void>((resolve) => link.#server.listen(0, "127.0.0.1", resolve));
    return link;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Ends every connection, and refuses new ones. */
  cut(): void {
    this.#state = "cut";
    [...this.#pairs].flat().forEach((socket) => socket.destroy());
  }

  /** Stops all packets without an error. They are delivered when the link is restored. */
  stall(): void {
    this.#state = "stalled";
    [...this.#pairs].flat().forEach((socket) => socket.pause());
  }

  /** Loses all packets without an error. They are not delivered when the link is restored. */
  lose(): void {
    this.#state = "lost";
    for (const socket of [...this.#pairs].flat()) {
      socket.removeAllListeners("data").pause();
    }
  }

  /** Delivers each packet later. */
  delay(ms: number): void {
    this.#delayMs = ms;
  }

  restore(): void {
    const wasLost = this.#state === "lost";
    this.#state = "open";
    this.#delayMs = 0;
    if (wasLost) {
      return;
    }
    [...this.#pairs].flat().forEach((socket) => socket.resume());
    [...this.#hanging].forEach((near) => this.#join(near));
  }

  async close(): Promise<void> {
    [...this.#hanging, ...[...this.#pairs].flat()].forEach((socket) => socket.destroy());
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #accept(near: Socket): void {
    near.on("error", () => undefined);
    if (this.#state === "cut") {
      near.destroy();
    } else if (this.#state === "open") {
      this.#join(near);
    } else {
      // The first packet does not arrive, so the connection hangs.
      this.#hanging.add(near.pause());
      near.on("close", () => this.#hanging.delete(near));
    }
  }

  #join(near: Socket): void {
    this.#hanging.delete(near);
    const far = connect({ port: this.#target, host: "127.0.0.1" });
    const pair: [Socket, Socket] = [near, far];
    this.#pairs.add(pair);
    far.on("error", () => near.destroy());
    near.on("close", () => far.destroy());
    far.on("close", () => {
      near.destroy();
      this.#pairs.delete(pair);
    });
    this.#carry(near, far);
    this.#carry(far, near);
  }

  #carry(from: Socket, to: Socket): void {
    let lastAtMs = 0;
    const send = (data: Buffer) => {
      if (to.writable && !to.write(data) && to.writableLength > WAITING_BYTES) {
        from.pause();
        to.once("drain", () => from.resume());
      }
    };
    from.on("data", (data: Buffer) => {
      const nowMs = performance.now();
      lastAtMs = Math.max(lastAtMs, nowMs + this.#delayMs);
      if (lastAtMs <= nowMs) {
        return send(data);
      }
      setTimeout(() => send(data), lastAtMs - nowMs);
    });
    from.on("end", () => setTimeout(() => to.end(), Math.max(0, lastAtMs - performance.now())));
  }
}
