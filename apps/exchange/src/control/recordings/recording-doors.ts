import { notFound, RefusedError } from "@linedesk/base";
import type { KeptRecordings } from "../../calls/recordings/kept-recordings.ts";
import type {
  RecordingBook,
  RecordingChange,
  RecordingFilter,
} from "../../calls/recordings/recording-book.ts";
import { RECORDING_CODES } from "../../calls/recordings/recording-codes.ts";
import { isUnfinished, type RecordingRecord } from "../../calls/recordings/recording.ts";
import type { Recordings } from "../../calls/recordings/recordings.ts";
import { byNewest } from "../../calls/registry/by-newest.ts";
import type { CoreServices } from "../../twiml/document/core-services.ts";

/** What REST may do with recordings. */
export function createRecordingBook(recordings: Recordings, services: CoreServices): RecordingBook {
  const { kept } = recordings;
  function find(sid: string): RecordingRecord | null {
    const record = kept.find(sid);
    return record === null || record.status === "deleted" ? null : record;
  }
  return {
    find,
    findDeleted: (sid) => kept.find(sid),
    list: (filter) => listed(kept, filter),
    current: (targetSid) =>
      listed(kept, {}).find(
        (record) =>
          (record.callSid === targetSid || record.conferenceSid === targetSid) && isRunning(record),
      ) ?? null,
    recordCall(callSid, wish) {
      const call = services.placer.find(callSid);
      if (call === null) {
        throw notEligible();
      }
      const { sid } = recordings.startCall(call, { wish, source: "StartCallRecordingAPI" });
      return needed(find(sid));
    },
    recordConference(sidOrName, wish) {
      const room = services.rooms.find(sidOrName);
      if (room === null || room.isOver) {
        throw notEligible();
      }
      const source = "StartConferenceRecordingAPI";
      return needed(find(recordings.startConference(room.sid, { wish, source }).sid));
    },
    update: (sid, change) => changed(recordings, needed(find(sid)), { change, services }),
    remove: async (sid) => remove(kept, find(sid)),
    written: (sid) => kept.store.written(sid),
    async sound(sid, wish) {
      const record = find(sid);
      if (record?.status !== "completed") {
        throw notFound("The recording");
      }
      return kept.renditions.file(record, wish);
    },
    urlOf: (record) => kept.urlOf(record),
  };
}

function isRunning({ status }: RecordingRecord): boolean {
  return status === "in-progress" || status === "paused";
}

function notEligible(): RefusedError {
  const message = "Requested resource is not eligible for recording";
  return new RefusedError(RECORDING_CODES.notEligible, message);
}

function needed(record: RecordingRecord | null): RecordingRecord {
  if (record === null) {
    throw notFound("The recording");
  }
  return record;
}

function listed(kept: KeptRecordings, filter: RecordingFilter): RecordingRecord[] {
  const { callSid, conferenceSid, createdAfter, createdBefore, includeDeleted = false } = filter;
  return kept.all
    .filter(
      (record) =>
        (includeDeleted || record.status !== "deleted") &&
        (callSid === undefined || record.callSid === callSid) &&
        (conferenceSid === undefined || record.conferenceSid === conferenceSid) &&
        (createdAfter === undefined || record.createdAt >= createdAfter) &&
        (createdBefore === undefined || record.createdAt <= createdBefore),
    )
    .sort(byNewest);
}

function changed(
  recordings: Recordings,
  record: RecordingRecord,
  { change, services }: { change: RecordingChange; services: CoreServices },
): RecordingRecord {
  const { sid } = record;
  const { kept } = recordings;
  const port = services.media.recordings;
  if (!isRunning(record)) {
    throw new RefusedError(RECORDING_CODES.notEligible, "The recording is not in progress");
  }
  switch (change.status) {
    case "paused":
      port.pause(sid, change.pauseBehavior ?? "silence");
      return kept.dispatch(sid, { type: "paused" }) ?? record;
    case "in-progress":
      port.resume(sid);
      return kept.dispatch(sid, { type: "resumed" }) ?? record;
    case "stopped":
      recordings.stop(sid);
      return kept.dispatch(sid, { type: "stopped" }) ?? record;
  }
}

async function remove(kept: KeptRecordings, record: RecordingRecord | null): Promise<boolean> {
  if (record === null) {
    return false;
  }
  if (isUnfinished(record)) {
    throw new RefusedError(20409, "The recording is still being made", 409);
  }
  kept.dispatch(record.sid, { type: "deleted" });
  kept.renditions.forget(record.sid);
  await kept.store.removeSound(record.sid);
  return true;
}
