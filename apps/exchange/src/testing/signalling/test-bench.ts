import { pino } from "pino";

import { type Clock, TokenBuckets } from "@linedesk/base";
import { SteppedClock } from "@linedesk/base/testing";
import type { MediaPort } from "@linedesk/media";
import type { IncomingCall, CallMessage, Leg, LegEnd, LegSink } from "../../calls/legs/leg.ts";
import { DEFAULT_LIMITS } from "../../edges/signalling/access/limits.ts";
import { UnauthenticatedSessions } from "../../edges/signalling/access/unauthenticated-sessions.ts";
import { createLegFactory } from "../../edges/signalling/legs/create-leg-factory.ts";
import { LegRegistry } from "../../edges/signalling/legs/leg-registry.ts";
import { Presence } from "../../edges/signalling/presence/presence.ts";
import { createClientDialer } from "../../edges/signalling/session/client-dialer.ts";
import type { FrameDeps } from "../../edges/signalling/session/handle-frame.ts";
import { Session, type SessionDeps } from "../../edges/signalling/session/session.ts";
import type { TokenCheck, VoiceAccess } from "../../edges/signalling/token/token-verifier.ts";

/** The test advances this clock. */
class ManualClock extends SteppedClock {
  advance(ms: number): void {
    const endMs = this.elapsedMs() + ms;
    for (let isRun = true; isRun;) {
      isRun = this.runNext(endMs);
    }
  }
}

type Payload = Record<string, unknown>;

export class ScriptedSocket {
  readonly frames: { type: string; payload: Payload }[] = [];
  heartbeats = 0;
  closedWith: string | null = null;
  /** Is true when the client answers the pings of the socket. */
  answersPings = true;
  readonly #unansweredPings: Buffer[] = [];
  readonly session: Session;

  constructor(world: SessionDeps, address: string | null = null) {
    this.session = new Session(
      {
        address,
        send: (text) => {
          if (text === "\n") {
            this.heartbeats += 1;
          } else {
            this.frames.push(JSON.parse(text) as { type: string; payload: Payload });
          }
        },
        ping: (payload) => {
          this.#unansweredPings.push(payload);
          if (this.answersPings) {
            this.answerPings();
          }
        },
        close: (_code, reason) => {
          this.closedWith = reason;
        },
      },
      world,
    );
  }

  async send(type: string, payload: Payload): Promise<void> {
    this.session.receive(JSON.stringify({ type, version: "1.6", payload }));
    await settle();
  }

  answerPings(): void {
    for (const payload of this.#unansweredPings.splice(0)) {
      this.session.handlePong(payload);
    }
  }

  received(type: string): Payload[] {
    return this.frames.filter((frame) => frame.type === type).map((frame) => frame.payload);
  }

  types(): string[] {
    return this.frames.map((frame) => frame.type);
  }

  drop(): void {
    this.session.socketClosed();
  }
}

export async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

export class RecordedCall implements LegSink {
  readonly log: string[] = [];
  readonly messages: CallMessage[] = [];
  end: LegEnd | null = null;

  onRinging(): void {
    this.log.push("ringing");
  }
  onAnswered(): void {
    this.log.push("answered");
  }
  onDigit(digit: string): void {
    this.log.push(`digit ${digit}`);
  }
  onMessage(message: CallMessage): void {
    this.messages.push(message);
  }
  onEnded(end: LegEnd): void {
    this.log.push(`ended ${end.cause}`);
    this.end = end;
  }
}

export interface ReceivedCall {
  leg: Leg;
  arrival: IncomingCall;
  call: RecordedCall;
  callSid: string;
}

export function sdpOf(fingerprint: string) {
  return `v=0\r\na=fingerprint:sha-256 ${fingerprint}\r\na=setup:actpass\r\n`;
}

export function aWorld() {
  const clock = new ManualClock();
  const receivedCalls: ReceivedCall[] = [];
  const mediaCalls: string[] = [];
  const revokedKeys = new Set<string>();
  const media = {
    answerWebRtc: async () => (mediaCalls.push("answer"), "sdp of the answer"),
    offerWebRtc: async () => (mediaCalls.push("offer"), "sdp of the offer"),
    acceptWebRtc: async (_leg: string, sdp: string) => {
      mediaCalls.push("accept");
      if (sdp === "bad") {
        throw new Error("not an answer");
      }
    },
    restartIce: async () => (mediaCalls.push("restart"), "sdp of the restart"),
    closeLeg: () => void mediaCalls.push("close"),
  } as unknown as MediaPort;
  const shared = {
    clock,
    logger: pino({ level: "silent" }),
    limits: { ...DEFAULT_LIMITS },
    legs: new LegRegistry(clock),
  };
  const createLeg = createLegFactory({ ...shared, accountSid: "AC1", media });
  const frames: FrameDeps = {
    ...shared,
    createLeg,
    invites: new TokenBuckets(clock, DEFAULT_LIMITS.invites),
    tokens: {
      verify: async (token) => checkToken(token, clock),
      isRevoked: ({ keySid }) => revokedKeys.has(keySid),
    },
    intake: {
      receive(leg, arrival) {
        const call = new RecordedCall();
        const callSid = `CA${receivedCalls.length + 1}`;
        receivedCalls.push({ leg, arrival, call, callSid });
        return { callSid, sink: call };
      },
    },
  };
  const presence = new Presence(3);
  const unauthenticated = new UnauthenticatedSessions(DEFAULT_LIMITS.unauthenticatedSessions);
  const { intake, tokens } = frames;
  const world = { ...shared, presence, unauthenticated, frames, media, intake, tokens };
  const dialer = createClientDialer({ legs: shared.legs, presence, createLeg });
  return { world, clock, receivedCalls, mediaCalls, revokedKeys, dialer };
}

/**
 * The token is the identity. `identity!` may receive calls but not make any, `?31205` is refused
 * with that code, and `#a` has no identity.
 */
function checkToken(token: string | undefined, clock: Clock): TokenCheck {
  if (token?.startsWith("?") === true) {
    return { ok: false, code: Number(token.slice(1)) as 31205 };
  }
  const isAnonymous = token?.startsWith("#") === true;
  const access: VoiceAccess = {
    identity: (token ?? "").replace("!", ""),
    isAnonymous,
    keySid: "SK1",
    mayReceive: !isAnonymous,
    outgoing: token?.endsWith("!") === true ? null : { applicationSid: "AP1", params: [] },
    issuedAtS: Math.floor(clock.now() / 1000),
    expiresAt: clock.now() + 3_600_000,
  };
  return { ok: true, access };
}

export async function aDevice(world: SessionDeps, token: string, reconnectTimeout = 30) {
  const socket = new ScriptedSocket(world);
  await socket.send("listen", { token, reconnectTimeout });
  await socket.send("register", { media: { audio: true } });
  return socket;
}
