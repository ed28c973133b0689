import type { ContestOutcome } from "@linedesk/contract";
import type { Db, Trx } from "../platform/db/database.ts";
import { uuidV7 } from "../platform/db/uuid.ts";
import { publish } from "../platform/realtime/publish.ts";
import {
  findEntryTexts,
  findRunningContest,
  insertEntry,
  isNumberCounted,
  lockRunningContest,
  presentContest,
  saveCounted,
  type ContestRecord,
} from "./contest-store.ts";

export interface ContestCaller {
  call: string;
  station: string;
  line: string;
  number: string | null;
  name: string | null;
  refusal: "blocked" | "line_closed" | "forwarded" | null;
  isBanned: boolean;
  at: Date;
}

/**
 * Counts a caller of the contest line, or records the reason why the caller is not counted. The
 * contest is locked until the arrival is stored, so that each of 200 simultaneous callers gets one
 * place.
 */
export async function countCaller(trx: Trx, caller: ContestCaller): Promise<void> {
  const { station, line } = caller;
  // Without a contest nothing is locked, so that callers do not wait for each other.
  if ((await findRunningContest(trx, station)) === null) {
    return;
  }
  const contest = await lockRunningContest(trx, station);
  if (contest === null || contest.line !== line) {
    return;
  }
  const outcome = (await findExclusion(trx, contest, caller)) ?? chooseOutcome(contest);
  const isCounted = outcome === "early" || outcome === "winner" || outcome === "late";
  const counted = contest.counted + (isCounted ? 1 : 0);
  await insertEntry(trx, {
    id: uuidV7(),
    contest_id: contest.id,
    call_id: caller.call,
    at: caller.at,
    number: caller.number,
    name: caller.name,
    ordinal: isCounted ? counted : null,
    outcome,
  });
  if (isCounted) {
    await saveCounted(trx, contest.id, counted);
  }
  const shown = presentContest({ ...contest, counted });
  await publish(trx, station, { type: "contest.changed", contest: shown });
}

async function findExclusion(
  trx: Trx,
  contest: ContestRecord,
  { refusal, isBanned, number }: ContestCaller,
): Promise<ContestOutcome | null> {
  if (refusal !== null) {
    return refusal;
  }
  if (isBanned) {
    return "blocked";
  }
  if (number === null) {
    return "withheld";
  }
  return (await isNumberCounted(trx, contest.id, number)) ? "repeated" : null;
}

function chooseOutcome({ counted, callerCount }: ContestRecord): ContestOutcome {
  if (counted + 1 === callerCount) {
    return "winner";
  }
  return counted < callerCount ? "early" : "late";
}

export async function findContestWords(db: Db, call: string): Promise<string | null> {
  const entry = await findEntryTexts(db, call);
  if (entry === null || entry.ordinal === null) {
    return null;
  }
  const texts: Partial<Record<ContestOutcome, string>> = {
    early: entry.earlyText,
    late: entry.lateText,
  };
  const words = (texts[entry.outcome] ?? "").replaceAll("{place}", String(entry.ordinal)).trim();
  return words === "" ? null : words;
}
