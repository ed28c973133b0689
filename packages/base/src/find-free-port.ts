import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:net";

/** Below the range from which systems give sockets their ports, so that none takes it meanwhile. */
const FIRST = 10_000;
const LAST = 19_998;
const HOST = "127.0.0.1";

/**
 * Finds an even port on loopback for a program that must be told its port. The port and the next one
 * are free for datagrams and for connections. Throws when a hundred tries find none.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = 2 * randomInt(FIRST / 2, LAST / 2 + 1);
    if ((await isFree(port)) && (await isFree(port + 1))) {
      return port;
    }
  }
  throw new Error(`No port from ${FIRST} to ${LAST} is free for UDP and TCP.`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const socket = createSocket("udp4");
  try {
    server.listen(port, HOST);
    await once(server, "listening");
    socket.bind(port, HOST);
    await once(socket, "listening");
    return true;
  } catch {
    return false;
  } finally {
    server.close();
    socket.close();
  }
}
