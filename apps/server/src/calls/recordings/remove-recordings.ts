import { type Actor, recordAudit, systemActor } from "../../platform/db/audit-store.ts";
import type { Db } from "../../platform/db/database.ts";
import { ApiError } from "../../platform/http/errors.ts";
import type { ServiceSet } from "../../telephony/service-set.ts";
import { type RecordingControl, TelephonyUnreachableError } from "../../telephony/telephony.ts";
import {
  listOldRecordings,
  listSounds,
  LIVE_STATES,
  type Recording,
  type StoredSound,
  updateRecording,
} from "./recording-store.ts";

export interface RemovalDeps {
  db: Db;
  services: Pick<
    ServiceSet<{ service: string; telephony: { recordings: Pick<RecordingControl, "remove"> } }>,
    "of"
  >;
}

/**
 * Deletes the recording at the telephony service first, because only our row has the id with which
 * to delete it.
 */
export async function removeRecording(
  deps: RemovalDeps,
  removal: { recording: Recording; reason: string; actor: Actor; now: Date },
): Promise<void> {
  const { recording, reason, actor, now } = removal;
  if (LIVE_STATES.some((state) => state === recording.state)) {
    throw new ApiError("recording_runs");
  }
  await removeAtService(deps, recording);
  await deps.db.transaction().execute(async (trx) => {
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
  { services }: Pick<RemovalDeps, "services">,
  sound: StoredSound,
): Promise<void> {
  if (sound.serviceSid !== null) {
    await services.of(sound).telephony.recordings.remove(sound.serviceSid);
  }
}

export async function removeSoundsOfCalls(
  deps: RemovalDeps,
  calls: readonly string[],
): Promise<void> {
  for (const sound of await listSounds(deps.db, calls)) {
    await removeAtService(deps, sound);
  }
}

async function findFailure(work: () => Promise<void>): Promise<TelephonyUnreachableError | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof TelephonyUnreachableError) {
      return error;
    }
    throw error;
  }
}

const BATCH_SIZE = 200;
const MOST_BATCHES = 50;

export async function removeOldRecordings(
  deps: RemovalDeps,
  { station, before, now }: { station: string; before: Date; now: Date },
): Promise<void> {
  let removed = 0;
  const away = new Map<string, TelephonyUnreachableError>();
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
    const which = { station, before, besides: [...away.keys()], limit: BATCH_SIZE };
    const old = await listOldRecordings(deps.db, which);
    for (const recording of old) {
      const failure = await findFailure(() => removeAtService(deps, recording));
      if (failure === null) {
        await updateRecording(deps.db, recording.id, { deleted_at: now, service_sid: null });
        removed += 1;
      } else {
        // The next run removes what this exchange has.
        away.set(recording.service, failure);
      }
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
  const [error] = away.values();
  if (error !== undefined) {
    throw error;
  }
}
