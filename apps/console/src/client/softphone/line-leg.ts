import type { CallQuality } from "./voice-device.ts";

/** The leg of a device line; `null` means none. Only the server defines the call's state. */
export type LineLeg =
  | { status: "connecting"; callId: string; since: string; muted: boolean }
  | {
      status: "connected";
      callId: string;
      since: string;
      muted: boolean;
      quality: CallQuality | null;
      /** The sound goes on, but the phone network does not answer. */
      signallingLost?: true;
    }
  | {
      status: "reconnecting";
      callId: string;
      since: string;
      muted: boolean;
      quality: CallQuality | null;
      signallingLost?: true;
      /** The exchange restarted and ended this leg; another leg takes its place, or is joining. */
      lost?: "waiting" | "joining";
    };

export type LegEvent =
  | { type: "connect.asked"; callId: string; at: string; muted: boolean }
  | { type: "call.known"; callId: string }
  | { type: "connected"; at: string }
  | { type: "interrupted"; at: string }
  | { type: "restored"; at: string }
  | { type: "signalling"; lost: boolean }
  | { type: "muted"; muted: boolean }
  | { type: "sampled"; quality: CallQuality | null }
  | { type: "lost"; at: string }
  | { type: "ended" };

/** Returns the next leg, or the same object for an event that does not fit or comes late. */
export function nextLeg(leg: LineLeg | null, event: LegEvent): LineLeg | null {
  switch (event.type) {
    case "connect.asked":
      if (isLost(leg) && leg.callId === event.callId) {
        return { ...leg, muted: event.muted, lost: "joining" };
      }
      return { status: "connecting", callId: event.callId, since: event.at, muted: event.muted };
    case "call.known":
      return leg === null || leg.callId === event.callId ? leg : { ...leg, callId: event.callId };
    case "connected":
      return leg?.status === "connecting" || isLost(leg) ? toConnected(leg, event.at) : leg;
    case "interrupted":
      return leg?.status === "connected"
        ? { ...leg, status: "reconnecting", since: event.at }
        : leg;
    case "restored":
      return leg?.status === "reconnecting" && !isLost(leg)
        ? { ...leg, status: "connected", since: event.at }
        : leg;
    case "signalling":
      return leg === null || leg.status === "connecting" ? leg : withSignalling(leg, event.lost);
    case "muted":
      return leg === null || leg.muted === event.muted ? leg : { ...leg, muted: event.muted };
    case "sampled":
      return leg === null || leg.status === "connecting" ? leg : { ...leg, quality: event.quality };
    case "lost":
      return leg === null || leg.status === "connecting" ? null : toLost(leg, event.at);
    case "ended":
      return null;
  }
}

type LostLeg = Extract<LineLeg, { status: "reconnecting" }> & { lost: "waiting" | "joining" };

export function isLost(leg: LineLeg | null): leg is LostLeg {
  return leg?.status === "reconnecting" && leg.lost !== undefined;
}

function toConnected({ callId, muted }: LineLeg, since: string): LineLeg {
  return { status: "connected", callId, muted, since, quality: null };
}

function toLost(leg: Exclude<LineLeg, { status: "connecting" }>, at: string): LineLeg {
  const { callId, muted } = leg;
  const since = leg.status === "reconnecting" ? leg.since : at;
  return { status: "reconnecting", callId, muted, since, quality: null, lost: "waiting" };
}

function withSignalling(leg: Exclude<LineLeg, { status: "connecting" }>, isLost: boolean): LineLeg {
  if ((leg.signallingLost ?? false) === isLost) {
    return leg;
  }
  const { signallingLost: _before, ...rest } = leg;
  return isLost ? { ...rest, signallingLost: true } : rest;
}
