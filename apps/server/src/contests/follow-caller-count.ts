import { may } from "@linedesk/contract";
import { recordAudit } from "../platform/db/audit-store.ts";
import type { Trx } from "../platform/db/database.ts";
import { publish } from "../platform/realtime/publish.ts";
import type { CallerCountChange } from "../settings/register-settings.ts";
import { findOwnStation } from "../stations/find-own-station.ts";
import { readPhoneLines } from "../stations/phone-lines/phone-lines.ts";
import {
  findLastContest,
  lockRunningContest,
  markContestEnded,
  type ContestRecord,
} from "./contest-store.ts";
import { openContest } from "./contests.ts";

/**
 * When a person with the permission `desk` sets `callerCount`, a contest with this count replaces
 * the running one at the person's station. The new contest has the line and texts of the previous
 * contest, otherwise the first line. `null` ends the contest that this person started.
 */
export async function followCallerCount(trx: Trx, change: CallerCountChange): Promise<void> {
  const station = await findStation(trx, change);
  if (station === null) {
    return;
  }
  const running = await lockRunningContest(trx, station);
  if (change.settings.callerCount === null) {
    await endOwnContest(trx, running, { ...change, station });
  } else {
    await replaceContest(trx, running, { ...change, station, count: change.settings.callerCount });
  }
}

async function findStation(trx: Trx, { user, settings }: CallerCountChange) {
  const chosen = settings.activeQueueStation;
  const station = await findOwnStation(trx, { user: user.id, chosen });
  return station !== null && may(station.role, "desk") ? station.id : null;
}

async function endOwnContest(
  trx: Trx,
  running: ContestRecord | null,
  { station, user, actor }: CallerCountChange & { station: string },
): Promise<void> {
  if (running === null || running.starter !== user.id) {
    return;
  }
  await markContestEnded(trx, running.id, new Date());
  await recordAudit(trx, {
    actor,
    action: "contest.ended",
    station,
    subject: ["contest", running.id],
  });
  await publish(trx, station, { type: "contest.changed", contest: null });
}

async function replaceContest(
  trx: Trx,
  running: ContestRecord | null,
  { station, user, actor, count }: CallerCountChange & { station: string; count: number },
): Promise<void> {
  const like = running ?? (await findLastContest(trx, station));
  const line = like?.line ?? (await readPhoneLines(trx, station))[0]?.id;
  if (line === undefined) {
    return;
  }
  const at = new Date();
  if (running !== null) {
    await markContestEnded(trx, running.id, at);
  }
  const opened = await openContest(trx, {
    station,
    action: "contest.started",
    actor,
    at,
    of: {
      line,
      callerCount: count,
      earlyText: like?.earlyText ?? "",
      lateText: like?.lateText ?? "",
      startedBy: user.name,
      starter: user.id,
    },
  });
  if (running !== null) {
    const details = { replacedBy: opened.id };
    await recordAudit(trx, {
      actor,
      action: "contest.ended",
      station,
      subject: ["contest", running.id],
      details,
    });
  }
}
