import { randomInt } from "node:crypto";
import { createSocket, type Socket } from "node:dgram";
import { isIPv6 } from "node:net";
import { networkInterfaces } from "node:os";

import { MediaError } from "../media-error.ts";

interface ReservationOptions {
  /** The local address, or `null` for all addresses. */
  bindAddress: string | null;
  portRange: { min: number; max: number } | null;
}

const ATTEMPTS = 50;

/** A UDP port that a browser learns before a socket listens on it. */
export class ReservedPort {
  readonly port: number;
  readonly #socket: Socket;
  #isFree = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.port = socket.address().port;
  }

  /** Throws MediaError `no_port`. */
  static async reserve(options: ReservationOptions): Promise<ReservedPort> {
    const { portRange } = options;
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const wanted = portRange === null ? 0 : randomInt(portRange.min, portRange.max + 1);
      const socket = await bound(options.bindAddress ?? "0.0.0.0", wanted);
      if (socket !== null) {
        return new ReservedPort(socket);
      }
    }
    throw new MediaError("no_port", "No UDP port is free for a browser");
  }

  free(): void {
    if (this.#isFree) {
      return;
    }
    this.#isFree = true;
    this.#socket.close();
  }
}

async function bound(address: string, port: number): Promise<Socket | null> {
  const socket = createSocket(isIPv6(address) ? "udp6" : "udp4");
  return new Promise((resolve) => {
    socket.once("error", () => {
      socket.close();
      resolve(null);
    });
    socket.bind({ address, port, exclusive: true }, () => {
      socket.removeAllListeners("error");
      resolve(socket);
    });
  });
}

/** Returns the host candidates (RFC 8839 section 5.1) of one port, without `a=`. */
export function buildHostCandidates(port: number, bindAddress: string | null): string[] {
  const addresses = bindAddress === null ? outsideAddresses() : [bindAddress];
  return addresses.map((address, n) => {
    // RFC 8445 section 5.1.2.1: 126 for a host, then a preference for each address. The values are
    // below libdatachannel's own, so that a browser prefers the path of an ICE restart.
    const priority = 126 * 2 ** 24 + (1000 - n) * 2 ** 8 + 255;
    return `candidate:${n + 1} 1 UDP ${priority} ${address} ${port} typ host`;
  });
}

function outsideAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return all.filter(({ internal }) => !internal).map(({ address }) => address);
}
