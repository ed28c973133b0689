import type { Logger } from "pino";

import { type TokenBuckets, VOICE_CODES } from "@linedesk/base";
import type { CallIntake, IncomingCall } from "../../../calls/legs/leg.ts";
import type { SignallingLimits } from "../access/limits.ts";
import {
  readParams,
  type ClientFrame,
  type ClientPayload,
  type UnreadableFrame,
} from "../frames/frames.ts";
import { voiceError, type VoiceCode } from "../frames/voice-errors.ts";
import type { BrowserLeg } from "../legs/browser-leg.ts";
import type { CreateLeg } from "../legs/create-leg-factory.ts";
import { isOurSid, type LegRegistry } from "../legs/leg-registry.ts";
import type { ClientLink } from "../presence/client-link.ts";
import type { TokenVerifier, VoiceAccess } from "../token/token-verifier.ts";
import { isAnonymous, type SessionState } from "./session-state.ts";
import { withoutReservedParams } from "./without-reserved-params.ts";

export interface FrameDeps {
  tokens: TokenVerifier;
  intake: CallIntake;
  legs: LegRegistry;
  invites: TokenBuckets;
  createLeg: CreateLeg;
  logger: Logger;
  limits: SignallingLimits;
}

interface FrameSession extends ClientLink {
  readonly frameDeps: FrameDeps;
  readonly state: SessionState;
  readonly identity: string | null;
  readonly address: string | null;
  readonly reconnectMs: number;
  refuse(code: VoiceCode, about?: { callsid?: string; voiceeventsid?: string }): void;
  acceptToken(access: VoiceAccess, shown: { token: string; reconnectMs: number }): void;
  revokeToken(code: VoiceCode): void;
  register(): void;
  unregister(): void;
}

/** Twilio gives this name to callers whose token has no identity. */
const ANONYMOUS = "Anonymous";
/** With this parameter a page requests its path before the call is answered. */
const EARLY_PATH = "EarlyPath";
const MESSAGE_TYPE = "user-defined-message";

/**
 * Handles one frame. It waits only for `listen`, because later frames need the result of the token
 * check. It does not wait for the negotiation of media, which must not delay a later `hangup`.
 */
export async function handleFrame(session: FrameSession, frame: ClientFrame): Promise<void> {
  if (frame.type === "listen") {
    return await listen(session, frame.payload);
  }
  if (session.identity === null) {
    return refuseUnauthenticated(session, frame);
  }
  switch (frame.type) {
    case "register":
      return register(session, frame.payload.media.audio);
    case "invite":
      return frame.payload.reconnect === undefined
        ? invite(session, frame.payload)
        : reconnect(session, frame.payload);
    case "answer":
      return answer(session, frame.payload);
    case "hangup":
      return hangup(session, frame.payload.callsid);
    case "reject":
      return findLeg(session, frame.payload.callsid)?.reject(session);
    case "dtmf":
      return findOwnLeg(session, frame.payload.callsid)?.receiveDtmf(frame.payload.dtmf);
    case "reinvite":
      return reinvite(session, frame.payload);
    case "message":
      return message(session, frame.payload);
  }
}

/**
 * Refuses the frame. If the frame was to place a call, it also sends a `hangup`, without which the
 * SDK would wait for the call without end.
 */
export function refuseUnreadable(session: FrameSession, { code, callsid }: UnreadableFrame): void {
  if (callsid === null) {
    return session.refuse(code);
  }
  const isNewCall =
    code === VOICE_CODES.BAD_REQUEST &&
    session.frameDeps.legs.find(callsid, session.identity) === null;
  if (isNewCall) {
    failInvite(session, callsid, code);
  } else {
    session.refuse(code, { callsid });
  }
}

async function listen(session: FrameSession, payload: ClientPayload<"listen">): Promise<void> {
  const check = await session.frameDeps.tokens.verify(payload.token);
  if (!check.ok) {
    const { address, frameDeps } = session;
    frameDeps.logger.info({ address, voiceCode: check.code }, "voice token refused");
    return session.refuse(check.code);
  }
  const access = keepAnonymous(session, check.access);
  // A socket belongs to one identity, and so do its calls.
  if (session.identity !== null && session.identity !== access.identity) {
    return session.refuse(VOICE_CODES.AUTHENTICATION_FAILED);
  }
  const { defaultReconnectMs, longestReconnectMs } = session.frameDeps.limits;
  const requestedMs = (payload.reconnectTimeout ?? 0) * 1000;
  const reconnectMs =
    requestedMs === 0 ? defaultReconnectMs : Math.min(requestedMs, longestReconnectMs);
  session.acceptToken(access, { token: payload.token ?? "", reconnectMs });
}

