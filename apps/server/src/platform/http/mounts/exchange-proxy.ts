import { request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, Socket } from "node:net";
import type { Duplex } from "node:stream";

import { hasCode, refuseUpgrade } from "@linedesk/base";
import type { Logger } from "../../logger.ts";
import { waitForPort } from "./wait-for-port.ts";

const HTTP_PORT = 80;
const CONNECT_TIMEOUT_MS = 5_000;
/** A crashed exchange is ready again after about 2 s. The SDK waits 5 s for its socket. */
const RESTART_MS = 4_000;
const ANSWER_TIMEOUT_MS = 10_000;
/** The SDK sends a few KB. Larger requests are refused, because requests are unauthenticated. */
const MAX_BODY_BYTES = 64 * 1024;
const MAX_SOCKETS = 2_000;
/** Both sides send something every ten seconds, so a client without traffic this long is lost. */
const STALLED_MS = 60_000;

/** The path of a further exchange on the public origin; the first exchange has none. */
export function exchangeRoot(service: string): string {
  return `/exchanges/${service}`;
}

export interface ExchangeProxyOptions {
  exchangeUrl: string;
  /** The path before that of the exchange, on the public origin; empty for the first exchange. */
  root: string;
  isOwnOrigin: (request: IncomingMessage) => boolean;
  resolveClientAddress: (request: IncomingMessage) => string;
  log: Logger;
  stalledMs?: number;
  restartMs?: number;
}

/** The headers that concern only this hop, and those that the exchange must not see. */
const droppedHeaders = new Set([
  "connection",
  "keep-alive",
  "transfer-encoding",
  "te",
  "trailer",
  "expect",
  "cookie",
  "origin",
]);

/**
 * Forwards the softphones' signalling and insights from the public origin to the exchange, byte by
 * byte. It parses nothing, because only the exchange may interpret a frame.
 */
export class ExchangeProxy {
  readonly #options: ExchangeProxyOptions;
  readonly #target: URL;
  readonly #sockets = new Set<Duplex>();
  /** The one wait for an exchange that starts again; all new sockets share it. */
  #return: Promise<boolean> | null = null;

  constructor(options: ExchangeProxyOptions) {
    this.#options = options;
    this.#target = new URL(options.exchangeUrl);
  }

  /** Returns the path of a request at the exchange; `null` for a path that is not below the root. */
  pathOf({ url = "/" }: IncomingMessage): string | null {
    const { root } = this.#options;
    return url.startsWith(`${root}/`) ? url.slice(root.length) : null;
  }

  get socketCount(): number {
    return this.#sockets.size;
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // The client may disconnect at any time; `close` follows and ends the other side.
    socket.on("error", () => undefined);
    // Without this timeout, a client that reads nothing would delay the exchange's close, which
    // comes after its data.
    if (socket instanceof Socket) {
      socket.setTimeout(this.#options.stalledMs ?? STALLED_MS, () => socket.destroy());
    }
    if (!this.#options.isOwnOrigin(request)) {
      return refuseUpgrade(socket, "403 Forbidden");
    }
    if (this.#sockets.size >= MAX_SOCKETS) {
      return refuseUpgrade(socket, "503 Service Unavailable");
    }
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
    this.#tunnel(request, socket, head, true);
  }

  /**
   * Connects the client with the exchange. While the exchange starts again, the port refuses
   * connections. The client waits then, because a refusal would delay its next attempt by seconds.
   */
  #tunnel(request: IncomingMessage, socket: Duplex, head: Buffer, mayWait: boolean): void {
    const upstream = connect(this.#address);
    let isConnected = false;
    let isRefused = false;
    upstream.setTimeout(CONNECT_TIMEOUT_MS, () => upstream.destroy());
    upstream.once("connect", () => {
      isConnected = true;
      upstream.setTimeout(0);
      upstream.setNoDelay(true);
      upstream.write(this.#requestHead(request));
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on("error", (err) => {
      isRefused = hasCode(err, "ECONNREFUSED");
      this.#options.log.debug({ err }, "signalling proxy failed");
    });
    upstream.once("close", () => {
      if (isConnected || socket.destroyed) {
        socket.destroy();
      } else if (isRefused && mayWait) {
        void this.#tunnelLater(request, socket, head);
      } else {
        refuseUpgrade(socket, "503 Service Unavailable");
      }
    });
    socket.once("close", () => upstream.destroy());
  }

  async #tunnelLater(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    this.#return ??= this.#untilReturn();
    await this.#return;
    if (!socket.destroyed) {
      this.#tunnel(request, socket, head, false);
    }
  }

  async #untilReturn(): Promise<boolean> {
    try {
      return await waitForPort(this.#address, this.#options.restartMs ?? RESTART_MS);
    } finally {
      this.#return = null;
    }
  }

  get #address(): { host: string; port: number } {
    const { hostname: host, port } = this.#target;
    return { host, port: Number(port || HTTP_PORT) };
  }

  post(request: IncomingMessage, response: ServerResponse): void {
    response.setHeader("cache-control", "no-store");
    if (request.method !== "POST") {
      return sendStatus(response, 405);
    }
    if (!this.#options.isOwnOrigin(request)) {
      return sendStatus(response, 403);
    }
    if (Number(request.headers["content-length"] ?? 0) > MAX_BODY_BYTES) {
      return sendStatus(response, 413);
    }
    const upstream = httpRequest(
      new URL(this.pathOf(request) ?? "/", this.#target),
      {
        method: "POST",
        headers: forwardedHeaders(request, this.#options.resolveClientAddress(request)),
        timeout: ANSWER_TIMEOUT_MS,
      },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, {
          "content-type": answer.headers["content-type"] ?? "application/json",
        });
        answer.pipe(response);
      },
    );
    upstream.once("timeout", () => upstream.destroy());
    upstream.once("error", () => sendStatus(response, 503));
    request.once("error", () => upstream.destroy());
    let taken = 0;
    request.on("data", (chunk: Buffer) => {
      taken += chunk.length;
      if (taken > MAX_BODY_BYTES) {
        sendStatus(response, 413);
        upstream.destroy();
      }
    });
    request.pipe(upstream);
  }

  close(): void {
    for (const socket of this.#sockets) {
      socket.destroy();
    }
  }

  /**
   * Returns the original upgrade without the session cookie, which the exchange must not get, and
   * without the origin, which the server has checked and the exchange cannot check.
   */
  #requestHead(request: IncomingMessage): string {
    const lines = [`GET ${this.pathOf(request) ?? "/"} HTTP/1.1`];
    for (let at = 0; at + 1 < request.rawHeaders.length; at += 2) {
      const name = request.rawHeaders[at] ?? "";
      if (/^(cookie|origin|x-forwarded-for)$/i.test(name)) {
        continue;
      }
      lines.push(`${name}: ${request.rawHeaders[at + 1] ?? ""}`);
    }
    lines.push(`X-Forwarded-For: ${this.#options.resolveClientAddress(request)}`, "", "");
    return lines.join("\r\n");
  }
}

function sendStatus(response: ServerResponse, status: number): void {
  if (response.writableEnded) {
    return;
  }
  if (response.headersSent) {
    response.destroy();
  } else {
    response.writeHead(status).end();
  }
}

function forwardedHeaders(
  request: IncomingMessage,
  address: string,
): Record<string, string | string[]> {
  const passed: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && !droppedHeaders.has(name)) {
      passed[name] = value;
    }
  }
  passed["x-forwarded-for"] = address;
  return passed;
}
