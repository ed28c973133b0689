import type { Duplex } from "node:stream";

/** For who is still to read the answer, or reads nothing. */
const LINGER_MS = 1_000;

/**
 * Answers a socket that is not to be had, and keeps no half of its connection: at an upgrade node
 * takes its own limits of time away, and whoever does not close would hold it for ever.
 * `status` may bring further header lines along.
 */
export function refuseUpgrade(socket: Duplex, status: string): void {
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once("close", () => clearTimeout(timer));
  socket.on("error", () => socket.destroy());
  const head = `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`;
  socket.end(head, () => socket.destroy());
}