/** A renewed token without an identity keeps the identity of its socket. */
function keepAnonymous(session: FrameSession, access: VoiceAccess): VoiceAccess {
  const isSame = access.isAnonymous && isAnonymous(session.state);
  return isSame && session.identity !== null ? { ...access, identity: session.identity } : access;
}

/** Twilio also answers "invalid token" to every frame before a valid `listen`. */
function refuseUnauthenticated(session: FrameSession, frame: ClientFrame): void {
  const about = "callsid" in frame.payload ? { callsid: frame.payload.callsid } : {};
  session.refuse(VOICE_CODES.INVALID_JWT, about);
}

function register(session: FrameSession, audio: boolean): void {
  if (session.state.status === "expired") {
    return session.refuse(VOICE_CODES.JWT_EXPIRED);
  }
  if (!audio) {
    return session.unregister();
  }
  if (endIfRevoked(session)) {
    return;
  }
  if ("access" in session.state && !session.state.access.mayReceive) {
    return session.refuse(VOICE_CODES.AUTHENTICATION_FAILED);
  }
  session.register();
}

/** Revokes the token and returns true if the key of the token is deleted. */
function endIfRevoked(session: FrameSession): boolean {
  const { state, frameDeps: world } = session;
  if (!("access" in state) || !world.tokens.isRevoked(state.access)) {
    return false;
  }
  session.revokeToken(VOICE_CODES.NO_VALID_ACCOUNT);
  return true;
}

function invite(session: FrameSession, payload: ClientPayload<"invite">): void {
  const { state, frameDeps: world } = session;
  function fail(code: VoiceCode) {
    return failInvite(session, payload.callsid, code);
  }
  if (isOurSid(payload.callsid)) {
    return fail(VOICE_CODES.MALFORMED_REQUEST);
  }
  if (!("access" in state)) {
    return fail(VOICE_CODES.JWT_EXPIRED);
  }
  if (endIfRevoked(session)) {
    return fail(VOICE_CODES.NO_VALID_ACCOUNT);
  }
  if (state.access.outgoing === null) {
    return fail(VOICE_CODES.AUTHENTICATION_FAILED);
  }
  if (!world.invites.take(state.access.identity)) {
    return fail(VOICE_CODES.RATE_EXCEEDED);
  }
  if (world.legs.countByLink(session) >= world.limits.legsPerSocket) {
    return fail(VOICE_CODES.RATE_EXCEEDED);
  }
  const text = payload.twilio?.params ?? "";
  if (Buffer.byteLength(text) > world.limits.paramBytes) {
    return fail(VOICE_CODES.PARAMETERS_TOO_LONG);
  }

  const params = readParams(text);
  const leg = world.createLeg(
    {
      side: "calling",
      link: session,
      clientSid: payload.callsid,
      offerSdp: payload.sdp,
      opensEarly: params.some(([name, value]) => name === EARLY_PATH && value === "true"),
    },
    state.access.identity,
  );
  if (!world.legs.add(payload.callsid, leg)) {
    return fail(VOICE_CODES.MALFORMED_REQUEST);
  }
  receive(session, leg, buildIncomingCall(state.access, params));
}

function receive(session: FrameSession, leg: BrowserLeg, arrival: IncomingCall): void {
  try {
    const { callSid, sink } = session.frameDeps.intake.receive(leg, arrival);
    leg.bind(sink);
    session.frameDeps.legs.add(callSid, leg);
  } catch (error) {
    session.frameDeps.logger.error({ err: error }, "softphone call failed");
    leg.decline({ cause: "failed", voiceCode: VOICE_CODES.UNKNOWN_ERROR });
  }
}

/** The `error` informs the device, and the `hangup` ends the SDK's call object. */
function failInvite(session: FrameSession, callsid: string, code: VoiceCode): void {
  session.refuse(code, { callsid });
  session.send({ type: "hangup", payload: { callsid, error: voiceError(code) } });
}

