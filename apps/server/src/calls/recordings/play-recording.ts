import { findStationDay } from "@linedesk/contract";
import { type Actor, recordAudit } from "../../platform/db/audit-store.ts";
import { ApiError, requireFound } from "../../platform/http/errors.ts";
import { type RecordedSound, TelephonyUnreachableError } from "../../telephony/telephony.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { type Recording, wasAudited } from "./recording-store.ts";

interface Playing {
  recording: Recording;
  user: string;
  actor: Actor;
  range: string | null;
  asFile: boolean;
  now: Date;
}

/**
 * A player requests part after part. Requests within this time count as one playback in the audit.
 */
const ONE_PLAYBACK_MS = 600_000;

/**
 * Returns true for a range that begins after the first byte. An invalid range gets the whole file.
 */
function isLaterPart(range: string | null): boolean {
  const from = /^bytes=(\d+)-\d*$/.exec(range ?? "")?.[1];
  return from !== undefined && Number(from) > 0;
}

/**
 * If the site has several exchanges and the recording's exchange is unreachable, throws an error
 * that names it.
 */
async function readSound(
  services: DeskDeps["services"],
  { serviceSid, service, state }: Recording,
  range: string | null,
): Promise<RecordedSound | null> {
  if (serviceSid === null || state !== "stored") {
    return null;
  }
  try {
    return await services.of({ service }).telephony.recordings.readSound(serviceSid, range);
  } catch (cause) {
    const isAlone = services.all.length === 1 && services.find(service) !== null;
    if (!(cause instanceof TelephonyUnreachableError) || isAlone) {
      throw cause;
    }
    throw new ApiError({ reason: "recording_exchange_away", params: { service } }, { cause });
  }
}

/**
 * Streams the sound through this server, not directly from the telephony service, and first records
 * the playback in the audit.
 */
export async function playRecording(
  { db, services }: Pick<DeskDeps, "db" | "services">,
  { recording, user, actor, range, asFile, now }: Playing,
): Promise<RecordedSound> {
  const { id, call, station } = recording;
  const sound = requireFound(await readSound(services, recording, range), "no_such_recording");
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
