import { connect, createServer, type Server, type Socket } from "node:net";
import {
  connect as connectTls,
  createServer as createTlsServer,
  Server as TlsServer,
  type TLSSocket,
} from "node:tls";

import { type BucketRate, type Clock, findNetwork } from "@linedesk/base";
import type { SipAddress } from "../messages/sip-address.ts";
import { FramingError, StreamFraming } from "./stream-framing.ts";
import { type StreamAccess, StreamGuard } from "./stream-guard.ts";
import { SipListenError } from "./udp-transport.ts";

/** The files for TLS. Without certificate and key, TLS works only for outgoing connections. */
export interface TlsMaterial {
  cert: string | null;
  key: string | null;
  /** The authorities that may sign a far end's certificate; `null` means the system's list. */
  ca: string | null;
}

export interface StreamLimits {
  maxConnections: number;
  maxPerAddress: number;
  /** The rate of new connections of one address. A new connection over this rate is refused. */
  connects: BucketRate;
  /** The byte rate of one address. Bytes over this rate close all connections of the address. */
  bytes: BucketRate;
  connectMs: number;
  /**
   * The limit for the first complete message of a connection, and for each later message from its
   * first byte on.
   */
  messageMs: number;
  idleMs: number;
  /** The number of bytes that may wait for a far end that does not read. */
  maxWaiting: number;
}

export const defaultStreamLimits: StreamLimits = {
  maxConnections: 500,
  maxPerAddress: 20,
  connects: { perSecond: 10, burst: 60 },
  bytes: { perSecond: 2_000_000, burst: 8_000_000 },
  connectMs: 4000,
  messageMs: 10_000,
  idleMs: 900_000,
  maxWaiting: 262_144,
};

export interface StreamEvents {
  onMessage: (message: Buffer, source: SipAddress) => void;
  onSendError: (target: SipAddress, error: Error) => void;
  /** A connection has closed, so the far end can no longer reach us over it. */
  onClosed: (remote: SipAddress) => void;
}

export interface StreamTransportDeps {
  transport: "tcp" | "tls";
  tls: TlsMaterial;
  /**
   * Returns the authorities (PEM) that may sign the certificate of that name; `null` means those of
   * `tls`.
   */
  findAuthority: (serverName: string) => string | null;
  limits: StreamLimits;
  clock: Clock;
  access: StreamAccess;
  events: StreamEvents;
}

interface Connection {
  socket: Socket;
  framing: StreamFraming;
  remote: SipAddress;
  /**
   * Stops the time limit for a complete message. The limit runs until the first message is
   * complete, and while a later message is incomplete. The socket's own timer limits the silence
   * between messages.
   */
  stopWaiting: (() => void) | null;
  isClosed: boolean;
}

/**
 * SIP over TCP or TLS: one connection to each far end, used in both directions, and our listener.
 */
export class StreamTransport {
  readonly #deps: StreamTransportDeps;
  readonly #connections = new Map<string, Connection>();
  readonly #guard: StreamGuard;
  #server: Server | null = null;
  #tls: TlsMaterial;
  #isOpen = true;

  constructor(deps: StreamTransportDeps) {
    this.#deps = deps;
    this.#tls = deps.tls;
    this.#guard = new StreamGuard(deps);
  }

  /** Is true from the start of `listen` on, even before the port is open. */
  get isListening(): boolean {
    return this.#server !== null;
  }

  get hasCertificate(): boolean {
    return this.#tls.cert !== null && this.#tls.key !== null;
  }

  /** Listens and returns the port. Throws SipListenError. TLS needs a certificate and a key. */
  async listen(host: string, port: number): Promise<number> {
    const server = this.#makeServer();
    server.maxConnections = this.#deps.limits.maxConnections;
    this.#server = server;
    await new Promise<void>((resolve, reject) => {
      server.once("error", (cause) => {
        this.#server = null;
        reject(new SipListenError({ host, port }, cause));
      });
      server.listen(port, host, resolve);
    });
    server.on("error", () => undefined);
    const address = server.address();
    return typeof address === "object" && address !== null ? address.port : port;
  }

  /** Sends over the connection to that far end, and opens it first if needed. */
  send(message: Buffer, target: SipAddress): void {
    if (!this.#isOpen) {
      return;
    }
    const connection = this.#connections.get(buildKey(target)) ?? this.#open(target);
    if (connection === null) {
      return;
    }
    if (connection.socket.writableLength > this.#deps.limits.maxWaiting) {
      return this.#fail(connection, failure("ECONNRESET", "the far end does not read"));
    }
    connection.socket.write(message, (error) => {
      if (error) {
        this.#deps.events.onSendError(target, error);
      }
    });
  }

  /** Uses other files for new connections, in both directions. Throws when they are invalid. */
  renewTls(tls: TlsMaterial): void {
    const { cert, key } = tls;
    if (this.#server instanceof TlsServer) {
      this.#server.setSecureContext({ cert: cert ?? "", key: key ?? "", minVersion: "TLSv1.2" });
    }
    this.#tls = tls;
  }

  disconnect(address: string): void {
    const network = findNetwork(address);
    for (const { socket, remote } of this.#connections.values()) {
      if (findNetwork(remote.address) === network) {
        socket.destroy();
      }
    }
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    for (const connection of this.#connections.values()) {
      connection.socket.destroy();
    }
    this.#connections.clear();
    const server = this.#server;
    this.#server = null;
    if (server !== null) {
      await new Promise<void>((resolve) => server.close(() => resolve()));
    }
  }