/** Values of the token take precedence over those of the page, and our own facts over both. */
function buildIncomingCall(
  access: Pick<VoiceAccess, "identity" | "isAnonymous" | "outgoing">,
  requested: Params,
): IncomingCall {
  const granted = access.outgoing?.params ?? [];
  const names = new Set(granted.map(([name]) => name));
  const params = [
    ...withoutReservedParams(requested).filter(([name]) => !names.has(name)),
    ...granted,
  ];
  return {
    from: `client:${access.isAnonymous ? ANONYMOUS : access.identity}`,
    to: params.find(([name]) => name === "To")?.[1] ?? "",
    callerName: null,
    params,
    applicationSid: access.outgoing?.applicationSid ?? null,
    stirStatus: null,
  };
}

type Params = [name: string, value: string][];

function reconnect(session: FrameSession, payload: ClientPayload<"invite">): void {
  const { callsid } = payload;
  const leg = session.frameDeps.legs.find(callsid, session.identity);
  // Only a hangup ends the wait of the SDK, and only an error gives the page a reason.
  if (leg === null) {
    return session.send({
      type: "hangup",
      payload: { callsid, error: voiceError(VOICE_CODES.NOT_FOUND) },
    });
  }
  if (leg.identity !== session.identity) {
    return leg.rejectReconnect(session, VOICE_CODES.RECONNECT_NOT_AUTHORIZED);
  }
  if (payload.reconnect === "") {
    return leg.rejectReconnect(session, VOICE_CODES.RECONNECT_PARAMETER_INVALID);
  }
  // Accepting a ringing call begins a call and therefore needs a valid token. A call that is
  // already connected continues without one.
  if (leg.isWaiting && !("access" in session.state)) {
    return leg.rejectReconnect(session, VOICE_CODES.JWT_EXPIRED);
  }
  if (leg.isWaiting && endIfRevoked(session)) {
    return leg.rejectReconnect(session, VOICE_CODES.NO_VALID_ACCOUNT);
  }
  void leg.reconnect(session, payload);
}

function answer(session: FrameSession, payload: ClientPayload<"answer">): void {
  const leg = session.frameDeps.legs.find(payload.callsid, session.identity);
  if (leg === null || leg.identity !== session.identity) {
    return session.send({ type: "hangup", payload: { callsid: payload.callsid } });
  }
  void leg.accept(session, payload.sdp);
}

/** A client with a new socket may hang up before it has reconnected the call. */
function hangup(session: FrameSession, callsid: string): void {
  const leg = session.frameDeps.legs.find(callsid, session.identity);
  if (leg === null || leg.identity !== session.identity) {
    return;
  }
  const isBack = leg.state.status === "lost" || leg.isWaiting;
  if (leg.isOn(session) || isBack) {
    leg.hangUpByClient(session);
  }
}

function reinvite(session: FrameSession, payload: ClientPayload<"reinvite">): void {
  void findLeg(session, payload.callsid)?.restartIce(session, payload.sdp);
}

function message(session: FrameSession, payload: ClientPayload<"message">): void {
  const { callsid, voiceeventsid, content } = payload;
  const about = { callsid, voiceeventsid };
  const leg = findOwnLeg(session, callsid);
  if (leg === null) {
    return session.refuse(VOICE_CODES.NOT_FOUND, about);
  }
  if (payload.messagetype !== MESSAGE_TYPE) {
    return session.refuse(VOICE_CODES.MESSAGE_TYPE_INVALID, about);
  }
  if (Buffer.byteLength(JSON.stringify(content) ?? "") > session.frameDeps.limits.messageBytes) {
    return session.refuse(VOICE_CODES.MESSAGE_PAYLOAD_TOO_LARGE, about);
  }
  leg.handleMessage({
    content,
    contentType: payload.contenttype,
    messageType: payload.messagetype,
    voiceEventSid: voiceeventsid,
  });
  session.send({ type: "ack", payload: { acktype: "message", callsid, voiceeventsid } });
}

/**
 * Finds a leg as `findLeg` does, and also a leg with a lost socket: a client that has returned
 * sends its waiting frames before it reconnects the call.
 */
function findOwnLeg(session: FrameSession, callsid: string): BrowserLeg | null {
  const leg = session.frameDeps.legs.find(callsid, session.identity);
  const isBack = leg?.state.status === "lost" && leg.identity === session.identity;
  return isBack ? leg : findLeg(session, callsid);
}

/** Returns the leg that this socket carries or rings. Frames for other legs are late or forged. */
function findLeg(session: FrameSession, callsid: string): BrowserLeg | null {
  const leg = session.frameDeps.legs.find(callsid, session.identity);
  return leg?.isOn(session) === true && !leg.isEnded ? leg : null;
}
