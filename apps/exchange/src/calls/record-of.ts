import { isEnded, type CallRecord, type CallState } from "./call.ts";
import type { CallOrigin } from "./call-origin.ts";

/** What is known of a call, as the books and the disk have it. */
export function recordOf(
  about: { sid: string; origin: CallOrigin; state: CallState } & Pick<
    CallRecord,
    "createdAt" | "updatedAt" | "queueTimeMs" | "answeredBy" | "trunkSid"
  >,
): CallRecord {
  const { sid, origin: whole, state, createdAt, updatedAt } = about;
  const { queueTimeMs, answeredBy, trunkSid } = about;
  const { appParams: _params, stirStatus: _stir, callToken: _token, ...known } = whole;
  const { innerDepth: _depth, tree: _tree, ...origin } = known;
  const answeredAt = "answeredAt" in state ? state.answeredAt : null;
  const endedAt = isEnded(state) ? state.endedAt : null;
  return {
    sid,
    ...origin,
    status: state.status,
    createdAt,
    updatedAt,
    startedAt: state.status === "queued" ? null : createdAt,
    answeredAt: answeredAt === null ? null : new Date(answeredAt),
    endedAt: endedAt === null ? null : new Date(endedAt),
    durationS: endedAt === null ? null : Math.round((endedAt - (answeredAt ?? endedAt)) / 1000),
    queueTimeMs,
    answeredBy,
    trunkSid,
    end: isEnded(state) ? state.end : null,
  };
}

/** Why it ended, for the call's log. */
export function whyOf(state: CallState): { message?: string } {
  if (!isEnded(state)) return {};
  const { cause, sipCode, voiceCode, message } = state.end;
  const codes = [cause, sipCode, voiceCode].filter(Boolean).join(" ");
  return { message: message ? `${codes}: ${message}` : codes };
}
