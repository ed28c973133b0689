import { notFound, RefusedError, TWILIO_CODES } from "@linedesk/base";
import type { MediaPort } from "@linedesk/media";
import type { RecordingApi, RecordingChange } from "../../calls/recordings/recording-api.ts";
import type { RecordingRepository } from "../../calls/recordings/recording-repository.ts";
import { isUnfinished, type RecordingRecord } from "../../calls/recordings/recording.ts";
import { notEligible, type Recordings } from "../../calls/recordings/recordings.ts";
import type { CallRegistry } from "../../calls/registry/call-registry.ts";
import { compareNewestFirst } from "../../calls/registry/compare-newest-first.ts";

interface RecordingApiDeps {
  registry: Pick<CallRegistry, "live">;
  media: Pick<MediaPort, "recordings">;
}

export function createRecordingApi(
  recordings: Recordings,
  services: RecordingApiDeps,
): RecordingApi {
  const { repository } = recordings;
  const find = (sid: string) => repository.find(sid);
  return {
    find,
    list: (callSid) =>
      repository.all
        .filter((record) => callSid === undefined || record.callSid === callSid)
        .sort(compareNewestFirst),
    recordCall(callSid, callback) {
      const call = services.registry.live(callSid);
      if (call === null) {
        throw notEligible();
      }
      const { sid } = recordings.startCall(call, { callback, source: "StartCallRecordingAPI" });
      return requireRecording(find(sid));
    },
    update: (sid, change) =>
      changeRecording(recordings, requireRecording(find(sid)), { change, services }),
    remove: async (sid) => remove(repository, find(sid)),
    persisted: (sid) => repository.store.persisted(sid),
    sound(sid) {
      const record = find(sid);
      if (record?.status !== "completed" || record.sound === null) {
        throw notFound("The recording");
      }
      return { ...record.sound, path: repository.store.soundPath(sid) };
    },
    urlOf: (record) => repository.urlOf(record),
  };
}

function isRunning({ status }: RecordingRecord): boolean {
  return status === "in-progress" || status === "paused";
}

function requireRecording(record: RecordingRecord | null): RecordingRecord {
  if (record === null) {
    throw notFound("The recording");
  }
  return record;
}

function changeRecording(
  recordings: Recordings,
  record: RecordingRecord,
  { change, services }: { change: RecordingChange; services: RecordingApiDeps },
): RecordingRecord {
  const { sid } = record;
  const { repository } = recordings;
  const port = services.media.recordings;
  if (!isRunning(record)) {
    throw new RefusedError(TWILIO_CODES.INVALID_CALL_STATE, "The recording is not in progress");
  }
  switch (change.status) {
    case "paused":
      port.pause(sid, change.pauseBehavior ?? "silence");
      return repository.dispatch(sid, { type: "paused" }) ?? record;
    case "in-progress":
      port.resume(sid);
      return repository.dispatch(sid, { type: "resumed" }) ?? record;
    case "stopped":
      recordings.stop(sid);
      return repository.dispatch(sid, { type: "stopped" }) ?? record;
  }
}

async function remove(
  repository: RecordingRepository,
  record: RecordingRecord | null,
): Promise<boolean> {
  if (record === null) {
    return false;
  }
  if (isUnfinished(record)) {
    throw new RefusedError(
      TWILIO_CODES.DELETE_BEFORE_COMPLETE,
      "The recording is still being made",
      409,
    );
  }
  await repository.delete(record.sid);
  return true;
}
