import { join } from "node:path";
import type { Logger } from "pino";
import { z } from "zod";
import { RecordLog } from "../storage/record-log.ts";
import type { ConferenceRecord } from "./conference-book.ts";

const FILE_NAME = "conferences.jsonl";

const date = z.coerce.date();

const keptConference = z.object({
  sid: z.string(),
  accountSid: z.string(),
  friendlyName: z.string(),
  status: z.enum(["init", "in-progress", "completed"]),
  region: z.string(),
  createdAt: date,
  updatedAt: date,
  reasonEnded: z
    .enum([
      "conference-ended-via-api",
      "participant-with-end-conference-on-exit-left",
      "participant-with-end-conference-on-exit-kicked",
      "last-participant-kicked",
      "last-participant-left",
    ])
    .nullable(),
  callSidEnding: z.string().nullable(),
});

/** The rooms on the disk, from their birth on. */
export class ConferenceLedger {
  readonly #log: RecordLog<ConferenceRecord>;

  constructor(options: { folder: string | null; logger: Logger }) {
    const { folder, logger } = options;
    const path = folder === null ? null : join(folder, FILE_NAME);
    this.#log = new RecordLog({ path, schema: keptConference, logger });
  }

  /** Once, at the start. A room that has no end there was left by all when the exchange stopped. */
  recover(): ConferenceRecord[] {
    const stoppedAt = this.#log.lastSeen();
    for (const room of this.#log.rows()) {
      if (room.status === "completed") continue;
      const updatedAt = stoppedAt ?? room.updatedAt;
      const reasonEnded = "last-participant-left";
      this.#log.put(room.sid, { ...room, status: "completed", updatedAt, reasonEnded });
    }
    return this.#log.rows();
  }

  put(record: ConferenceRecord): void {
    this.#log.put(record.sid, record);
  }

  drop(sid: string): void {
    this.#log.drop(sid);
  }

  async close(): Promise<void> {
    await this.#log.flush();
  }
}
