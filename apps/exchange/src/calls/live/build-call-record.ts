import type { CallOrigin } from "./call-origin.ts";
import { isEnded, type CallRecord, type CallState } from "./call.ts";

export function buildCallRecord(
  about: {
    sid: string;
    origin: CallOrigin;
    state: CallState;
    /** The time of the dialling or arrival; `null` before the call is dialled. */
    begunAt: Date | null;
  } & Pick<CallRecord, "createdAt" | "updatedAt" | "trunkSid">,
): CallRecord {
  const { sid, origin: whole, state, createdAt, begunAt, updatedAt } = about;
  const { trunkSid } = about;
  const { appParams: _params, stirStatus: _stir, ...known } = whole;
  const { internalDepth: _depth, tree: _tree, isVerification: _isCheck, ...origin } = known;
  const answeredAt = "answeredAt" in state ? state.answeredAt : null;
  const endedAt = isEnded(state) ? state.endedAt : null;
  return {
    sid,
    ...origin,
    status: state.status,
    createdAt,
    updatedAt,
    startedAt: state.status === "queued" ? null : begunAt,
    answeredAt: answeredAt === null ? null : new Date(answeredAt),
    endedAt: endedAt === null ? null : new Date(endedAt),
    durationS: endedAt === null ? null : secondsFrom(answeredAt ?? endedAt, endedAt),
    queueTimeMs: (begunAt ?? createdAt).getTime() - createdAt.getTime(),
    trunkSid,
    end: isEnded(state) ? state.end : null,
  };
}

/** Returns at least 0, because the clock may have been set back. */
function secondsFrom(startMs: number, endMs: number): number {
  return Math.max(0, Math.round((endMs - startMs) / 1000));
}
