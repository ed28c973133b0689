import type { LiveRecording, RecordingAction } from "@linedesk/contract";
import { systemActor, type Actor } from "../../platform/db/audit-store.ts";
import { ApiError } from "../../platform/http/errors.ts";
import { changeCall, isEnded } from "../change-call.ts";
import { assertNotAColleagues } from "../claims/assert-claimable.ts";
import type { DeskDeps } from "../desk-deps.ts";
import type { CallRecord } from "../store/call-record.ts";
import { findLiveRecording, findRecording, updateRecording } from "./recording-store.ts";

interface Change {
  status: "paused" | "in-progress" | "stopped";
  becomes: LiveRecording | null;
  action: string;
}

const changes: Readonly<Record<Exclude<RecordingAction, "start">, Change>> = {
  pause: { status: "paused", becomes: "paused", action: "recording.paused" },
  resume: { status: "in-progress", becomes: "running", action: "recording.resumed" },
  stop: { status: "stopped", becomes: null, action: "recording.stopped" },
};

export async function changeRecording(
  deps: DeskDeps,
  wanted: { call: CallRecord; action: Exclude<RecordingAction, "start">; actor: Actor },
): Promise<CallRecord> {
  const { call, actor } = wanted;
  const { status, becomes, action } = changes[wanted.action];
  assertNotAColleagues(call, actor);
  const recording = await findLiveRecording(deps.db, call.id);
  if (recording === null || (becomes !== null && recording.state === "announcing")) {
    throw new ApiError("call_not_recorded");
  }
  const { serviceSid: sid } = recording;
  if (sid !== null && call.callSid !== null) {
    await deps.services
      .of(call)
      .telephony.recordings.change({ callSid: call.callSid, sid }, status);
  }
  const { after } = await changeCall(deps, { call: call.id, actor }, async (locked, trx) => {
    if (locked.recording === becomes || isEnded(locked)) {
      return null;
    }
    const ended_at = new Date(deps.clock.now());
    const over = sid === null ? { state: "failed" as const, ended_at } : { ended_at };
    const fields = becomes === null ? over : { state: becomes };
    await updateRecording(trx, recording.id, fields);
    return { fields: { recording: becomes }, action, details: { recording: recording.id } };
  });
  return after;
}

export async function finishRecording(
  deps: DeskDeps,
  ended: { recording: string; isStored: boolean; durationS: number | null },
): Promise<void> {
  const recording = await findRecording(deps.db, ended.recording);
  if (recording === null || recording.deletedAt !== null) {
    return;
  }
  const { id, call } = recording;
  const state = ended.isStored ? "stored" : "failed";
  const ended_at = new Date(deps.clock.now());
  await changeCall(deps, { call, actor: systemActor }, async (locked, trx) => {
    const live = await findLiveRecording(trx, call);
    await updateRecording(trx, id, { state, ended_at, duration_s: ended.durationS });
    return isEnded(locked) || locked.recording === null || live?.id !== id
      ? null
      : { fields: { recording: null }, action: "recording.stopped", details: { recording: id } };
  });
}
