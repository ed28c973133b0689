import { X509Certificate } from "node:crypto";
import { readFile, stat, statfs } from "node:fs/promises";
import { join } from "node:path";

import type { Clock } from "@linedesk/base";
import type {
  BoardCheck,
  EndpointAnswer,
  readBoard as readBoardEndpoint,
} from "@linedesk/contract";
import type { Config } from "../config/config.ts";
import { readMembers } from "../people/members.ts";
import type { Db } from "../platform/db/database.ts";
import type { PartStates } from "../platform/health/health.ts";
import { readPreflights } from "../preflight/store-preflight.ts";
import { readLineRecords } from "../stations/phone-lines.ts";
import { readSeats } from "../stations/seats.ts";
import { readExchangeSip } from "../telephony/exchange-trunks.ts";
import {
  type CheckedSeat,
  checkBackup,
  checkCertificate,
  checkClock,
  checkDisk,
  checkLine,
  checkNumber,
  checkPart,
  checkSeats,
  checkTrunks,
  type SeenCertificate,
} from "./check-part.ts";
import { findRehearsalEnd, readDatabaseClock } from "./rehearsal-store.ts";

export interface BoardDeps {
  db: Db;
  clock: Pick<Clock, "now">;
  config: BoardConfig;
  /** The parts that calls need. */
  readParts: () => Promise<PartStates>;
  /** People who have a console open. */
  listPresentUsers: () => Promise<ReadonlySet<string>>;
}
export type BoardConfig = Pick<
  Config,
  "telephony" | "dialling" | "http" | "dataDir" | "backupStamp"
>;

/** More desks than one programme has; what is beyond is not looked at. */
const SEAT_LIMIT = 50;
const MB = 1_048_576;

/** Everything that the show needs, with what was found [AD30]. */
export async function readBoard(
  deps: BoardDeps,
  station: string,
): Promise<EndpointAnswer<typeof readBoardEndpoint>> {
  const { db, config, clock } = deps;
  const now = new Date(clock.now());
  const [parts, sip, lines, seats, machine, rehearsal] = await Promise.all([
    deps.readParts(),
    readExchangeSip(config.telephony),
    readLineRecords(db, station),
    listCheckedSeats(deps, station),
    checkMachine(deps, now),
    findRehearsalEnd(db, station, now),
  ]);
  const { disk, others } = machine;
  return {
    at: now.toISOString(),
    rehearsalUntil: rehearsal?.toISOString() ?? null,
    checks: [
      checkPart("telephony", parts.telephony),
      ...checkTrunks(sip?.trunks ?? null),
      ...lines.map((line) => checkLine(line, now)),
      ...lines.map((line) => checkNumber(line, now)),
      ...checkSeats(seats, now),
      checkPart("database", parts.database),
      checkPart("realtime", parts.realtime),
      checkDisk(parts.disk, disk),
      ...others,
    ],
  };
}

async function listCheckedSeats(deps: BoardDeps, station: string): Promise<CheckedSeat[]> {
  const { db } = deps;
  const [seats, present, members] = await Promise.all([
    readSeats(deps, station),
    deps.listPresentUsers(),
    readMembers(db, station),
  ]);
  const names = new Map(members.map(({ user, name }) => [user, name]));
  const there = seats
    .filter(({ user }) => present.has(user) && names.has(user))
    .slice(0, SEAT_LIMIT);
  return Promise.all(
    there.map(async ({ user, asleep }) => {
      const { items } = await readPreflights(db, { user, limit: 1 });
      return { name: names.get(user) ?? "", asleep, preflight: items[0] ?? null };
    }),
  );
}

async function checkMachine(
  { db, config }: BoardDeps,
  now: Date,
): Promise<{ disk: number | null; others: BoardCheck[] }> {
  const [disk, certificate, databaseClock, backup] = await Promise.all([
    orNull(async () => readFreeMb(config.dataDir)),
    orNull(async () => readCertificate(config)),
    orNull(async () => readDatabaseClock(db)),
    readBackup(config),
  ]);
  return {
    disk,
    others: [
      checkCertificate(certificate, now),
      checkClock(databaseClock, now),
      checkBackup(backup, now),
    ],
  };
}

/** What cannot be read is not known, which the board says. */
async function orNull<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch {
    // The board names the part; its log has the reason where it has one of its own.
    return null;
  }
}

async function readFreeMb(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return Math.floor((bavail * bsize) / MB);
}

async function readBackup({ backupStamp }: BoardConfig): Promise<Date | null | "unset"> {
  return backupStamp === null ? "unset" : orNull(() => readStamp(backupStamp));
}

/** The backup's own script touches the file when it is done. */
async function readStamp(path: string): Promise<Date> {
  return (await stat(path)).mtime;
}

async function readCertificate({ http, dataDir }: BoardConfig): Promise<SeenCertificate> {
  if (http.tls === null) {
    return { kind: "elsewhere" };
  }
  const isMade = http.tls === "self-signed";
  const path = http.tls === "self-signed" ? join(dataDir, "tls", "cert.pem") : http.tls.cert;
  const { validTo } = new X509Certificate(await readFile(path));
  return { kind: isMade ? "made" : "given", validTo: new Date(validTo) };
}
