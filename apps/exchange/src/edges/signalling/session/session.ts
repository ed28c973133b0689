import { createHash } from "node:crypto";

import type { Logger } from "pino";

import { type Clock, ReadWatch, VOICE_CODES } from "@linedesk/base";
import type { SignallingLimits } from "../access/limits.ts";
import { TrafficLimiter } from "../access/traffic-limiter.ts";
import type {
  UnauthenticatedSession,
  UnauthenticatedSessions,
} from "../access/unauthenticated-sessions.ts";
import {
  HEARTBEAT,
  readFrame,
  writeFrame,
  type ClientFrame,
  type ServerFrame,
} from "../frames/frames.ts";
import { voiceError, type VoiceCode } from "../frames/voice-errors.ts";
import type { LegRegistry } from "../legs/leg-registry.ts";
import type { Device, Presence } from "../presence/presence.ts";
import type { VoiceAccess } from "../token/token-verifier.ts";
import { type FrameDeps, handleFrame, refuseUnreadable } from "./handle-frame.ts";
import {
  findIdentity,
  nextSessionState,
  type SessionEvent,
  type SessionState,
} from "./session-state.ts";

/**
 * The number of frames that may wait during a token check. A client that sends more is
 * disconnected.
 */
const WAITING_FRAMES = 100;
const POLICY_VIOLATION = 1008;
/** We send Twilio's default values, because applications compare and display them. */
const WHERE = { edge: "ashburn", region: "US_EAST_VIRGINIA", home: "us1" };

export interface ClientSocket {
  readonly edge?: string | null;
  /** The client's IP address; `null` for a client on this machine. */
  readonly address?: string | null;
  send(text: string): void;
  ping(payload: Buffer): void;
  close(code: number, reason: string): void;
}

export interface SessionDeps {
  legs: LegRegistry;
  presence: Presence;
  unauthenticated: UnauthenticatedSessions;
  clock: Clock;
  logger: Logger;
  limits: SignallingLimits;
  frames: FrameDeps;
}

export class Session implements Device, UnauthenticatedSession {
  readonly frameDeps: FrameDeps;
  readonly #deps: SessionDeps;
  readonly #socket: ClientSocket;
  readonly #traffic: TrafficLimiter;
  readonly #reading: ReadWatch;
  #state: SessionState = { status: "unauthenticated" };
  #tokenHash: string | null = null;
  #work: Promise<void> = Promise.resolve();
  #waiting = 0;
  #lastReceivedAt: number;
  #cancelAuthenticationTimeout: () => void;
  #cancelExpiry: () => void = () => undefined;
  #cancelPresence: () => void = () => undefined;

