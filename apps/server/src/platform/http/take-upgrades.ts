import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/**
 * Accepts upgrades, except on a connection with unsent answers. No real client sends an upgrade
 * there, and a client that does not read its answers would occupy the socket without end.
 */
export function takeUpgrades(
  server: Server,
  take: (request: IncomingMessage, socket: Duplex, head: Buffer) => void,
): void {
  const open = new WeakMap<Duplex, number>();
  server.on("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    open.set(socket, (open.get(socket) ?? 0) + 1);
    response.once("close", () => open.set(socket, (open.get(socket) ?? 1) - 1));
  });
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if ((open.get(socket) ?? 0) > 0) {
      socket.destroy();
    } else {
      take(request, socket, head);
    }
  });
}
