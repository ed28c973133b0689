import type { Duplex } from "node:stream";

/** The time for a client to read the answer. */
const LINGER_MS = 1_000;

/**
 * Refuses an upgrade and closes both directions. Node removes its time limits at an upgrade, so a
 * client that does not close would otherwise keep the socket without end. `status` may contain
 * further header lines.
 */
export function refuseUpgrade(socket: Duplex, status: string): void {
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once("close", () => clearTimeout(timer));
  socket.on("error", () => socket.destroy());
  const head = `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`;
  socket.end(head, () => socket.destroy());
}
