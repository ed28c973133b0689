import type { RecordingSettings } from "@linedesk/contract";
import type { Db, Trx } from "../../platform/db/database.ts";

const off: RecordingSettings = { mode: "off", noticeWords: null, noticeUrl: null };

export async function findRecordingSettings(db: Db, station: string): Promise<RecordingSettings> {
  const row = await db
    .selectFrom("station")
    .select([
      "recording_mode as mode",
      "recording_notice_words as noticeWords",
      "recording_notice_url as noticeUrl",
    ])
    .where("id", "=", station)
    .executeTakeFirst();
  return row ?? off;
}

export async function updateRecordingSettings(
  trx: Trx,
  station: string,
  { mode, noticeWords, noticeUrl }: RecordingSettings,
): Promise<void> {
  await trx
    .updateTable("station")
    .set({
      recording_mode: mode,
      recording_notice_words: noticeWords,
      recording_notice_url: noticeUrl,
    })
    .where("id", "=", station)
    .execute();
}
