import { WebSocket } from "ws";

type Payload = Record<string, unknown>;

const WAIT_MS = 60_000;

export class RawSocket {
  readonly frames: { type: string; payload: Payload }[] = [];
  heartbeats = 0;
  readonly closed: Promise<number>;
  readonly #socket: WebSocket;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on("message", (data: Buffer) => this.#take(data.toString("utf8")));
    this.closed = new Promise((resolve) => socket.once("close", resolve));
  }

  /** Rejects with the HTTP status in its message when the exchange refuses the socket. */
  static async open(signalUrl: string, headers: Record<string, string> = {}): Promise<RawSocket> {
    const socket = new WebSocket(`${signalUrl}/signal`, { headers });
    const raw = new RawSocket(socket);
    await new Promise((resolve, reject) => {
      socket.once("open", resolve);
      socket.once("error", reject);
    });
    return raw;
  }

  send(type: string, payload: Payload): void {
    this.sendRaw(JSON.stringify({ type, version: "1.6", payload }));
  }

  sendRaw(data: string | Buffer): void {
    if (this.#socket.readyState === WebSocket.OPEN) {
      this.#socket.send(data);
    }
  }

  ping(): void {
    if (this.#socket.readyState === WebSocket.OPEN) {
      this.#socket.ping();
    }
  }

  async waitFor(type: string): Promise<Payload> {
    const endMs = performance.now() + WAIT_MS;
    for (;;) {
      const frame = this.frames.find((one) => one.type === type);
      if (frame !== undefined) {
        return frame.payload;
      }
      if (performance.now() > endMs) {
        throw new Error(`no "${type}" frame; the frames were: ${JSON.stringify(this.frames)}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  close(): void {
    this.#socket.terminate();
  }

  #take(text: string): void {
    if (text === "\n") {
      this.heartbeats += 1;
    } else {
      this.frames.push(JSON.parse(text) as { type: string; payload: Payload });
    }
  }
}
