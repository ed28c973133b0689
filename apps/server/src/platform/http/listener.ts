import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { Server as TlsServer } from "node:tls";

import type { FastifyInstance } from "fastify";

import { refuseExpectations } from "@linedesk/base";

export interface TlsMaterial {
  cert: string;
  key: string;
}

/**
 * The time limits for the headers of a request and for the whole request. Node checks them at an
 * interval.
 */
export interface ListenerTimeouts {
  headersTimeout: number;
  requestTimeout: number;
  connectionsCheckingInterval: number;
}

const TIMEOUTS: ListenerTimeouts = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
};
const TLS_HANDSHAKE_TIMEOUT_MS = 10_000;
/** After this time without any traffic a connection is closed; one byte counts as traffic. */
const STALLED_MS = 60_000;

/** Presents a renewed certificate to new connections. Open connections do not change. */
export function renewTls(server: Server, tls: TlsMaterial): void {
  if (server instanceof TlsServer) {
    server.setSecureContext({ ...tls, minVersion: "TLSv1.2" });
  }
}

export function createListener(
  tls: TlsMaterial | null,
  handler: RequestListener,
  timeouts: ListenerTimeouts = TIMEOUTS,
  stalledMs = STALLED_MS,
): Server {
  if (tls === null) {
    return refuseExpectations(createServer(timeouts, handler)).setTimeout(stalledMs);
  }
  const options = {
    ...tls,
    ...timeouts,
    minVersion: "TLSv1.2",
    handshakeTimeout: TLS_HANDSHAKE_TIMEOUT_MS,
  } as const;
  // Both server classes have all members that are used here, but their types do not show this.
  const server = createTlsServer(options, handler) as unknown as Server;
  return refuseExpectations(server).setTimeout(stalledMs);
}

export class ListenError extends Error {
  override name = "ListenError";
  readonly code = "listen_failed";
}

export function listenError(
  error: unknown,
  { host, port, setting }: { host: string; port: number; setting: string },
): ListenError {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  // A wrong HOST already fails at PORT, so a failure at SIP_PORT means that SIP_HOST is wrong.
  const address = `${setting === "SIP_PORT" ? "SIP_HOST" : "HOST"} is "${host}"`;
  const words: Record<string, string> = {
    EADDRINUSE: `Port ${port} is in use. End the other program, or choose another port with ${setting}.`,
    EACCES: `This user may not open port ${port}. Choose a port above 1023 with ${setting}.`,
    EADDRNOTAVAIL: `${address}, which is not an address of this machine.`,
    ENOTFOUND: `${address}, which is not an address of this machine.`,
  };
  const known = typeof code === "string" ? words[code] : undefined;
  return new ListenError(
    known ?? `Port ${port} on ${host} could not be opened (${String(code)}).`,
    {
      cause: error,
    },
  );
}

export async function listenInternal(server: Server, port: number): Promise<void> {
  const at = { host: "127.0.0.1", port, setting: "INTERNAL_PORT" };
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(listenError(error, at)));
    server.listen(port, at.host, resolve);
  });
}

/** Opens the public listener and returns its port; 0 selects a free one. Throws `ListenError`. */
export async function listenPublic(
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
): Promise<number> {
  try {
    // The framework's default message contains the address, but our log messages are static.
    await app.listen({ host, port, listenTextResolver: () => "public listener started" });
  } catch (error) {
    throw listenError(error, { host, port, setting: "PORT" });
  }
  const address = app.server.address();
  return typeof address === "object" && address !== null ? address.port : port;
}
