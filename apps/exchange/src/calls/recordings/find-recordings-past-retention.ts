import { isUnfinished, type RecordingRecord } from "./recording.ts";

const DELETED_RETENTION_MS = 40 * 24 * 60 * 60 * 1000;

interface RetentionLimits {
  count: number;
  bytes: number;
}

/** Those that make way: the oldest where there are too many, and who was deleted long ago. */
export function findRecordingsPastRetention(
  records: readonly RecordingRecord[],
  limits: RetentionLimits,
  nowMs: number,
): RecordingRecord[] {
  const ended = records
    .filter((record) => !isUnfinished(record))
    .sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
  let bytes = ended.reduce((sum, record) => sum + soundBytes(record), 0);
  let count = records.length;
  return ended.filter((record) => {
    const isStale =
      record.status === "deleted" && record.updatedAt.getTime() < nowMs - DELETED_RETENTION_MS;
    if (!isStale && count <= limits.count && bytes <= limits.bytes) {
      return false;
    }
    bytes -= soundBytes(record);
    count -= 1;
    return true;
  });
}

function soundBytes({ status, sound }: RecordingRecord): number {
  return status === "completed" ? (sound?.bytes ?? 0) : 0;
}
