import { notFound, RefusedError, TWILIO_CODES } from "@linedesk/base";
import type { MediaPort } from "@linedesk/media";
import type { Conferences } from "../../calls/conferences/conferences.ts";
import type {
  RecordingApi,
  RecordingChange,
  RecordingFilter,
} from "../../calls/recordings/recording-api.ts";
import { RECORDING_CODES } from "../../calls/recordings/recording-codes.ts";
import type { RecordingRepository } from "../../calls/recordings/recording-repository.ts";
import { isUnfinished, type RecordingRecord } from "../../calls/recordings/recording.ts";
import type { Recordings } from "../../calls/recordings/recordings.ts";
import type { CallRegistry } from "../../calls/registry/call-registry.ts";
import { compareNewestFirst } from "../../calls/registry/compare-newest-first.ts";

interface RecordingApiDeps {
  registry: Pick<CallRegistry, "live">;
  conferences: Pick<Conferences, "find">;
  media: Pick<MediaPort, "recordings">;
}

/** What REST may do with recordings. */
export function createRecordingApi(
  recordings: Recordings,
  services: RecordingApiDeps,
): RecordingApi {
  const { repository } = recordings;
  function find(sid: string): RecordingRecord | null {
    const record = repository.find(sid);
    return record === null || record.status === "deleted" ? null : record;
  }
  return {
    find,
    findDeleted: (sid) => repository.find(sid),
    list: (filter) => listRecordings(repository, filter),
    current: (targetSid) =>
      listRecordings(repository, {}).find(
        (record) =>
          (record.callSid === targetSid || record.conferenceSid === targetSid) && isRunning(record),
      ) ?? null,
    recordCall(callSid, recordingOptions) {
      const call = services.registry.live(callSid);
      if (call === null) {
        throw notEligible();
      }
      const { sid } = recordings.startCall(call, {
        options: recordingOptions,
        source: "StartCallRecordingAPI",
      });
      return requireRecording(find(sid));
    },
    recordConference(sidOrName, recordingOptions) {
      const room = services.conferences.find(sidOrName);
      if (room === null || room.isOver) {
        throw notEligible();
      }
      const source = "StartConferenceRecordingAPI";
      return requireRecording(
        find(recordings.startConference(room.sid, { options: recordingOptions, source }).sid),
      );
    },
    update: (sid, change) =>
      changeRecording(recordings, requireRecording(find(sid)), { change, services }),
    remove: async (sid) => remove(repository, find(sid)),
    persisted: (sid) => repository.store.persisted(sid),
    async sound(sid, recordingOptions) {
      const record = find(sid);
      if (record?.status !== "completed") {
        throw notFound("The recording");
      }
      return repository.renditions.file(record, recordingOptions);
    },
    urlOf: (record) => repository.urlOf(record),
  };
}

function isRunning({ status }: RecordingRecord): boolean {
  return status === "in-progress" || status === "paused";
}

function notEligible(): RefusedError {
  const message = "Requested resource is not eligible for recording";
  return new RefusedError(RECORDING_CODES.notEligible, message);
}

function requireRecording(record: RecordingRecord | null): RecordingRecord {
  if (record === null) {
    throw notFound("The recording");
  }
  return record;
}

function listRecordings(
  repository: RecordingRepository,
  filter: RecordingFilter,
): RecordingRecord[] {
  const { callSid, conferenceSid, createdAfter, createdBefore, includeDeleted = false } = filter;
  return repository.all
    .filter(
      (record) =>
        (includeDeleted || record.status !== "deleted") &&
        (callSid === undefined || record.callSid === callSid) &&
        (conferenceSid === undefined || record.conferenceSid === conferenceSid) &&
        (createdAfter === undefined || record.createdAt >= createdAfter) &&
        (createdBefore === undefined || record.createdAt <= createdBefore),
    )
    .sort(compareNewestFirst);
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
    throw new RefusedError(RECORDING_CODES.notEligible, "The recording is not in progress");
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
  repository.dispatch(record.sid, { type: "deleted" });
  repository.renditions.forget(record.sid);
  await repository.store.removeSound(record.sid);
  return true;
}
