import type { Clock } from "@linedesk/base";
import type { Contest } from "@linedesk/contract";
import { type Actor, recordAudit } from "../platform/db/audit-store.ts";
import type { Db, Trx } from "../platform/db/database.ts";
import { uuidV7 } from "../platform/db/uuid.ts";
import { ApiError } from "../platform/http/errors.ts";
import { publish } from "../platform/realtime/publish.ts";
import { applyUserSetting } from "../settings/user-settings.ts";
import { readPhoneLines } from "../stations/phone-lines/phone-lines.ts";
import {
  type ContestRecord,
  findRunningContest,
  insertContest,
  lockRunningContest,
  markContestEnded,
  presentContest,
} from "./contest-store.ts";

export interface ContestDeps {
  db: Db;
  clock: Pick<Clock, "now">;
}

interface Starter {
  station: string;
  user: { id: string; name: string };
  actor: Actor;
}

export interface ContestStart extends Starter {
  phoneLine: string;
  callerCount: number;
  earlyText: string;
  lateText: string;
}

export async function readRunningContest(db: Db, station: string): Promise<Contest | null> {
  const contest = await findRunningContest(db, station);
  return contest === null ? null : presentContest(contest);
}

/**
 * Starts the station's only contest. The caller whose place equals the person's `callerCount` wins.
 */
export async function startContest(deps: ContestDeps, start: ContestStart): Promise<Contest> {
  const { station, user, actor } = start;
  return deps.db.transaction().execute(async (trx) => {
    const lines = await readPhoneLines(trx, station);
    if (!lines.some(({ id }) => id === start.phoneLine)) {
      throw new ApiError("no_such_phone_line");
    }
    await saveCallerCount(trx, start, start.callerCount);
    const running = await lockRunningContest(trx, station);
    if (running !== null) {
      throw new ApiError({ reason: "contest_running", params: { name: running.startedBy } });
    }
    return openContest(trx, {
      station,
      action: "contest.started",
      actor,
      at: new Date(deps.clock.now()),
      of: {
        line: start.phoneLine,
        callerCount: start.callerCount,
        earlyText: start.earlyText.trim(),
        lateText: start.lateText.trim(),
        startedBy: user.name,
        starter: user.id,
      },
    });
  });
}

export async function resetContest(
  deps: ContestDeps,
  { contest: seen, ...starter }: Starter & { contest: string },
): Promise<Contest> {
  const at = new Date(deps.clock.now());
  return deps.db.transaction().execute(async (trx) => {
    const ended = await closeContest(trx, { station: starter.station, seen, at });
    const { line, callerCount, earlyText, lateText } = ended;
    return openContest(trx, {
      station: starter.station,
      action: "contest.reset",
      actor: starter.actor,
      at,
      of: {
        line,
        callerCount,
        earlyText,
        lateText,
        startedBy: starter.user.name,
        starter: starter.user.id,
      },
    });
  });
}

export async function endContest(
  deps: ContestDeps,
  { contest: seen, ...starter }: Starter & { contest: string },
): Promise<void> {
  const { station, actor } = starter;
  await deps.db.transaction().execute(async (trx) => {
    await saveCallerCount(trx, starter, null);
    await closeContest(trx, { station, seen, at: new Date(deps.clock.now()) });
    await recordAudit(trx, { actor, action: "contest.ended", station, subject: ["contest", seen] });
    await publish(trx, station, { type: "contest.changed", contest: null });
  });
}

/**
 * Runs before the contests are locked, because a change of the setting also locks the setting
 * first.
 */
async function saveCallerCount(
  trx: Trx,
  { user, actor }: Pick<Starter, "user" | "actor">,
  value: number | null,
): Promise<void> {
  const change = { setting: "CALLERCOUNT" as const, value };
  await applyUserSetting(trx, { userId: user.id, change, actor });
}

async function closeContest(
  trx: Trx,
  { station, seen, at }: { station: string; seen: string; at: Date },
): Promise<ContestRecord> {
  const running = await lockRunningContest(trx, station);
  if (running === null || running.id !== seen) {
    throw new ApiError("contest_ended");
  }
  await markContestEnded(trx, running.id, at);
  return running;
}

export interface Opening {
  station: string;
  action: "contest.started" | "contest.reset";
  actor: Actor;
  at: Date;
  of: Omit<ContestRecord, "id" | "lineName" | "counted" | "startedAt" | "endedAt">;
}

export async function openContest(trx: Trx, opening: Opening): Promise<Contest> {
  const { station, action, actor, at, of } = opening;
  const id = uuidV7();
  await insertContest(trx, station, { id, startedAt: at, ...of });
  await recordAudit(trx, {
    actor,
    action,
    station,
    subject: ["contest", id],
    details: { phoneLine: of.line, callerCount: of.callerCount },
  });
  const contest = await readRunningContest(trx, station);
  if (contest === null) {
    throw new Error("the opened contest does not exist");
  }
  await publish(trx, station, { type: "contest.changed", contest });
  return contest;
}
