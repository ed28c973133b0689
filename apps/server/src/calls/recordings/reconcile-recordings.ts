import { systemActor } from "../../platform/db/audit-store.ts";
import { ApiError } from "../../platform/http/errors.ts";
import { TelephonyError, TelephonyUnreachableError } from "../../telephony/telephony.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { InvalidStateError } from "../state/call-state.ts";
import { findCall } from "../store/call-store.ts";
import { changeRecording, finishRecording } from "./change-recording.ts";
import {
  listLiveRecordings,
  listUnrecordedCalls,
  type WatchedRecording,
} from "./recording-store.ts";
import { failRecording, startRecording } from "./start-recording.ts";

/**
 * No notice is longer than this, so after this time the service will not report the end of the
 * notice.
 */
const NOTICE_MS = 120_000;
/** The telephony service may report the end of a recording up to this long after the call. */
const REPORT_MS = 30_000;

/**
 * Starts the recordings that the station's settings require, stops those that would record people
 * without a notice, and completes those whose end, or the end of whose notice, the telephony
 * service did not report.
 */
export async function reconcileRecordings(deps: DeskDeps): Promise<void> {
  for (const id of await listUnrecordedCalls(deps.db)) {
    await tryOne(deps, id, async () => {
      const call = await findCall(deps.db, id);
      if (call !== null) {
        await startRecording(deps, { call: id, station: call.station, actor: systemActor });
      }
    });
  }
  for (const recording of await listLiveRecordings(deps.db)) {
    await tryOne(deps, recording.call, () => reconcileOne(deps, recording));
  }
}

async function reconcileOne(deps: DeskDeps, recording: WatchedRecording): Promise<void> {
  const { id, call: callId, isOver, isShared, serviceSid: sid } = recording;
  const ageMs = deps.clock.now() - recording.requestedAt.getTime();
  if (isShared && !isOver) {
    const call = await findCall(deps.db, callId);
    if (call !== null) {
      await changeRecording(deps, { call, action: "stop", actor: systemActor });
    }
    return;
  }
  if (sid === null && (isOver || ageMs > NOTICE_MS)) {
    await failRecording(deps, { call: callId, recording: id });
    return;
  }
  if (isOver && sid !== null && ageMs > REPORT_MS) {
    const found = await deps.services.of(recording).telephony.recordings.find(sid);
    if (found === null || found.isOver) {
      const isStored = found !== null && found.durationS !== null;
      const durationS = found?.durationS ?? null;
      await finishRecording(deps, { recording: id, isStored, durationS });
    }
  }
}

/**
 * Runs the work for one recording. After an expected failure the others continue, and the next
 * round tries again.
 */
async function tryOne(deps: DeskDeps, call: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isExpected =
      error instanceof ApiError ||
      error instanceof InvalidStateError ||
      error instanceof TelephonyError ||
      error instanceof TelephonyUnreachableError;
    if (!isExpected) {
      throw error;
    }
    deps.log.info({ err: error, call }, "recording reconciliation failed");
  }
}
