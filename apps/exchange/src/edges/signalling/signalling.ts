import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";

import type { Logger } from "pino";
import { WebSocketServer, type WebSocket } from "ws";

import {
  type Clock,
  type Edges,
  findEdgeName,
  refuseUpgrade,
  TokenBuckets,
  VOICE_CODES,
} from "@linedesk/base";
import type { MediaPort } from "@linedesk/media";
import type { CallIntake, Dialer } from "../../calls/legs/leg.ts";
import { ConnectionQuota } from "./access/connection-quota.ts";
import { isOriginAllowed } from "./access/is-origin-allowed.ts";
import { DEFAULT_LIMITS, type SignallingLimits } from "./access/limits.ts";
import { readClientAddress } from "./access/read-client-address.ts";
import { UnauthenticatedSessions } from "./access/unauthenticated-sessions.ts";
import { createLegFactory } from "./legs/create-leg-factory.ts";
import { LegRegistry } from "./legs/leg-registry.ts";
import { Presence } from "./presence/presence.ts";
import { createClientDialer } from "./session/client-dialer.ts";
import { Session, type SessionDeps } from "./session/session.ts";
import type { TokenVerifier } from "./token/token-verifier.ts";
import type { TokenWithdrawals } from "./token/token-withdrawals.ts";

/**
 * The delay before clients are informed of a withdrawal of their tokens. Without it, a client could
 * get its next token in the second of the withdrawal, and such a token counts as withdrawn too.
 */
const NEXT_TOKEN_MS = 1_000;
const NO_EDGES: Edges = new Map();
const TOO_MANY = "429 Too Many Requests\r\nRetry-After: 20";

export interface SignallingOptions {
  listener: { server: Server; path: string };
  calls: { accountSid: string; media: MediaPort; intake: CallIntake };
  tokens: { verifier: TokenVerifier; withdrawals: TokenWithdrawals };
  access?: SignallingAccess;
  edges?: Edges;
  clock: Clock;
  logger: Logger;
}

export interface SignallingAccess {
  allowedOrigins?: string[];
  limits?: Partial<SignallingLimits>;
}

export interface Signalling {
  dialer: Dialer;
  /**
   * Ends the validity of all tokens that this identity has so far. The promise resolves when the
   * withdrawal is on the disk and survives a restart.
   */
  withdrawTokens(identity: string): Promise<void>;
  counts(): { sockets: number; legs: number };
  close(): Promise<void>;
}

/** Serves the Voice SDK's signalling, version 1.6, on a path of an HTTP server. */
export function createSignalling(options: SignallingOptions): Signalling {
  const { listener, calls, tokens, access = {}, clock, logger } = options;
  const limits = { ...DEFAULT_LIMITS, ...access.limits };
  const legs = new LegRegistry(clock);
  const presence = new Presence(limits.devicesPerIdentity);
  const invites = new TokenBuckets(clock, limits.invites);
  const createLeg = createLegFactory({ ...calls, clock, logger, limits, legs });
  const { intake } = calls;
  const frames = { tokens: tokens.verifier, intake, legs, invites, createLeg, logger, limits };
  const unauthenticated = new UnauthenticatedSessions(limits.unauthenticatedSessions);
  const world: SessionDeps = { clock, logger, limits, legs, presence, unauthenticated, frames };
  const doors = new WebSocketServer({
    noServer: true,
    maxPayload: limits.frameBytes,
    perMessageDeflate: false,
  });
  const sessions = new Map<WebSocket, Session>();
  const { socketsPerAddress } = limits;
  const shares = socketsPerAddress && new ConnectionQuota(socketsPerAddress, clock);

  function onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on("error", () => socket.destroy());
    const refusal = findRefusal(request, options, sessions.size < limits.sockets);
    if (refusal !== null) {
      return refuseUpgrade(socket, refusal);
    }
    const address = readClientAddress(request);
    if (shares && address !== null) {
      if (!shares.take(address)) {
        return refuseUpgrade(socket, TOO_MANY);
      }
      // A failed handshake closes the socket too, so this also releases the place of such a socket.
      socket.once("close", () => shares.release(address));
    }
    doors.handleUpgrade(request, socket, head, (ws) =>
      openSession(ws, sessions, {
        world,
        address,
        edge: findEdgeName(options.edges ?? NO_EDGES, request.headers.host),
      }),
    );
  }
  listener.server.on("upgrade", onUpgrade);

  const stopHeartbeats = startHeartbeats(sessions, clock, limits.heartbeatMs);

  return {
    dialer: createClientDialer({ legs, presence, createLeg }),
    withdrawTokens: (identity) =>
      withdrawTokens(identity, { withdrawals: tokens.withdrawals, clock, sessions }),
    counts: () => ({ sockets: sessions.size, legs: legs.live().length }),
    async close() {
      listener.server.off("upgrade", onUpgrade);
      stopHeartbeats();
      hangUpAll(legs);
      closeSockets(sessions.keys());
      await new Promise<void>((resolve) => doors.close(() => resolve()));
    },
  };
}

