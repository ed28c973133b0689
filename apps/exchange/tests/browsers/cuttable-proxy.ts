import { connect, createServer, type Server, type Socket } from "node:net";
import { Transform } from "node:stream";

/** The connection between a page and the exchange's port. A test cuts and restores it. */
export class CuttableProxy {
  readonly #server: Server;
  readonly #target: number;
  readonly #sockets = new Set<Socket>();
  #isCut = false;
  #lostText: string | null = null;

  private constructor(server: Server, target: number) {
    this.#server = server;
    this.#target = target;
    server.on("connection", (socket) => this.#take(socket));
  }

  static async open(signalUrl: string): Promise<CuttableProxy> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new CuttableProxy(server, Number(new URL(signalUrl).port));
  }

  get signalUrl(): string {
    const address = this.#server.address();
    return `ws://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  }

  /** Drops all traffic and refuses new connections, until `restore`. */
  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) {
      socket.destroy();
    }
  }

  /** Cuts the connection when the exchange sends that text, so that the text is lost. */
  cutBefore(text: string): void {
    this.#lostText = text;
  }

  restore(): void {
    this.#isCut = false;
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #take(near: Socket): void {
    if (this.#isCut) {
      return void near.destroy();
    }
    const far = connect(this.#target, "127.0.0.1");
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(socket);
      socket.setNoDelay(true);
      // An error of a cut connection does not concern the test.
      socket.on("error", () => undefined);
      socket.on("close", () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
    }
    near.pipe(far);
    far.pipe(this.#filter()).pipe(near);
  }

  #filter(): Transform {
    return new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        if (this.#lostText === null || !chunk.includes(this.#lostText)) {
          return done(null, chunk);
        }
        this.#lostText = null;
        this.cut();
      },
    });
  }
}
