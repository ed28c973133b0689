import type { CallLogEntry } from "../calls/live/call-log.ts";
import type { CallApi } from "../calls/placing/call-api.ts";

interface CallView {
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

type StepView = Omit<CallLogEntry, "at"> & { at: string };

export function inspectCall(sid: string, calls: Pick<CallApi, "find" | "log">): CallView | null {
  const call = calls.find(sid);
  if (call === null) {
    return null;
  }
  const { parentCallSid, from, to, direction, status } = call;
  return {
    sid,
    parentCallSid,
    from,
    to,
    direction,
    status,
    isLive: call.endedAt === null,
    startedAt: (call.startedAt ?? call.createdAt).toISOString(),
    answeredAt: call.answeredAt?.toISOString() ?? null,
    endedAt: call.endedAt?.toISOString() ?? null,
    log: calls.log(sid).map(({ at, ...step }) => ({ at: at.toISOString(), ...step })),
  };
}
