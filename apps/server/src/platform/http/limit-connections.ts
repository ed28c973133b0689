import type { Server } from "node:http";
import type { Socket } from "node:net";

import proxyAddr from "@fastify/proxy-addr";

import { findNetwork, isLoopback } from "@linedesk/base";

/** The seats of a studio share one address, and each has a dozen connections. */
export const MOST_CONNECTIONS = 500;

export interface ConnectionBound {
  perNetwork: number;
  isFree: (address: string) => boolean;
}

export function limitConnections(server: Server, { perNetwork, isFree }: ConnectionBound): void {
  const open = new Map<string, number>();
  function release(network: string): void {
    const left = (open.get(network) ?? 0) - 1;
    if (left > 0) {
      open.set(network, left);
    } else {
      open.delete(network);
    }
  }
  server.on("connection", (socket: Socket) => {
    const { remoteAddress = "" } = socket;
    if (isFree(remoteAddress)) {
      return;
    }
    const network = findNetwork(remoteAddress);
    const count = (open.get(network) ?? 0) + 1;
    if (count > perNetwork) {
      socket.destroy();
      return;
    }
    open.set(network, count);
    socket.once("close", () => release(network));
  });
}

/**
 * Returns a function that is true for this machine and the trusted proxies, which serve many
 * clients.
 */
export function createAddressPool(trustProxy: string[]): (address: string) => boolean {
  const isTrusted = proxyAddr.compile(trustProxy);
  return (address) => isLoopback(findNetwork(address)) || isTrusted(address, 0);
}
