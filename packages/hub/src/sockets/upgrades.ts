import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";

import { WebSocket, WebSocketServer, type RawData } from "ws";

import { refuseUpgrade } from "@linedesk/base";
import type { Connection, HubSocket } from "../app/connection.ts";
import type { Logger } from "../app/logger.ts";
import { closeCodes, pusherErrors, type PusherError } from "../protocol/codes.ts";
import { encodeFrame } from "../protocol/frame.ts";
import type { AddressShares } from "./address-shares.ts";

export interface UpgradeDeps {
  logger: Logger;
  maxFrameBytes: number;
  isOriginAllowed: (origin: string, request: IncomingMessage) => boolean;
  /** Whose allowance of sockets this one is of; null for nobody's. */
  addressOf: (request: IncomingMessage) => string | null;
  shares: AddressShares;
  refusal: (request: IncomingMessage) => PusherError | null;
  open: (socket: HubSocket) => Connection;
  handleText: (connection: Connection, text: string) => void;
}

const CLOSING = "linedesk:closing";
/** For the other side's part of closing; then the connection is dropped. */
const CLOSE_TIMEOUT_MS = 2_000;

/** Tells when closing begins, from either side: ws itself tells only when all is over. */
class ClosingWebSocket extends WebSocket {
  override close(code?: number, reason?: string | Buffer): void {
    super.close(code, reason);
    this.emit(CLOSING);
  }
}

/** The only file that knows the WebSocket library. */
export class Upgrades {
  readonly #deps: UpgradeDeps;
  readonly #server: WebSocketServer;

  constructor(deps: UpgradeDeps) {
    this.#deps = deps;
    // `closeTimeout` is missing from the types of the library.
    const options = {
      noServer: true,
      clientTracking: true,
      perMessageDeflate: false,
      closeTimeout: CLOSE_TIMEOUT_MS,
      WebSocket: ClosingWebSocket,
      maxPayload: deps.maxFrameBytes,
    };
    this.#server = new WebSocketServer(options);
  }

  /** Takes over a request for `/app/...`; false, and nothing touched, for any other. */
  handle(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    if (!/^\/app(?:[/?]|$)/.test(request.url ?? "")) {
      return false;
    }
    const origin = request.headers.origin;
    if (origin !== undefined && !this.#deps.isOriginAllowed(origin, request)) {
      refuseUpgrade(socket, "403 Forbidden");
      return true;
    }
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      this.#accept(request, webSocket, socket);
    });
    return true;
  }

  /** Waits for the sockets to close by themselves, and drops those that have not in time. */
  async close(graceMs: number): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    const timer = setTimeout(() => {
      for (const socket of this.#server.clients) {
        socket.terminate();
      }
    }, graceMs);
    await closed;
    clearTimeout(timer);
  }

  #accept(request: IncomingMessage, socket: WebSocket, tcp: Duplex): void {
    const deps = this.#deps;
    // Broken frames end in a close of ws's own making; there is nothing else to do about them.
    socket.on("error", (error) => deps.logger.debug({ err: error }, "hub: socket error"));
    const address = deps.addressOf(request);
    const isOverShare = address !== null && deps.shares.isUsedUp(address);
    const refusal = isOverShare ? pusherErrors.overShare : deps.refusal(request);
    if (refusal !== null) {
      return refuseSocket(socket, refusal);
    }
    if (address !== null) {
      deps.shares.take(address);
      tcp.once("close", () => deps.shares.release(address));
    }
    const connection = deps.open(socket);
    socket.on("message", (data, isBinary) => {
      if (isBinary) {
        return connection.closeAs(closeCodes.unsupportedData, "text only");
      }
      return this.#handleText(connection, data);
    });
    socket.on("ping", () => connection.handlePing());
    socket.on("pong", (payload) => connection.handlePong(payload));
    // The word alone ends it: whoever sent Close may leave the connection itself open.
    socket.on(CLOSING, () => connection.handleGone());
    socket.on("close", () => connection.handleGone());
  }

  /** What a frame breaks ends its own socket and no other. */
  #handleText(connection: Connection, data: RawData): void {
    try {
      this.#deps.handleText(connection, decodeText(data));
    } catch (err) {
      this.#deps.logger.error({ err }, "hub: a frame could not be handled");
      connection.closeAs(closeCodes.policyViolation, "unreadable frame");
    }
  }
}

function refuseSocket(socket: WebSocket, refusal: PusherError): void {
  // pusher-js learns why from the frame, other clients from the close code.
  const data = JSON.stringify({ code: refusal.code, message: refusal.message });
  socket.send(encodeFrame({ event: "pusher:error", data }), { binary: false });
  socket.close(refusal.code, refusal.message);
}

function decodeText(data: RawData): string {
  if (Array.isArray(data)) {
    return Buffer.concat(data).toString();
  }
  return data instanceof ArrayBuffer ? Buffer.from(data).toString() : data.toString();
}
