import type {
  BoardCheck,
  BoardFinding,
  BoardPart,
  IssuerState,
  PreflightOutcome,
} from "@linedesk/contract";
import type { PhoneLineRecord } from "../stations/phone-lines/phone-line-store.ts";
import {
  findForwardTo,
  isLoopUnderWay,
  NO_TRUNK,
  NOT_OWN,
  takesCalls,
} from "../stations/phone-lines/takes-calls.ts";
import type { ExchangeTrunk } from "../telephony/exchange-trunks.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const SOUND_CHECK_COUNTS_MS = 12 * HOUR_MS;
/** A number that was reached within a day probably still works. */
const LOOP_COUNTS_MS = DAY_MS;
const LITTLE_DISK_MB = 2_048;
const CERTIFICATE_SOON_DAYS = 14;
const CLOCK_DIFFERS_S = 2;
const OUTSIDE_DIFFERS_S = 5;
const BACKUP_LATE_H = 26;
const BACKUP_LOST_H = 7 * 24;

export type Found = [state: BoardCheck["state"], finding: BoardFinding, amount?: number];

export function found(
  part: BoardPart,
  name: string | null,
  [state, finding, amount]: Found,
): BoardCheck {
  return { part, name, state, finding, amount: amount ?? null };
}

export function checkPart(part: "telephony" | "database" | "realtime", state: "up" | "down") {
  return found(part, null, state === "up" ? ["go", "up"] : ["no_go", "down"]);
}

export function checkTrunks(trunks: readonly ExchangeTrunk[] | null): BoardCheck[] {
  if (trunks === null) {
    return [];
  }
  return trunks.length === 0
    ? [found("trunk", null, ["look", "no_trunk"])]
    : trunks.map((trunk) => found("trunk", trunk.name, rateTrunk(trunk)));
}

function rateTrunk({ registered, answers }: ExchangeTrunk): Found {
  if (registered === false) {
    return ["no_go", "not_registered"];
  }
  if (answers === false) {
    return ["no_go", "silent"];
  }
  if (registered === true) {
    return ["go", "registered"];
  }
  return answers === true ? ["go", "answers"] : ["look", "not_asked"];
}

export function checkLine(
  line: PhoneLineRecord,
  now: Date,
  forward: { to: string } | null,
): BoardCheck {
  function judge(): Found {
    if (!line.open) {
      return ["look", "closed"];
    }
    if (!takesCalls(line, now)) {
      return ["look", "outside_hours"];
    }
    if (findForwardTo(line) === null) {
      return ["go", "open"];
    }
    return forward === null ? ["no_go", "not_forwarded"] : ["look", "forwarded"];
  }
  return found("line", line.name, judge());
}

export function hasWorkingTrunk(trunks: readonly ExchangeTrunk[]): boolean {
  return trunks.some((trunk) => rateTrunk(trunk)[0] !== "no_go");
}

interface NumberLook {
  now: Date;
  hasWay: boolean;
}

export function checkNumber(line: PhoneLineRecord, look: NumberLook): BoardCheck {
  return found("number", line.name, rateLoop(line, look));
}

function rateLoop(line: PhoneLineRecord, { now, hasWay }: NumberLook): Found {
  const { startedAt, reachedAt, failure } = line.loop;
  if (isLoopUnderWay(line, now)) {
    return ["look", "under_way"];
  }
  if (startedAt === null || now.getTime() - startedAt.getTime() > LOOP_COUNTS_MS) {
    return ["look", "not_tested"];
  }
  if (failure === NO_TRUNK) {
    return ["look", hasWay ? "not_tested" : "no_way"];
  }
  if (failure === NOT_OWN) {
    return ["look", "not_own"];
  }
  return reachedAt !== null && reachedAt >= startedAt
    ? ["go", "reached", minutesSince(reachedAt, now)]
    : ["no_go", "not_reached", minutesSince(startedAt, now)];
}

export interface CheckedSeat {
  name: string;
  asleep: boolean;
  preflight: { at: string; outcome: PreflightOutcome } | null;
}

export function checkSeats(seats: readonly CheckedSeat[], now: Date): BoardCheck[] {
  return seats.length === 0
    ? [found("seat", null, ["no_go", "nobody"])]
    : seats.map((seat) => found("seat", seat.name, rateSeat(seat, now)));
}

