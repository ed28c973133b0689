import type { ConferenceApi } from "../calls/conferences/conference-api.ts";
import type { CallLogEntry } from "../calls/live/call-log.ts";
import type { CallRecord } from "../calls/live/call.ts";
import type { CallApi } from "../calls/placing/call-api.ts";

/** Takes secrets out of a text. */
export type Redact = (text: string) => string;

const identity: Redact = (text) => text;

/**
 * A call and what it went through; null when nobody knows it. `GET /inspect/calls/{sid}` says the
 * same.
 */
export function inspectCall(
  sid: string,
  calls: Pick<CallApi, "find" | "log">,
  clean: Redact = identity,
): CallView | null {
  const call = calls.find(sid);
  return call === null ? null : buildCallView(call, calls.log(sid), clean);
}

export function buildCallView(call: CallRecord, log: CallLogEntry[], clean: Redact): CallView {
  const { sid, parentCallSid, direction, status } = call;
  return {
    sid,
    parentCallSid,
    from: clean(call.from),
    to: clean(call.to),
    direction,
    status,
    isLive: call.endedAt === null,
    startedAt: (call.startedAt ?? call.createdAt).toISOString(),
    answeredAt: call.answeredAt?.toISOString() ?? null,
    endedAt: call.endedAt?.toISOString() ?? null,
    log: log.map((entry) => buildStepView(entry, clean)),
  };
}

function buildStepView({ at, message, ...step }: CallLogEntry, clean: Redact): StepView {
  const words = message === undefined ? {} : { message: clean(message) };
  return { at: at.toISOString(), ...step, ...words };
}

/** The rooms that are. */
export function inspectConferences(conferences: ConferenceApi, clean: Redact): ConferenceView[] {
  const live = (["init", "in-progress"] as const).flatMap((status) => conferences.list({ status }));
  return live.map(({ sid, friendlyName, status }) => ({
    sid,
    name: clean(friendlyName),
    status,
    members: conferences.participants(sid).map((member) => ({
      callSid: member.callSid,
      label: member.label,
      status: member.status,
      muted: member.muted,
      hold: member.hold,
      coaching: member.coaching,
    })),
  }));
}

export async function inspectLevel(
  callSid: string,
  calls: Pick<CallApi, "stats">,
): Promise<LevelView | null> {
  const stats = await calls.stats(callSid);
  if (stats === null) {
    return null;
  }
  const { level, jitterMs, roundTripMs, packetsReceived, packetsLost, bufferMs, mos } = stats;
  return { callSid, level, jitterMs, roundTripMs, packetsReceived, packetsLost, bufferMs, mos };
}

export interface StepView {
  at: string;
  type: string;
  name: string;
  errorCode?: number;
  message?: string;
}

export interface CallView {
  sid: string;
  parentCallSid: string | null;
  from: string;
  to: string;
  direction: string;
  status: string;
  isLive: boolean;
  startedAt: string;
  answeredAt: string | null;
  endedAt: string | null;
  log: StepView[];
}

export interface MemberView {
  callSid: string;
  label: string | null;
  status: string;
  muted: boolean;
  hold: boolean;
  coaching: boolean;
}

export interface ConferenceView {
  sid: string;
  name: string;
  status: string;
  members: MemberView[];
}

/** What is measured of one call's sound now. */
export interface LevelView {
  callSid: string;
  /** 0..1 */
  level: number;
  jitterMs: number;
  roundTripMs: number | null;
  packetsReceived: number;
  packetsLost: number;
  bufferMs: number;
  /** 1 to about 4.5; null where nothing came. */
  mos: number | null;
}
