import { once } from "node:events";
import { createServer, isIPv6, type Server } from "node:net";

import type { FastifyInstance } from "fastify";

import { StartError } from "@linedesk/base";

const LOOPBACK = "127.0.0.1";

/** Writes an IP address as the host of a URL. */
export function bracketed(address: string): string {
  return isIPv6(address) ? `[${address}]` : address;
}

/**
 * The port of REST, signalling and insights. It always listens on loopback, for the commands and
 * the supervisor of this machine. With `host` it also listens there, for servers on other machines.
 */
export class HttpListener {
  readonly #app: FastifyInstance;
  readonly #options: { host: string | null; port: number };
  #outer: Server | null = null;

  constructor(app: FastifyInstance, options: { host: string | null; port: number }) {
    this.#app = app;
    this.#options = options;
  }

  /**
   * Returns the host and port under which servers reach the exchange. Throws StartError when one is
   * unavailable.
   */
  async open(): Promise<string> {
    const { host, port } = this.#options;
    try {
      await this.#app.listen({ host: LOOPBACK, port });
    } catch (error) {
      throw StartError.from(error, { setting: "EXCHANGE_PORT", port });
    }
    const address = this.#app.server.address();
    const taken = typeof address === "object" && address !== null ? address.port : port;
    if (host === null || host === LOOPBACK) {
      return `${LOOPBACK}:${taken}`;
    }
    await this.#openOuter(host, taken);
    return `${bracketed(host)}:${taken}`;
  }

  close(): void {
    this.#outer?.close();
  }

  /** The HTTP server of loopback serves these connections too, with the same limits. */
  async #openOuter(host: string, port: number): Promise<void> {
    const outer = createServer((socket) => this.#app.server.emit("connection", socket));
    this.#outer = outer;
    outer.listen({ host, port });
    try {
      await once(outer, "listening");
    } catch (error) {
      const words = `The exchange cannot listen on ${host}, port ${port} (EXCHANGE_HOST).`;
      throw new StartError(`${words} Name an address of this machine.`, { cause: error });
    }
  }
}