  constructor(socket: ClientSocket, world: SessionDeps) {
    this.#socket = socket;
    this.frameDeps = world.frames;
    this.#deps = world;
    this.#traffic = new TrafficLimiter(world.limits, world.clock);
    this.#reading = new ReadWatch({
      clock: world.clock,
      timeoutMs: world.limits.readTimeoutMs,
      ping: (payload) => socket.ping(payload),
    });
    this.#lastReceivedAt = world.clock.elapsedMs();
    this.#cancelAuthenticationTimeout = world.clock.after(world.limits.authenticationMs, () =>
      this.reject(),
    );
    world.unauthenticated.add(this);
  }

  get state(): SessionState {
    return this.#state;
  }

  get identity(): string | null {
    return findIdentity(this.#state);
  }

  get address(): string | null {
    return this.#socket.address ?? null;
  }

  get tokenHash(): string | null {
    return this.#tokenHash;
  }

  get reconnectMs(): number {
    return "reconnectMs" in this.#state ? this.#state.reconnectMs : 0;
  }

  send(frame: ServerFrame): void {
    if (this.#state.status !== "closed") {
      this.#socket.send(writeFrame(frame));
    }
  }

  refuse(code: VoiceCode, about: { callsid?: string; voiceeventsid?: string } = {}): void {
    this.send({ type: "error", payload: { ...about, error: voiceError(code) } });
  }

  reject(): void {
    this.#drop("no token was shown");
  }

  /**
   * Processes the client's frames in order: a frame after `listen` waits for the check of the
   * token.
   */
  receive(text: string): void {
    if (!this.accepts(Buffer.byteLength(text)) || text === HEARTBEAT) {
      return;
    }
    const reading = readFrame(text);
    if (reading.ok) {
      this.#enqueue(reading.frame);
    } else {
      refuseUnreadable(this, reading);
    }
  }

  receiveBinary(bytes: number): void {
    if (this.accepts(bytes)) {
      this.refuse(VOICE_CODES.MALFORMED_REQUEST);
    }
  }

  /**
   * Counts these bytes against the limits; returns true when they are accepted. A WebSocket ping
   * counts too, although `ws` answers it automatically.
   */
  accepts(bytes: number): boolean {
    this.#lastReceivedAt = this.#deps.clock.elapsedMs();
    if (this.#state.status === "closed") {
      return false;
    }
    const passage = this.#traffic.take(bytes);
    if (passage === "reject") {
      this.refuse(VOICE_CODES.RATE_EXCEEDED);
    }
    if (passage === "disconnect") {
      this.#cutOff();
    }
    return passage === "accept";
  }

  /** Sends the heartbeat, and disconnects a client that has not sent or read for too long. */
  heartbeat(): void {
    if (this.#deps.clock.elapsedMs() - this.#lastReceivedAt > this.#deps.limits.silenceMs) {
      return this.#drop("silent for too long");
    }
    if (this.#state.status === "closed") {
      return;
    }
    if (!this.#reading.check()) {
      return this.#drop("the client does not read");
    }
    this.#socket.send(HEARTBEAT);
  }

  whenRead(): Promise<void> {
    return this.#reading.whenRead();
  }

  handlePong(payload: Uint8Array): void {
    this.#reading.handlePong(payload);
  }

  acceptToken(
    access: VoiceAccess,
    { token, reconnectMs }: { token: string; reconnectMs: number },
  ): void {
    this.#tokenHash = createHash("sha256").update(token).digest("base64url");
    this.#stopAuthenticationTimeout();
    this.#cancelExpiry();
    this.#dispatch({ type: "token.accepted", access, reconnectMs });
    const lifetimeMs = Math.max(0, access.expiresAt - this.#deps.clock.now());
    this.#cancelExpiry = this.#deps.clock.after(lifetimeMs, () =>
      this.revokeToken(VOICE_CODES.JWT_EXPIRED),
    );
    this.send({
      type: "connected",
      payload: {
        ...WHERE,
        ...(this.#socket.edge ? { edge: this.#socket.edge } : {}),
        token: {
          ...(access.isAnonymous ? {} : { identity: access.identity }),
          ttl: Math.floor(lifetimeMs / 1000),
        },
      },
    });
  }

  register(): void {
    const wasRegistered = this.#state.status === "registered";
    this.#dispatch({ type: "register" });
    if (this.#state.status !== "registered") {
      return;
    }
    this.#cancelPresence();
    this.#cancelPresence = this.#deps.clock.after(this.#deps.limits.presenceMs, () => this.evict());
    this.send({ type: "ready", payload: {} });
    if (wasRegistered) {
      return;
    }
    for (const leg of this.#deps.legs.listByIdentity(this.#state.access.identity)) {
      leg.handleDeviceRegistered(this);
    }
  }

  unregister(): void {
    this.#dispatch({ type: "unregister" });
    this.send({ type: "offline", payload: {} });
  }

  evict(): void {
    this.#dispatch({ type: "presence.lapsed" });
    this.send({ type: "offline", payload: {} });
  }

  /**
   * Ends the rights of the token: calls continue, and nothing new begins. After the `offline`
   * frame, the SDK registers again with its next token.
   */
  revokeToken(code: VoiceCode): void {
    const wasRegistered = this.#state.status === "registered";
    this.#cancelExpiry();
    this.#dispatch({ type: "token.expired" });
    this.refuse(code);
    if (wasRegistered) {
      this.send({ type: "offline", payload: {} });
    }
  }

  /** Revokes the token if the tokens of its identity were withdrawn after it was issued. */
  revokeWithdrawnToken(isWithdrawn: (identity: string, issuedAtS: number | null) => boolean): void {
    if (!("access" in this.#state)) {
      return;
    }
    const { identity, issuedAtS } = this.#state.access;
    if (isWithdrawn(identity, issuedAtS)) {
      this.revokeToken(VOICE_CODES.JWT_EXPIRED);
    }
  }

  socketClosed(): void {
    if (this.#state.status === "closed") {
      return;
    }
    const reconnectMs = this.reconnectMs;
    this.#stopAuthenticationTimeout();
    this.#cancelExpiry();
    this.#dispatch({ type: "socket.closed" });
    for (const leg of this.#deps.legs.live()) {
      leg.socketClosed(this, reconnectMs);
    }
  }

  #stopAuthenticationTimeout(): void {
    this.#cancelAuthenticationTimeout();
    this.#deps.unauthenticated.remove(this);
  }

  /**
   * Disconnects a client that sends too many frames. The SDK does not reconnect automatically after
   * `close`.
   */
  #cutOff(): void {
    this.send({ type: "close", payload: {} });
    this.#drop("too many frames");
  }

  #drop(reason: string): void {
    this.#socket.close(POLICY_VIOLATION, reason);
    this.socketClosed();
  }

  #enqueue(frame: ClientFrame): void {
    if (this.#waiting >= WAITING_FRAMES) {
      return this.#cutOff();
    }
    this.#waiting += 1;
    this.#work = this.#work.then(() => this.#run(frame));
  }

  async #run(frame: ClientFrame): Promise<void> {
    this.#waiting -= 1;
    if (this.#state.status === "closed") {
      return;
    }
    try {
      await handleFrame(this, frame);
    } catch (error) {
      this.#deps.logger.error({ err: error, type: frame.type }, "signalling frame failed");
      const about = "callsid" in frame.payload ? { callsid: frame.payload.callsid } : {};
      this.refuse(VOICE_CODES.UNKNOWN_ERROR, about);
    }
  }

  #dispatch(event: SessionEvent): void {
    const before = this.#state;
    this.#state = nextSessionState(before, event);
    const was = before.status === "registered" ? before.access.identity : null;
    const is = this.#state.status === "registered" ? this.#state.access.identity : null;
    if (was === is) {
      return;
    }
    if (was !== null) {
      this.#cancelPresence();
      this.#deps.presence.remove(was, this);
    }
    if (is !== null) {
      this.#deps.presence.add(is, this);
    }
  }
}
