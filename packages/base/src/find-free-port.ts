import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:net";

import { hasCode } from "./has-code.ts";

/**
 * Systems assign ephemeral ports above this range, so no outgoing connection occupies a port of it.
 */
const FIRST = 10_000;
const LAST = 19_998;
const MOST_TRIES = 100;
/** Browsers and `fetch` refuse this port of the range (Fetch Standard, "bad port"). */
const REFUSED = 10_080;

/**
 * Finds an even port of `host` for a part or a program that must know its port before it starts.
 * The port and the next one are free for UDP and TCP, and no other process gets them while this
 * process runs. Throws after a hundred attempts.
 */
export async function findFreePort(host = "127.0.0.1", choose = chooseEven): Promise<number> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const port = choose();
    if (port !== REFUSED && (await isPairFree(port, host))) {
      return port;
    }
  }
  throw new Error(`No port from ${FIRST} to ${LAST} is free for UDP and TCP on ${host}.`);
}

function chooseEven(): number {
  return 2 * randomInt(FIRST / 2, LAST / 2 + 1);
}

async function isPairFree(port: number, host: string): Promise<boolean> {
  return (await reserve(port)) && (await isFree(port, host)) && (await isFree(port + 1, host));
}

/** Reserves the port by a name that only one process can have (unix(7), abstract sockets). */
async function reserve(port: number): Promise<boolean> {
  const holder = createServer().unref();
  try {
    await once(holder.listen(`\0linedesk-port-${port}`), "listening");
    return true;
  } catch (error) {
    return !hasCode(error, "EADDRINUSE");
  }
}

async function isFree(port: number, host: string): Promise<boolean> {
  const server = createServer();
  const socket = createSocket(host.includes(":") ? "udp6" : "udp4");
  try {
    server.listen(port, host);
    await once(server, "listening");
    socket.bind(port, host);
    await once(socket, "listening");
    return true;
  } catch {
    return false;
  } finally {
    server.close();
    socket.close();
  }
}