function rateSeat({ asleep, preflight }: CheckedSeat, now: Date): Found {
  if (asleep) {
    return ["look", "asleep"];
  }
  if (preflight === null) {
    return ["look", "no_check"];
  }
  const at = new Date(preflight.at);
  if (preflight.outcome.status === "failed") {
    return ["no_go", "failed_check", minutesSince(at, now)];
  }
  return now.getTime() - at.getTime() > SOUND_CHECK_COUNTS_MS
    ? ["look", "old_check", minutesSince(at, now)]
    : ["go", "ready", minutesSince(at, now)];
}

export function checkDisk(state: "up" | "down", freeMb: number | null): BoardCheck {
  function judge(): Found {
    if (state === "down") {
      return ["no_go", "full"];
    }
    if (freeMb === null) {
      return ["look", "not_known"];
    }
    return freeMb < LITTLE_DISK_MB ? ["look", "little", freeMb] : ["go", "enough", freeMb];
  }
  return found("disk", null, judge());
}

export type SeenCertificate =
  | { kind: "configured" | "self_signed"; validTo: Date }
  /** A proxy in front of us has the certificate, or only this machine can connect. */
  | { kind: "elsewhere" };

export function checkCertificate(
  seen: SeenCertificate | null,
  now: Date,
  name: string | null = null,
): BoardCheck {
  function judge(): Found {
    if (seen === null) {
      return ["look", "not_known"];
    }
    if (seen.kind === "elsewhere") {
      return ["go", "elsewhere"];
    }
    const days = Math.floor((seen.validTo.getTime() - now.getTime()) / DAY_MS);
    if (days < 0) {
      return ["no_go", "ended"];
    }
    if (seen.kind === "self_signed") {
      return ["look", "made_here", days];
    }
    return days < CERTIFICATE_SOON_DAYS ? ["look", "ends_soon", days] : ["go", "valid", days];
  }
  return found("certificate", name, judge());
}

/** Without the issuer nobody can sign in; people who are signed in stay signed in. */
export function checkIssuerState(host: string, state: IssuerState | null): BoardCheck {
  function judge(): Found {
    if (state === null) {
      return ["look", "not_known"];
    }
    return state === "up" ? ["go", "up"] : ["look", `issuer_${state}`];
  }
  return found("issuer", host, judge());
}

export function checkClock(database: Date | null, now: Date): BoardCheck {
  if (database === null) {
    return found("clock", null, ["look", "not_known"]);
  }
  const differsS = secondsBetween(database, now);
  return found(
    "clock",
    null,
    differsS > CLOCK_DIFFERS_S ? ["no_go", "wrong", differsS] : ["go", "right"],
  );
}

export function checkOutsideClock(host: string, seen: { outside: Date; now: Date } | null) {
  if (seen === null) {
    return found("clock", host, ["look", "not_known"]);
  }
  const differsS = secondsBetween(seen.outside, seen.now);
  return found(
    "clock",
    host,
    differsS > OUTSIDE_DIFFERS_S ? ["look", "wrong", differsS] : ["go", "right"],
  );
}

function secondsBetween(one: Date, other: Date): number {
  return Math.round(Math.abs(one.getTime() - other.getTime()) / 1000);
}

export function checkAudioServer(
  { name, isPaired }: { name: string; isPaired: boolean },
  isOnline: boolean | null,
): BoardCheck {
  function judge(): Found {
    if (!isPaired) {
      return ["look", "not_paired"];
    }
    if (isOnline === null) {
      return ["look", "not_known"];
    }
    return isOnline ? ["go", "online"] : ["look", "offline"];
  }
  return found("audio_server", name, judge());
}

/**
 * `at` is `null` when the file that a setting names is missing, and "unset" when no setting names a
 * file and no backup exists.
 */
export function checkBackup(at: Date | null | "unset", now: Date): BoardCheck {
  function judge(): Found {
    if (at === "unset") {
      return ["look", "no_stamp"];
    }
    if (at === null) {
      return ["no_go", "no_backup"];
    }
    const hours = Math.max(0, Math.floor((now.getTime() - at.getTime()) / HOUR_MS));
    if (hours > BACKUP_LOST_H) {
      return ["no_go", "old", hours];
    }
    return hours > BACKUP_LATE_H ? ["look", "old", hours] : ["go", "recent", hours];
  }
  return found("backup", null, judge());
}

function minutesSince(at: Date, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - at.getTime()) / MINUTE_MS));
}
