import { join } from "node:path";

import type { Logger } from "pino";
import { z } from "zod";

import { RecordLog } from "../../storage/record-log.ts";
import {
  CONFERENCE_END_REASONS,
  CONFERENCE_STATUSES,
  type ConferenceRecord,
} from "./conference-api.ts";

const FILE_NAME = "conferences.jsonl";

const date = z.coerce.date();

const storedConference = z.object({
  sid: z.string(),
  accountSid: z.string(),
  friendlyName: z.string(),
  status: z.enum(CONFERENCE_STATUSES),
  region: z.string(),
  createdAt: date,
  updatedAt: date,
  reasonEnded: z.enum(CONFERENCE_END_REASONS).nullable(),
  callSidEnding: z.string().nullable(),
});

/** Stores every conference on the disk from its creation on. */
export class ConferenceJournal {
  readonly #log: RecordLog<ConferenceRecord>;

  constructor(options: { folder: string | null; logger: Logger }) {
    const { folder, logger } = options;
    const path = folder === null ? null : join(folder, FILE_NAME);
    this.#log = new RecordLog({ path, schema: storedConference, logger });
  }

  /**
   * Runs once, at the start. Returns every conference as ended, and the sids of those that a crash
   * interrupted. Their end is the time at which the exchange stopped, as if all participants had
   * left then. This end is not stored yet.
   */
  load(): { rooms: ConferenceRecord[]; crashed: ReadonlySet<string> } {
    const stoppedAt = this.#log.lastSeen();
    const crashed = new Set<string>();
    const rooms = this.#log.rows().map((room): ConferenceRecord => {
      if (room.status === "completed") {
        return room;
      }
      crashed.add(room.sid);
      const updatedAt = stoppedAt ?? room.updatedAt;
      return { ...room, status: "completed", updatedAt, reasonEnded: "last-participant-left" };
    });
    return { rooms, crashed };
  }

  store(record: ConferenceRecord): void {
    this.#log.put(record.sid, record);
  }

  remove(sid: string): void {
    this.#log.remove(sid);
  }

  async close(): Promise<void> {
    await this.#log.flush();
  }
}
