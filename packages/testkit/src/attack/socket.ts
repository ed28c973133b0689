import { WebSocket } from "ws";

const WAIT_MS = 5_000;
const LOOK_MS = 20;

export type Frame = Record<string, unknown>;

/** A websocket that sends any JSON that an attack needs, and stores every received frame. */
export class RawSocket {
  readonly frames: Frame[] = [];
  isClosed = false;
  readonly #socket: WebSocket;

  constructor(origin: string, path: string, headers: Record<string, string> = {}) {
    this.#socket = new WebSocket(`${origin.replace("http", "ws")}${path}`, { headers });
    this.#socket.on("message", (data: Buffer) => {
      const text = data.toString().trim();
      if (text !== "") {
        this.frames.push(JSON.parse(text) as Frame);
      }
    });
    this.#socket.on("error", () => (this.isClosed = true));
    this.#socket.on("close", () => (this.isClosed = true));
  }

  /** Resolves to false if the socket was refused. */
  async opened(): Promise<boolean> {
    await this.#until(() => this.isClosed || this.#socket.readyState === WebSocket.OPEN);
    return !this.isClosed;
  }

  send(frame: Frame): void {
    this.#socket.send(JSON.stringify(frame));
  }

  /**
   * Resolves to the first received frame that matches, or to `null` if none comes within 5 s or
   * before the socket closes.
   */
  async next(matches: (frame: Frame) => boolean): Promise<Frame | null> {
    await this.#until(() => this.isClosed || this.frames.some(matches));
    return this.frames.find(matches) ?? null;
  }

  close(): void {
    this.#socket.terminate();
  }

  async #until(holds: () => boolean): Promise<void> {
    const endMs = performance.now() + WAIT_MS;
    while (!holds() && performance.now() < endMs) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }
}
