import type { Logger } from "pino";

import { TWILIO_CODES } from "@linedesk/base";
import type { RecordingRepository } from "./recording-repository.ts";
import { isUnfinished } from "./recording.ts";
import { repairWav } from "./repair-wav.ts";

/** Repairs the recordings that a killed exchange left unfinished; running ones are not touched. */
export async function repairOrphanedRecordings(
  repository: RecordingRepository,
  isRunning: (sid: string) => boolean,
  logger: Logger,
): Promise<void> {
  const left = repository.all.filter((record) => isUnfinished(record) && !isRunning(record.sid));
  for (const { sid } of left) {
    repository.dispatch(sid, { type: "found" });
    try {
      const sound = await repairWav(repository.store.soundPath(sid));
      if (sound !== null) {
        repository.dispatch(sid, { type: "saved" }, { sound });
      } else {
        repository.dispatch(sid, { type: "lost" });
      }
    } catch (error) {
      logger.error({ err: error, sid }, "recording repair failed");
      repository.dispatch(sid, { type: "lost" }, { errorCode: TWILIO_CODES.DISK_FAILED });
    }
  }
  if (left.length > 0) {
    logger.info({ count: left.length }, "recording repair completed");
  }
  repository.prune();
}
