import { createHash } from "node:crypto";

import type { Logger } from "pino";

import type { Clock, TokenBuckets } from "@linedesk/base";
import type { MediaPort } from "@linedesk/media";
import type { CallIntake } from "../../../calls/legs/leg.ts";
import type { SignallingLimits } from "../access/limits.ts";
import type { Stranger, Strangers } from "../access/strangers.ts";
import { Traffic } from "../access/traffic.ts";
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
import type { TokenVerifier, VoiceAccess } from "../token/access-token.ts";
import { handleFrame, refuseUnread } from "./frame-handlers.ts";
import { identityOf, next, type SessionEvent, type SessionState } from "./session-state.ts";

/** Frames that wait while a token is checked; a client that sends more is cut off. */
const WAITING_FRAMES = 100;
const POLICY_VIOLATION = 1008;
/** As Twilio says when nothing else was asked for; pages compare and show it [XS78]. */
const WHERE = { edge: "ashburn", region: "US_EAST_VIRGINIA", home: "us1" };

/** A websocket as the session needs it. */
export interface ClientSocket {
  send(text: string): void;
  close(code: number, reason: string): void;
}

/** What all sessions share. */
export interface SessionWorld {
  accountSid: string;
  tokens: TokenVerifier;
  media: MediaPort;
  intake: CallIntake;
  legs: LegRegistry;
  presence: Presence;
  strangers: Strangers;
  /** By identity. */
  invites: TokenBuckets;
  clock: Clock;
  logger: Logger;
  limits: SignallingLimits;
}

/** One socket of one Voice SDK device. */
export class Session implements Device, Stranger {
  readonly world: SessionWorld;
  readonly #socket: ClientSocket;
  readonly #traffic: Traffic;
  #state: SessionState = { status: "strange" };
  #device: string | null = null;
  #work: Promise<void> = Promise.resolve();
  #waiting = 0;
  #heardAt: number;
  #cancelGreeting: () => void;
  #cancelExpiry: () => void = () => undefined;
  #cancelPresence: () => void = () => undefined;

  constructor(socket: ClientSocket, world: SessionWorld) {
    this.#socket = socket;
    this.world = world;
    this.#traffic = new Traffic(world.limits, world.clock);
    this.#heardAt = world.clock.elapsedMs();
    this.#cancelGreeting = world.clock.after(world.limits.greetingMs, () => this.turnAway());
    world.strangers.add(this);
  }

  get state(): SessionState {
    return this.#state;
  }

  get identity(): string | null {
    return identityOf(this.#state);
  }

  get device(): string | null {
    return this.#device;
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

  /** He showed no token in time, or too many others came after him. */
  turnAway(): void {
    this.#drop("no token was shown");
  }

  /** Every frame of the client, in order: one that follows `listen` waits for the token's check. */
  receive(text: string): void {
    if (!this.admits(Buffer.byteLength(text)) || text === HEARTBEAT) {
      return;
    }
    const reading = readFrame(text);
    if (reading.ok) {
      this.#enqueue(reading.frame);
    } else {
      refuseUnread(this, reading);
    }
  }

  receiveBinary(bytes: number): void {
    if (this.admits(bytes)) {
      this.refuse(31100);
    }
  }

  /** Whether so many bytes of his are looked at; of a ping too, which is answered without us. */
  admits(bytes: number): boolean {
    this.#heardAt = this.world.clock.elapsedMs();
    if (this.#state.status === "closed") {
      return false;
    }
    const passage = this.#traffic.take(bytes);
    if (passage === "refuse") {
      this.refuse(31206);
    }
    if (passage === "cut off") {
      this.#cutOff();
    }
    return passage === "take";
  }

  /** Sends the heartbeat, and lets go of a client that has been silent for long. */
  beat(): void {
    if (this.world.clock.elapsedMs() - this.#heardAt > this.world.limits.silenceMs) {
      this.#drop("silent for too long");
    } else if (this.#state.status !== "closed") {
      this.#socket.send(HEARTBEAT);
    }
  }

  acceptToken(
    access: VoiceAccess,
    { token, reconnectMs }: { token: string; reconnectMs: number },
  ): void {
    this.#device = createHash("sha256").update(token).digest("base64url");
    this.#greeted();
    this.#cancelExpiry();
    this.#dispatch({ type: "token.accepted", access, reconnectMs });
    const lifetimeMs = Math.max(0, access.expiresAt - this.world.clock.now());
    this.#cancelExpiry = this.world.clock.after(lifetimeMs, () => this.endToken(31205));
    this.send({
      type: "connected",
      payload: {
        ...WHERE,
        token: { identity: access.identity, ttl: Math.floor(lifetimeMs / 1000) },
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
    this.#cancelPresence = this.world.clock.after(this.world.limits.presenceMs, () =>
      this.pushOut(),
    );
    this.send({ type: "ready", payload: {} });
    if (wasRegistered) {
      return;
    }
    for (const leg of this.world.legs.of(this.#state.access.identity)) {
      leg.deviceCame(this);
    }
  }

  unregister(): void {
    this.#dispatch({ type: "unregister" });
    this.send({ type: "offline", payload: {} });
  }

  pushOut(): void {
    this.#dispatch({ type: "presence.lapsed" });
    this.send({ type: "offline", payload: {} });
  }

  /**
   * The token allows nothing more: its calls go on, nothing new begins. Told that it is offline, the
   * SDK registers again with its next token [XS74].
   */
  endToken(code: VoiceCode): void {
    const wasRegistered = this.#state.status === "registered";
    this.#cancelExpiry();
    this.#dispatch({ type: "token.expired" });
    this.refuse(code);
    if (wasRegistered) {
      this.send({ type: "offline", payload: {} });
    }
  }

  /** The socket is gone, whoever closed it. */
  socketClosed(): void {
    if (this.#state.status === "closed") {
      return;
    }
    const reconnectMs = this.reconnectMs;
    this.#greeted();
    this.#cancelExpiry();
    this.#dispatch({ type: "socket.closed" });
    for (const leg of this.world.legs.live()) {
      leg.socketClosed(this, reconnectMs);
    }
  }

  /** No stranger any more, known or gone. */
  #greeted(): void {
    this.#cancelGreeting();
    this.world.strangers.remove(this);
  }

  /** A client out of control. The SDK does not come back by itself after `close`. */
  #cutOff(): void {
    this.send({ type: "close", payload: {} });
    this.#drop("too many frames at once");
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
      this.world.logger.error({ err: error, type: frame.type }, "a signalling frame failed");
      const about = "callsid" in frame.payload ? { callsid: frame.payload.callsid } : {};
      this.refuse(31000, about);
    }
  }

  #dispatch(event: SessionEvent): void {
    const before = this.#state;
    this.#state = next(before, event);
    const was = before.status === "registered" ? before.access.identity : null;
    const is = this.#state.status === "registered" ? this.#state.access.identity : null;
    if (was === is) {
      return;
    }
    if (was !== null) {
      this.#cancelPresence();
      this.world.presence.remove(was, this);
    }
    if (is !== null) {
      this.world.presence.add(is, this);
    }
  }
}
