import { createSocket, type RemoteInfo, type Socket } from "node:dgram";

import { findFreePort } from "@linedesk/base";

const near = "127.0.0.2";
const exchange = "127.0.0.1";
const portCount = 24;
const mostTries = 20;

/** The path between a port of one browser or telephone and a port of the exchange. */
interface Flow {
  upstream: Socket;
  /** Is true after the first STUN message: browsers send STUN, and telephones do not. */
  isOfBrowser: boolean;
  isDead: boolean;
}

/**
 * Relays all media between browsers and an exchange that advertises another address than its own,
 * with one port for both directions. A test can stop the existing paths; new paths work.
 */
export class MediaProxy {
  static readonly address = near;
  readonly #sockets: Socket[] = [];
  readonly #flows = new Map<string, Flow>();
  /** The ports of the exchange, inclusive. */
  readonly ports: { min: number; max: number };

  private constructor(min: number) {
    this.ports = { min, max: min + portCount - 1 };
  }

  static async open(): Promise<MediaProxy> {
    for (let tries = 1; ; tries += 1) {
      const detour = new MediaProxy(await findFreePort());
      try {
        for (let n = 0; n < portCount; n += 1) {
          await detour.#openPort(detour.ports.min + n);
        }
        return detour;
      } catch (error) {
        detour.close();
        if (tries === mostTries) {
          throw error;
        }
      }
    }
  }

  /** Stops every existing browser path without a notice to either side. */
  killPaths(): void {
    for (const flow of this.#flows.values()) {
      flow.isDead ||= flow.isOfBrowser;
    }
  }

  close(): void {
    for (const socket of this.#sockets) {
      socket.close();
    }
    for (const { upstream } of this.#flows.values()) {
      upstream.close();
    }
  }

  async #openPort(port: number): Promise<void> {
    const socket = createSocket("udp4");
    socket.on("message", (datagram, from) => {
      const flow = this.#flowOf(socket, port, from);
      flow.isOfBrowser ||= isStun(datagram);
      if (!flow.isDead) {
        flow.upstream.send(datagram, port, exchange);
      }
    });
    await new Promise<void>((resolve, reject) => {
      socket.once("error", reject);
      socket.bind(port, near, resolve);
    });
    this.#sockets.push(socket);
  }

  #flowOf(socket: Socket, port: number, page: RemoteInfo): Flow {
    const name = `${page.address} ${page.port} ${port}`;
    const known = this.#flows.get(name);
    if (known !== undefined) {
      return known;
    }
    const flow: Flow = { upstream: createSocket("udp4"), isOfBrowser: false, isDead: false };
    // A closed port of the exchange answers with ICMP, which does not concern the test.
    flow.upstream.on("error", () => undefined);
    flow.upstream.on("message", (datagram) => {
      if (!flow.isDead) {
        socket.send(datagram, page.port, page.address);
      }
    });
    this.#flows.set(name, flow);
    return flow;
  }
}

/** RFC 7983: a first byte from 0 to 3 marks STUN. */
function isStun(datagram: Buffer): boolean {
  return (datagram[0] ?? 0xff) <= 3;
}
