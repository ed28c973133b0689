import { type Clock, ReadWatch, TokenBucket } from "@linedesk/base";
import { closeCodes, type PusherError, pusherErrors } from "../protocol/codes.ts";
import { encodeFrame, type ServerFrame } from "../protocol/frame.ts";
import type { HubLimits } from "../protocol/limits.ts";

/** The members of a WebSocket that the hub uses; the WebSocket of the `ws` library has them. */
export interface HubSocket {
  readonly bufferedAmount: number;
  send(data: Buffer, options: { binary: false }): void;
  ping(payload: Buffer): void;
  close(code: number, reason: string): void;
  terminate(): void;
}

export interface SignedInUser {
  id: string;
  info: unknown;
  watchlist: readonly string[];
}

type Liveness = { status: "live"; receivedAt: number } | { status: "pinged"; pingedAt: number };

export interface ConnectionDeps {
  socketId: string;
  socket: HubSocket;
  limits: HubLimits;
  clock: Clock;
  /** Runs once, when no more frames may be sent. */
  onClosed: (connection: Connection, reason: CloseReason) => void;
}

export type CloseReason = "gone" | "closed" | "slow_reader";

const pingFrame = encodeFrame({ event: "pusher:ping", data: "{}" });

/** One client's socket: its rate limits, its subscriptions, and its liveness. */
export class Connection {
  readonly socketId: string;
  readonly channels = new Set<string>();
  readonly clientEvents: TokenBucket;
  user: SignedInUser | null = null;
  /** The users for whom the application has signed channels of this socket, by id. */
  readonly grants = new Map<string, SignedInUser>();
  readonly #deps: ConnectionDeps;
  readonly #reading: ReadWatch;
  readonly #frames: TokenBucket;
  #liveness: Liveness;
  #eventAt: number;
  /** The time since which the socket has no channel; `null` while it has one. */
  #emptySince: number | null;
  #malformed = 0;
  #isClosed = false;

  constructor(deps: ConnectionDeps) {
    const { limits, clock } = deps;
    this.socketId = deps.socketId;
    this.#deps = deps;
    this.#liveness = { status: "live", receivedAt: clock.now() };
    this.#eventAt = clock.now();
    this.#emptySince = clock.now();
    this.#reading = new ReadWatch({
      clock,
      timeoutMs: limits.readTimeoutMs,
      ping: (payload) => deps.socket.ping(payload),
    });
    const perSecond = limits.clientEventsPerSecond;
    this.clientEvents = new TokenBucket(clock, { perSecond, burst: perSecond });
    this.#frames = new TokenBucket(clock, {
      perSecond: limits.framesPerSecond,
      burst: limits.framesBurst,
    });
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  send(frame: ServerFrame): void {
    this.sendEncoded(encodeFrame(frame));
  }

  /** Sends a frame that is already encoded, or disconnects a client that reads too slowly. */
  sendEncoded(frame: Buffer): void {
    if (this.#isClosed) {
      return;
    }
    if (this.#deps.socket.bufferedAmount > this.#deps.limits.sendBufferBytes) {
      return this.#dropSlowReader();
    }
    this.#deps.socket.send(frame, { binary: false });
  }

  sendError(message: string, code: number | null = null): void {
    this.send({ event: "pusher:error", data: JSON.stringify({ code, message }) });
  }

  closeWith(error: PusherError): void {
    if (this.#isClosed) {
      return;
    }
    this.sendError(error.message, error.code);
    this.#deps.socket.close(error.code, error.message);
    this.#finish("closed");
  }

  /** Answers an unreadable frame with an error. Too many unreadable frames end the connection. */
  refuseFrame(message: string): void {
    this.#malformed += 1;
    this.sendError(message);
    if (this.#malformed < this.#deps.limits.malformedFrames) {
      return;
    }
    this.closeAs(closeCodes.policyViolation, "too many malformed messages");
  }

  closeAs(code: number, reason: string): void {
    if (this.#isClosed) {
      return;
    }
    this.#deps.socket.close(code, reason);
    this.#finish("closed");
  }

  handleGone(): void {
    this.#finish("gone");
  }

  noteReceived(): void {
    this.#liveness = { status: "live", receivedAt: this.#deps.clock.now() };
  }

  noteEvent(at = this.#deps.clock.now()): void {
    this.#eventAt = at;
  }

  /** Counts a frame; returns false, and closes the socket, when frames come too fast. */
  takeFrame(): boolean {
    const isTaken = !this.#isClosed && this.#frames.take();
    if (!isTaken) {
      this.closeWith(pusherErrors.tooManyFrames);
    }
    return isTaken;
  }

  /**
   * Counts a ping as a frame, because the library has already answered it. If a client that does
   * not read sends pings without end, the answers would fill the memory.
   */
  handlePing(): void {
    this.noteReceived();
    this.takeFrame();
  }

  handlePong(payload: Uint8Array): void {
    if (this.takeFrame()) {
      this.#reading.handlePong(payload);
    }
  }

  /** Runs at intervals: pings or closes a socket that is silent, or does not read. */
  checkLiveness(errors: {
    pongMissing: PusherError;
    inactive: PusherError;
    unsubscribed: PusherError;
  }): void {
    const { clock, limits } = this.#deps;
    const now = clock.now();
    if (!this.#reading.check()) {
      return this.#dropSlowReader();
    }
    this.#emptySince = this.channels.size > 0 ? null : (this.#emptySince ?? now);
    if (this.#emptySince !== null && now - this.#emptySince >= limits.unsubscribedMs) {
      return this.closeWith(errors.unsubscribed);
    }
    if (now - this.#eventAt >= limits.inactivityMs) {
      return this.closeWith(errors.inactive);
    }
    if (this.#liveness.status === "pinged") {
      if (now - this.#liveness.pingedAt >= limits.pongTimeoutMs) {
        this.closeWith(errors.pongMissing);
      }
      return;
    }
    if (now - this.#liveness.receivedAt < limits.activityTimeoutMs) {
      return;
    }
    this.#liveness = { status: "pinged", pingedAt: now };
    this.sendEncoded(pingFrame);
  }

  /** Drops the socket at once, because a close frame would wait behind all unsent data. */
  #dropSlowReader(): void {
    if (this.#isClosed) {
      return;
    }
    this.#isClosed = true;
    this.#deps.socket.terminate();
    // `onClosed` sends a frame to other readers for each departure. It runs later, so that
    // the removal of many slow readers does not nest these functions.
    queueMicrotask(() => this.#deps.onClosed(this, "slow_reader"));
  }

  #finish(reason: CloseReason): void {
    if (this.#isClosed) {
      return;
    }
    this.#isClosed = true;
    this.#deps.onClosed(this, reason);
  }
}