  #makeServer(): Server {
    const { transport } = this.#deps;
    const server = transport === "tcp" ? createServer() : this.#makeTlsServer(this.#tls);
    // The check comes before the handshake, which needs more work from us than from the client.
    server.prependListener("connection", (socket) => {
      if (!this.#guard.admits(socket)) {
        socket.destroy();
      }
    });
    const ready = transport === "tcp" ? "connection" : "secureConnection";
    server.on(ready, (socket: Socket) => this.#accept(socket));
    return server;
  }

  #makeTlsServer({ cert, key }: TlsMaterial): Server {
    const server = createTlsServer({
      cert: cert ?? "",
      key: key ?? "",
      minVersion: "TLSv1.2",
      handshakeTimeout: 5000,
    });
    server.on("tlsClientError", (_error, socket) => socket.destroy());
    return server;
  }

  #accept(socket: Socket): void {
    const { remoteAddress, remotePort } = socket;
    const isFull = this.#connections.size >= this.#deps.limits.maxConnections;
    if (remoteAddress === undefined || remotePort === undefined || isFull || socket.destroyed) {
      return void socket.destroy();
    }
    const { transport } = this.#deps;
    this.#bindSocket(socket, { address: remoteAddress, port: remotePort, transport }, false);
  }

  #open(target: SipAddress): Connection | null {
    const { limits } = this.#deps;
    if (this.#connections.size >= limits.maxConnections) {
      queueMicrotask(() =>
        this.#deps.events.onSendError(
          target,
          failure("EMFILE", "the limit of connections is reached"),
        ),
      );
      return null;
    }
    const socket = this.#dial(target);
    const connection = this.#bindSocket(socket, target, true);
    const timer = setTimeout(
      () => this.#fail(connection, failure("ETIMEDOUT", "the connection was not open in time")),
      limits.connectMs,
    );
    socket.once(this.#deps.transport === "tls" ? "secureConnect" : "connect", () =>
      clearTimeout(timer),
    );
    socket.once("close", () => clearTimeout(timer));
    return connection;
  }

  #dial(target: SipAddress): Socket | TLSSocket {
    const host = { host: target.address, port: target.port };
    if (this.#deps.transport === "tcp") {
      return connect(host);
    }
    const name = target.serverName;
    const ca = (name === undefined ? null : this.#deps.findAuthority(name)) ?? this.#tls.ca;
    return connectTls({
      ...host,
      minVersion: "TLSv1.2",
      ...(ca === null ? {} : { ca }),
      ...(name === undefined ? {} : { servername: name }),
    });
  }

  #bindSocket(socket: Socket, remote: SipAddress, isOurs: boolean): Connection {
    const { limits } = this.#deps;
    const framing = new StreamFraming();
    const connection: Connection = { socket, framing, remote, stopWaiting: null, isClosed: false };
    this.#connections.set(buildKey(remote), connection);
    socket.setNoDelay(true);
    socket.setKeepAlive(true, 30_000);
    socket.setTimeout(limits.idleMs);
    if (!isOurs) {
      this.#awaitWhole(connection);
    }
    socket.on("timeout", () => socket.destroy());
    socket.on("data", (chunk) => this.#read(connection, chunk));
    socket.on("error", (error) => this.#fail(connection, error));
    socket.on("close", () => {
      this.#forget(connection);
      if (this.#isOpen) {
        this.#deps.events.onClosed(remote);
      }
    });
    return connection;
  }

  #read(connection: Connection, chunk: Buffer): void {
    const { framing, socket, remote } = connection;
    if (!this.#guard.admitsBytes(remote.address, chunk.length)) {
      return this.disconnect(remote.address);
    }
    try {
      const { messages, pings } = framing.push(chunk);
      if (pings > 0) {
        socket.write("\r\n".repeat(Math.min(pings, 8)));
      }
      for (const message of messages) {
        this.#deps.events.onMessage(message, remote);
      }
      if (messages.length > 0) {
        this.#stopWaiting(connection);
      }
      const isIncomplete = framing.hasIncompleteMessage && !connection.isClosed;
      if (isIncomplete && connection.stopWaiting === null) {
        this.#awaitWhole(connection);
      }
    } catch (error) {
      // The start of the next message is no longer known, so the connection ends.
      if (!(error instanceof FramingError)) {
        throw error;
      }
      this.#deps.access.onAbuse(remote.address);
      socket.destroy();
    }
  }

  /** Starts the time limit of a whole message. A sender of single bytes cannot extend it. */
  #awaitWhole(connection: Connection): void {
    const { clock, limits, access } = this.#deps;
    connection.stopWaiting = clock.after(limits.messageMs, () => {
      if (connection.framing.hasIncompleteMessage) {
        access.onAbuse(connection.remote.address);
      }
      connection.socket.destroy();
    });
  }

  #stopWaiting(connection: Connection): void {
    connection.stopWaiting?.();
    connection.stopWaiting = null;
  }

  #fail(connection: Connection, error: Error): void {
    if (connection.isClosed) {
      return;
    }
    this.#forget(connection);
    connection.socket.destroy();
    if (this.#isOpen) {
      this.#deps.events.onSendError(connection.remote, error);
    }
  }

  #forget(connection: Connection): void {
    connection.isClosed = true;
    this.#stopWaiting(connection);
    const key = buildKey(connection.remote);
    if (this.#connections.get(key) === connection) {
      this.#connections.delete(key);
    }
  }
}

/** Returns an error with a code, like the errors of Node itself. */
function failure(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

function buildKey({ address, port, serverName }: SipAddress): string {
  return `${address} ${port} ${serverName ?? ""}`;
}
