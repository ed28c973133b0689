import { systemActor, type Actor } from "../../platform/db/audit-store.ts";
import { uuidV7 } from "../../platform/db/uuid.ts";
import { ApiError } from "../../platform/http/errors.ts";
import { nameSound } from "../../sounds/sound-address.ts";
import { TelephonyError, TelephonyUnreachableError } from "../../telephony/telephony.ts";
import { changeCall, isEnded } from "../change-call.ts";
import { assertNotAColleagues } from "../claims/assert-claimable.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { InvalidStateError } from "../state/call-state.ts";
import { isBridged } from "../state/desk-state.ts";
import type { CallRecord } from "../store/call-record.ts";
import { findRecordingSettings } from "./recording-settings-store.ts";
import {
  findLiveRecording,
  findRecording,
  insertRecording,
  updateRecording,
  type Recording,
} from "./recording-store.ts";

export async function startRecording(
  deps: DeskDeps,
  { call: id, station, actor }: { call: string; station: string; actor: Actor },
): Promise<CallRecord> {
  const { mode, noticeWords, noticeUrl } = await findRecordingSettings(deps.db, station);
  if (mode === "off") {
    throw new ApiError("station_records_nothing");
  }
  const now = new Date(deps.clock.now());
  const recording = uuidV7(now.getTime());
  const { after } = await changeCall(deps, { call: id, actor }, async (call, trx) => {
    assertNotAColleagues(call, actor);
    assertRecordable(call);
    await insertRecording(trx, {
      id: recording,
      station,
      call: id,
      requestedAt: now,
      noticeWords,
      noticeUrl,
      service: call.service,
      requestedBy: actor.userId,
    });
    const details = { recording };
    return { fields: { recording: "announcing" }, action: "recording.requested", details };
  });
  return playNotice(deps, after, recording);
}

function assertRecordable(call: CallRecord): void {
  if (isEnded(call)) {
    throw new ApiError("caller_hung_up");
  }
  if (call.rehearsal) {
    throw new ApiError("rehearsal_not_recorded");
  }
  if (call.recording !== null) {
    throw new ApiError("call_recorded_already");
  }
  if (call.conference !== null || call.talkback !== null) {
    throw new ApiError("conference_not_recorded");
  }
  if (!isBridged(call.desk) || call.callSid === null || call.conferenceSid === null) {
    throw new InvalidStateError("only_line_recorded");
  }
}

async function playNotice(
  deps: DeskDeps,
  call: CallRecord,
  recording: string,
): Promise<CallRecord> {
  const { callSid, conferenceSid: roomSid } = call;
  const url = deps.services.of(call).urls.recordingNotice(recording);
  const isPlayed =
    callSid !== null &&
    roomSid !== null &&
    (await isDone(deps, call.id, () =>
      deps.services.of(call).telephony.recordings.announce({ roomSid, callSid, url }),
    ));
  return isPlayed ? call : await failRecording(deps, { call: call.id, recording });
}

async function isDone(
  deps: DeskDeps,
  call: string,
  command: () => Promise<string | null>,
): Promise<boolean> {
  try {
    const result = await command();
    return result !== "gone" && result !== null;
  } catch (error) {
    if (!(error instanceof TelephonyError) && !(error instanceof TelephonyUnreachableError)) {
      throw error;
    }
    deps.log.warn({ err: error, call }, "recording start failed");
    return false;
  }
}

export async function failRecording(
  deps: DeskDeps,
  { call, recording }: { call: string; recording: string },
): Promise<CallRecord> {
  const ended_at = new Date(deps.clock.now());
  const { after } = await changeCall(deps, { call, actor: systemActor }, async (locked, trx) => {
    await updateRecording(trx, recording, { state: "failed", ended_at });
    const details = { recording };
    return isEnded(locked) || locked.recording === null
      ? null
      : { fields: { recording: null }, action: "recording.failed", details };
  });
  return after;
}

export async function finishNotice(
  deps: DeskDeps,
  { recording: id, isPlayed }: { recording: string; isPlayed: boolean },
): Promise<void> {
  const recording = await findRecording(deps.db, id);
  if (recording?.state !== "announcing") {
    return;
  }
  if (!isPlayed) {
    await failRecording(deps, { call: recording.call, recording: id });
    return;
  }
  const call = await noteAnnounced(deps, recording);
  if (call !== null) {
    await beginSound(deps, call, recording);
  }
}

async function noteAnnounced(deps: DeskDeps, recording: Recording): Promise<CallRecord | null> {
  const at = new Date(deps.clock.now());
  const target = { call: recording.call, actor: systemActor };
  const { after, changed } = await changeCall(deps, target, async (call, trx) => {
    const current = await findLiveRecording(trx, call.id);
    const isDue = current?.id === recording.id && current.announcedAt === null;
    if (!isDue || isEnded(call)) {
      return null;
    }
    await updateRecording(trx, recording.id, { announced_at: at });
    const { noticeUrl, noticeWords } = recording;
    const words = noticeUrl === null ? noticeWords : nameSound(noticeUrl);
    const details = { recording: recording.id, words };
    return { fields: { recording: "announcing" }, action: "recording.announced", details };
  });
  return changed ? after : null;
}

async function beginSound(deps: DeskDeps, call: CallRecord, recording: Recording): Promise<void> {
  const { callSid } = call;
  const { telephony, urls } = deps.services.of(call);
  const statusUrl = urls.recordingStatus(recording.id);
  let sid: string | null = null;
  const isBegun =
    callSid !== null &&
    call.conference === null &&
    call.talkback === null &&
    (await isDone(deps, call.id, async () => {
      sid = await telephony.recordings.start(callSid, statusUrl);
      return sid;
    }));
  if (!isBegun || sid === null || callSid === null) {
    await failRecording(deps, { call: call.id, recording: recording.id });
    return;
  }
  if (!(await noteBegun(deps, { recording, sid }))) {
    // A person stopped the recording, or the call ended, while the service was starting it.
    await telephony.recordings.change({ callSid, sid }, "stopped");
  }
}

async function noteBegun(
  deps: DeskDeps,
  { recording, sid }: { recording: Recording; sid: string },
): Promise<boolean> {
  const { id, call } = recording;
  const started_at = new Date(deps.clock.now());
  let isRunning = false;
  await changeCall(deps, { call, actor: systemActor }, async (locked, trx) => {
    isRunning = (await findLiveRecording(trx, call))?.id === id && !isEnded(locked);
    const state = isRunning ? { state: "running" as const } : {};
    await updateRecording(trx, id, { service_sid: sid, started_at, ...state });
    return isRunning
      ? {
          fields: { recording: "running" },
          action: "recording.started",
          details: { recording: id },
        }
      : null;
  });
  return isRunning;
}
