import { request as sendRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";

/** The server's address behind the one origin of the development station. */
export interface ServerAddress {
  host: string;
  port: number;
}

/** The paths of the server; Vite serves everything else from the console's sources. */
const SERVER_PATH = /^\/(?:api|app|apps|metrics|signal|sso|v4)(?:[/?]|$)/;

/** A server that restarts is available again within this time. */
const CONNECT_TIMEOUT_MS = 20_000;
const RETRY_MS = 150;

export function isServerPath(url: string): boolean {
  return SERVER_PATH.test(url);
}

/** Passes a request on to the server, which may be restarting. */
export async function passRequest(
  server: ServerAddress,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const socket = await openSocket(server);
  if (socket === null) {
    response.writeHead(503, { "content-type": "text/plain" }).end("The server is not running.\n");
    return;
  }
  const passed = sendRequest({
    createConnection: () => socket,
    method: request.method,
    path: request.url,
    headers: { ...request.headers, connection: "close", "x-forwarded-for": findPeer(request) },
  });
  passed.once("response", (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(response);
  });
  passed.once("error", () => response.destroy());
  response.once("close", () => passed.destroy());
  request.pipe(passed);
}

/**
 * Connects a browser's websocket with one to the server and copies the bytes. When one ends, the
 * other ends too.
 */
export async function passUpgrade(
  server: ServerAddress,
  request: IncomingMessage,
  { socket, head }: { socket: Duplex; head: Buffer },
): Promise<void> {
  socket.on("error", () => undefined);
  const upstream = await openSocket(server);
  if (upstream === null) {
    socket.end("HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\n\r\n");
    return;
  }
  const lines = [`${request.method} ${request.url} HTTP/1.1`];
  for (let at = 0; at + 1 < request.rawHeaders.length; at += 2) {
    lines.push(`${request.rawHeaders[at]}: ${request.rawHeaders[at + 1]}`);
  }
  lines.push(`X-Forwarded-For: ${findPeer(request)}`, "", "");
  upstream.write(lines.join("\r\n"));
  upstream.write(head);
  upstream.on("error", () => socket.destroy());
  upstream.once("close", () => socket.destroy());
  socket.once("close", () => upstream.destroy());
  upstream.pipe(socket).pipe(upstream);
}

function findPeer(request: IncomingMessage): string {
  return request.socket.remoteAddress ?? "";
}

/** Returns `null` if the server did not accept a connection in time. */
async function openSocket({ host, port }: ServerAddress): Promise<Socket | null> {
  const endMs = Date.now() + CONNECT_TIMEOUT_MS;
  while (Date.now() < endMs) {
    const socket = connect({ host, port });
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once("connect", () => resolve(true));
      socket.once("error", () => resolve(false));
    });
    if (isOpen) {
      return socket;
    }
    await wait(RETRY_MS);
  }
  return null;
}
