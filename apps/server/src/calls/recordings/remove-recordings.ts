import { type Actor, recordAudit, systemActor } from "../../platform/db/audit-store.ts";
import type { Db } from "../../platform/db/database.ts";
import { ApiError } from "../../platform/http/errors.ts";
import type { RecordingControl } from "../../telephony/telephony.ts";
import {
  listOldRecordings,
  listServiceSids,
  LIVE_STATES,
  type Recording,
  updateRecording,
} from "./recording-store.ts";

export interface RemovalDeps {
  db: Db;
  telephony: { recordings: Pick<RecordingControl, "remove"> };
}

/**
 * Deletes the recording at the telephony service first, because only our row has the id with which
 * to delete it.
 */
export async function removeRecording(
  { db, telephony }: RemovalDeps,
  removal: { recording: Recording; reason: string; actor: Actor; now: Date },
): Promise<void> {
  const { recording, reason, actor, now } = removal;
  if (LIVE_STATES.some((state) => state === recording.state)) {
    throw new ApiError("recording_runs");
  }
  await removeAtService(telephony, recording);
  await db.transaction().execute(async (trx) => {
    await updateRecording(trx, recording.id, { deleted_at: now, service_sid: null });
    await recordAudit(trx, {
      actor,
      action: "recording.deleted",
      station: recording.station,
      subject: ["call", recording.call],
      details: { recording: recording.id, words: reason },
    });
  });
}

async function removeAtService(
  telephony: RemovalDeps["telephony"],
  { serviceSid }: Pick<Recording, "serviceSid">,
): Promise<void> {
  if (serviceSid !== null) {
    await telephony.recordings.remove(serviceSid);
  }
}

export async function removeSoundsOfCalls(
  { db, telephony }: RemovalDeps,
  calls: readonly string[],
): Promise<void> {
  for (const serviceSid of await listServiceSids(db, calls)) {
    await removeAtService(telephony, { serviceSid });
  }
}

const BATCH_SIZE = 200;
const MOST_BATCHES = 50;

export async function removeOldRecordings(
  deps: RemovalDeps,
  { station, before, now }: { station: string; before: Date; now: Date },
): Promise<void> {
  let removed = 0;
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
    const old = await listOldRecordings(deps.db, { station, before, limit: BATCH_SIZE });
    for (const recording of old) {
      await removeAtService(deps.telephony, recording);
      await updateRecording(deps.db, recording.id, { deleted_at: now, service_sid: null });
      removed += 1;
    }
    if (old.length < BATCH_SIZE) {
      break;
    }
  }
  if (removed > 0) {
    await recordAudit(deps.db, {
      actor: systemActor,
      action: "retention.applied",
      station,
      details: { kind: "recordings", rows: removed, before: before.toISOString(), callers: 0 },
    });
  }
}
