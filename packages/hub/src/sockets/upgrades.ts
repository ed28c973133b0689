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
  /** Returns the address to whose quota the socket counts; `null` without a quota. */
  addressOf: (request: IncomingMessage) => string | null;
  shares: AddressShares;
  refusal: (request: IncomingMessage) => PusherError | null;
  open: (socket: HubSocket) => Connection;
  handleText: (connection: Connection, text: string) => void;
}

const CLOSING = "linedesk:closing";
/** The time that the other side has to answer a close, before the library drops the connection. */
const CLOSE_TIMEOUT_MS = 2_000;

/** Reports the beginning of a close from either side, because ws itself reports only the end. */
class ClosingWebSocket extends WebSocket {
  override close(code?: number, reason?: string | Buffer): void {
    super.close(code, reason);
    this.emit(CLOSING);
  }
}

/** This is the only file that uses the WebSocket library. */
export class Upgrades {
  readonly #deps: UpgradeDeps;
  readonly #server: WebSocketServer;

  constructor(deps: UpgradeDeps) {
    this.#deps = deps;
    // The types of the library do not contain `closeTimeout`.
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

  /** Handles a request for `/app/...`; returns false for any other request and changes nothing. */
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

  /** Waits up to `graceMs` for the sockets to close, and then drops those that are still open. */
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
    // After an invalid frame `ws` closes the socket itself, so the hub only logs the error.
    socket.on("error", (error) => deps.logger.debug({ err: error }, "hub socket failed"));
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
        return connection.closeAs(closeCodes.unsupportedData, "only text frames are allowed");
      }
      return this.#handleText(connection, data);
    });
    socket.on("ping", () => connection.handlePing());
    socket.on("pong", (payload) => connection.handlePong(payload));
    // The Close frame itself ends the connection, because its sender may keep the TCP connection
    // open.
    socket.on(CLOSING, () => connection.handleGone());
    socket.on("close", () => connection.handleGone());
  }

  /** Closes the socket if its frame causes an error, so that the error ends only this socket. */
  #handleText(connection: Connection, data: RawData): void {
    try {
      this.#deps.handleText(connection, decodeText(data));
    } catch (err) {
      this.#deps.logger.error({ err }, "hub frame failed");
      connection.closeAs(closeCodes.policyViolation, "unreadable frame");
    }
  }
}

function refuseSocket(socket: WebSocket, refusal: PusherError): void {
  // pusher-js reads the reason from the frame; other clients read it from the close code.
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
