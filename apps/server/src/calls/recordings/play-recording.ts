import { findStationDay } from "@linedesk/contract";
import { type Actor, recordAudit } from "../../platform/db/audit-store.ts";
import type { Db } from "../../platform/db/database.ts";
import { requireFound } from "../../platform/http/errors.ts";
import type { RecordedSound, RecordingControl } from "../../telephony/telephony.ts";
import { type Recording, wasAudited } from "./recording-store.ts";

interface Playing {
  recording: Recording;
  user: string;
  actor: Actor;
  range: string | null;
  asFile: boolean;
  now: Date;
}

/** A player requests part after part. Requests within this time are one playback in the audit. */
const ONE_PLAYBACK_MS = 600_000;

/** True for a range that begins after the first byte. An invalid range gets the whole file. */
function isLaterPart(range: string | null): boolean {
  const from = /^bytes=(\d+)-\d*$/.exec(range ?? "")?.[1];
  return from !== undefined && Number(from) > 0;
}

/**
 * Streams the sound through this server, not directly from the telephony service, and first creates
 * the audit entry.
 */
export async function playRecording(
  { db, telephony }: { db: Db; telephony: { recordings: Pick<RecordingControl, "readSound"> } },
  { recording, user, actor, range, asFile, now }: Playing,
): Promise<RecordedSound> {
  const { id, call, station, serviceSid, state } = recording;
  const sound = requireFound(
    serviceSid === null || state !== "stored"
      ? null
      : await telephony.recordings.readSound(serviceSid, range),
    "no_such_recording",
  );
  const action = asFile ? "recording.downloaded" : "recording.played";
  const since = new Date(now.getTime() - ONE_PLAYBACK_MS);
  // Only a request for a later part continues an earlier download, which is already audited.
  const isWhole = asFile && !isLaterPart(range);
  if (isWhole || !(await wasAudited(db, { call, recording: id, user, action, since }))) {
    const details = { recording: id };
    await recordAudit(db, {
      actor,
      action,
      station,
      subject: ["call", call],
      details,
    });
  }
  const name = `recording-${findStationDay(recording.requestedAt)}-${id.slice(-6)}.wav`;
  const disposition = `${asFile ? "attachment" : "inline"}; filename="${name}"`;
  return { ...sound, headers: { ...sound.headers, "content-disposition": disposition } };
}
