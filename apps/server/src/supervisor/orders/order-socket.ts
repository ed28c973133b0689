import { rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";

import { type Order, type OrderAnswer, orderSchema } from "./order.ts";

const MAX_CONNECTIONS = 8;
const MAX_ORDER = 1_000;
const ORDER_TIMEOUT_MS = 5_000;
/** Only the user of the supervisor and root may give orders. */
const OWNER_ONLY = 0o177;

export interface OrderSocketOptions {
  path: string;
  /** Carries the order out. An error with a code has a message for people. */
  obey: (order: Order) => Promise<{ pid: number | null }>;
  onError: (error: Error) => void;
}

/** The socket in the data folder on which the supervisor accepts commands. */
export class OrderSocket {
  readonly #options: OrderSocketOptions;
  readonly #server: Server;
  readonly #connections = new Set<Socket>();

  /**
   * Replaces a socket of this name. This process holds the lock of the data folder, so such a
   * socket belongs to a killed supervisor.
   */
  constructor(options: OrderSocketOptions) {
    this.#options = options;
    this.#server = createServer((socket) => this.#serve(socket));
    this.#server.maxConnections = MAX_CONNECTIONS;
    this.#server.on("error", (error) => options.onError(error));
    rmSync(options.path, { force: true });
    const before = process.umask(OWNER_ONLY);
    try {
      this.#server.listen(options.path);
    } finally {
      process.umask(before);
    }
  }

  close(): void {
    this.#server.close();
    this.#connections.forEach((socket) => socket.destroy());
  }

  #serve(socket: Socket): void {
    this.#connections.add(socket);
    socket.on("close", () => this.#connections.delete(socket));
    // A command that ends before its answer needs no answer.
    socket.on("error", () => socket.destroy());
    socket.setTimeout(ORDER_TIMEOUT_MS, () => socket.destroy());
    let text = "";
    socket.setEncoding("utf8").on("data", (piece: string) => {
      text += piece;
      if (text.includes("\n") || text.length > MAX_ORDER) {
        socket.setTimeout(0).removeAllListeners("data").resume();
        void this.#answer(text).then((answer) => socket.end(`${JSON.stringify(answer)}\n`));
      }
    });
  }

  async #answer(text: string): Promise<OrderAnswer> {
    const order = readOrder(text);
    if (order === null) {
      return { code: "unknown_order", message: "The supervisor does not know this order." };
    }
    try {
      return await this.#options.obey(order);
    } catch (error) {
      const { code = "failed", message } = error as NodeJS.ErrnoException;
      return { code, message };
    }
  }
}

function readOrder(text: string): Order | null {
  try {
    return orderSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    // The text is not JSON.
    return null;
  }
}
