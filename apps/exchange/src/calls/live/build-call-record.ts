import type { CallOrigin } from "./call-origin.ts";
import { isEnded, type CallRecord, type CallState } from "./call.ts";

export function buildCallRecord(
  about: {
    sid: string;
    origin: CallOrigin;
    state: CallState;
    /** When it was dialled, or came in; null as long as it has not been dialled. */
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

/** No less than nothing, where the clock was set back meanwhile. */
function secondsFrom(startMs: number, endMs: number): number {
  return Math.max(0, Math.round((endMs - startMs) / 1000));
}