function startHeartbeats(
  sessions: ReadonlyMap<WebSocket, Session>,
  clock: Clock,
  everyMs: number,
): () => void {
  let cancel = (): void => undefined;
  function beat(): void {
    for (const session of sessions.values()) {
      session.heartbeat();
    }
    cancel = clock.after(everyMs, beat);
  }
  beat();
  return () => cancel();
}

interface WithdrawalDeps {
  withdrawals: TokenWithdrawals;
  clock: Clock;
  sessions: ReadonlyMap<WebSocket, Session>;
}

function withdrawTokens(
  identity: string,
  { withdrawals, clock, sessions }: WithdrawalDeps,
): Promise<void> {
  withdrawals.add(identity);
  clock.after(NEXT_TOKEN_MS, () => {
    for (const session of sessions.values()) {
      session.revokeWithdrawnToken((who, issuedAtS) => withdrawals.has(who, issuedAtS));
    }
  });
  return withdrawals.persisted();
}

function hangUpAll(legs: LegRegistry): void {
  for (const leg of legs.live()) {
    leg.hangUp({ cause: "failed", voiceCode: VOICE_CODES.CONNECTION_ERROR });
  }
  legs.close();
}

/** A client that does not answer the close immediately is disconnected. */
function closeSockets(open: Iterable<WebSocket>): void {
  const sockets = [...open];
  for (const ws of sockets) {
    ws.close(1001, "the exchange is closing");
  }
  setImmediate(() => {
    for (const ws of sockets) {
      ws.terminate();
    }
  });
}

function findRefusal(
  request: IncomingMessage,
  { listener, access }: SignallingOptions,
  hasRoom: boolean,
): string | null {
  if (request.url?.split("?", 1)[0] !== listener.path) {
    return "404 Not Found";
  }
  if (!isOriginAllowed(request.headers.origin, access?.allowedOrigins ?? [])) {
    return "403 Forbidden";
  }
  return hasRoom ? null : "503 Service Unavailable";
}

function openSession(
  ws: WebSocket,
  sessions: Map<WebSocket, Session>,
  { world, edge, address }: { world: SessionDeps; edge: string | null; address: string | null },
): void {
  const session = new Session(
    {
      edge,
      address,
      send(text) {
        if (ws.readyState !== ws.OPEN) {
          return;
        }
        if (ws.bufferedAmount > world.limits.bufferedBytes) {
          return ws.terminate();
        }
        ws.send(text);
      },
      ping(payload) {
        if (ws.readyState === ws.OPEN) {
          ws.ping(payload);
        }
      },
      close(code, reason) {
        ws.close(code, reason);
        // Nothing more is read, so that a client that floods us has time to read the reason.
        ws.pause();
        world.clock.after(world.limits.closeTimeoutMs, () => ws.terminate());
      },
    },
    world,
  );
  sessions.set(ws, session);
  ws.on("message", (data, isBinary) => {
    const bytes = Buffer.isBuffer(data) ? data : Buffer.alloc(0);
    if (isBinary) {
      return session.receiveBinary(bytes.length);
    }
    session.receive(bytes.toString("utf8"));
  });
  ws.on("ping", (data) => session.accepts(data.length));
  ws.on("pong", (data) => session.handlePong(data));
  ws.on("error", (error) => world.logger.debug({ err: error }, "signalling socket failed"));
  ws.on("close", () => {
    sessions.delete(ws);
    session.socketClosed();
  });
}
