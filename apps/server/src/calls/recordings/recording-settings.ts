import type { RecordingSettings } from "@linedesk/contract";
import { type Actor, recordAudit } from "../../platform/db/audit-store.ts";
import { ApiError } from "../../platform/http/errors.ts";
import { publish } from "../../platform/realtime/publish.ts";
import {
  removeReplacedSounds,
  requireSounds,
  type SoundDeps,
} from "../../sounds/station-sounds.ts";
import { readSoundUrl } from "../../stations/phone-lines/read-given-number.ts";
import { findRecordingSettings, updateRecordingSettings } from "./recording-settings-store.ts";

const soundUses = { noticeUrl: "announcement" } as const;

/** Unicode counts these blanks as letters. No voice can speak them. */
const BLANK_LETTERS = /[\u115F\u1160\u3164\uFFA0]/gu;

function isAudible(words: string): boolean {
  return /[\p{Lu}\p{Ll}\p{Lt}\p{Lo}\p{N}]/u.test(words.replaceAll(BLANK_LETTERS, ""));
}

/**
 * Saves the settings. Throws if the station would record calls without a notice, or with a notice
 * that nobody can hear.
 */
export async function saveRecordingSettings(
  deps: SoundDeps,
  change: { station: string; settings: RecordingSettings; actor: Actor },
): Promise<RecordingSettings> {
  const { db } = deps;
  const { station, actor } = change;
  const noticeUrl = readSoundUrl(change.settings.noticeUrl, "noticeUrl");
  const settings = { ...change.settings, noticeUrl };
  if (settings.noticeWords !== null && !isAudible(settings.noticeWords)) {
    throw new ApiError("notice_unspeakable", {
      fields: { noticeWords: "needs_letter_or_digit" },
    });
  }
  if (settings.mode !== "off" && settings.noticeWords === null && settings.noticeUrl === null) {
    throw new ApiError("notice_needed", {
      fields: { noticeWords: "words_or_sound_needed" },
    });
  }
  const before = await findRecordingSettings(db, station);
  await requireSounds(deps, { station, uses: soundUses, before, after: settings });
  return db.transaction().execute(async (trx) => {
    await updateRecordingSettings(trx, station, settings);
    await removeReplacedSounds(trx, station, [before.noticeUrl]);
    const details = { before, after: settings };
    await recordAudit(trx, { actor, action: "recording.set_up", station, details });
    await publish(trx, station, { type: "station.stale" });
    return findRecordingSettings(trx, station);
  });
}
