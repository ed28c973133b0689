import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import type { Logger } from "pino";
import { WebSocketServer, type WebSocket } from "ws";
import type { Clock } from "../calls/clock.ts";
import type { CallIntake, Dialer } from "../calls/leg.ts";
import type { MediaPort } from "../media/media-port.ts";
import type { TokenVerifier } from "./access-token.ts";
import type { Onlooker } from "../inspector/onlooker.ts";
import { createClientDialer } from "./client-dialer.ts";
import { LegRegistry } from "./leg-registry.ts";
import { DEFAULT_LIMITS, type SignallingLimits } from "./limits.ts";
import { isOriginAllowed } from "./origin.ts";
import { Presence } from "./presence.ts";
import { Session, type SessionWorld } from "./session.ts";

export interface SignallingOptions {
  server: Server;
  path: string;
  accountSid: string;
  media: MediaPort;
  intake: CallIntake;
  tokens: TokenVerifier;
  clock: Clock;
  logger: Logger;
  /** Browser origins; `*` allows every one, empty allows those on loopback. */
  allowedOrigins?: string[];
  limits?: Partial<SignallingLimits>;
  onlooker?: Onlooker | null;
}

export interface Signalling {
  /** Rings `client:` targets. */
  dialer: Dialer;
  counts(): { sockets: number; legs: number };
  /** Idempotent; hangs up every leg. */
  close(): Promise<void>;
}

/** The Voice SDK's signalling, version 1.6, on a path of an HTTP server [XS1]. */
export function createSignalling(options: SignallingOptions): Signalling {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const legs = new LegRegistry(options.clock);
  const presence = new Presence(limits.devicesPerIdentity);
  const world: SessionWorld = { ...options, limits, legs, presence };
  const doors = new WebSocketServer({
    noServer: true,
    maxPayload: limits.frameBytes,
    perMessageDeflate: false,
  });
  const sessions = new Map<WebSocket, Session>();

  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on("error", () => socket.destroy());
    const refusal = refusalOf(request, options, sessions.size < limits.sockets);
    if (refusal !== null) {
      socket.end(`HTTP/1.1 ${refusal}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    doors.handleUpgrade(request, socket, head, (ws) =>
      openSession(ws, sessions, { world, onlooker: options.onlooker ?? null }),
    );
  };
  options.server.on("upgrade", onUpgrade);

  let cancelBeat = (): void => undefined;
  const beat = (): void => {
    for (const session of sessions.values()) session.beat();
    cancelBeat = options.clock.after(limits.heartbeatMs, beat);
  };
  beat();

  return {
    dialer: createClientDialer(world),
    counts: () => ({ sockets: sessions.size, legs: legs.live().length }),
    async close() {
      options.server.off("upgrade", onUpgrade);
      cancelBeat();
      for (const leg of legs.live()) leg.hangUp({ cause: "failed", voiceCode: 31005 });
      legs.close();
      for (const ws of sessions.keys()) ws.close(1001, "the exchange is closing");
      setImmediate(() => {
        for (const ws of sessions.keys()) ws.terminate();
      });
      await new Promise<void>((resolve) => doors.close(() => resolve()));
    },
  };
}

function refusalOf(
  request: IncomingMessage,
  options: SignallingOptions,
  hasRoom: boolean,
): string | null {
  if (request.url?.split("?", 1)[0] !== options.path) return "404 Not Found";
  if (!isOriginAllowed(request.headers.origin, options.allowedOrigins ?? [])) {
    return "403 Forbidden";
  }
  return hasRoom ? null : "503 Service Unavailable";
}

function openSession(
  ws: WebSocket,
  sessions: Map<WebSocket, Session>,
  { world, onlooker }: { world: SessionWorld; onlooker: Onlooker | null },
): void {
  const seen = onlooker?.socketOpened() ?? 0;
  const session = new Session(
    {
      send(text) {
        if (ws.readyState !== ws.OPEN) return;
        if (ws.bufferedAmount > world.limits.bufferedBytes) return ws.terminate();
        ws.send(text);
        onlooker?.frame(seen, "out", text);
      },
      close: (code, reason) => ws.close(code, reason),
    },
    world,
  );
  sessions.set(ws, session);
  ws.on("message", (data, isBinary) => {
    if (isBinary) return session.refuse(31100);
    const text = Buffer.isBuffer(data) ? data.toString("utf8") : "";
    onlooker?.frame(seen, "in", text);
    session.receive(text);
  });
  ws.on("error", (error) => world.logger.debug({ err: error }, "a signalling socket failed"));
  ws.on("close", () => {
    sessions.delete(ws);
    session.socketClosed();
    onlooker?.socketClosed(seen);
  });
}
