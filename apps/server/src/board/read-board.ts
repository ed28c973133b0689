import { stat, statfs } from "node:fs/promises";

import type { Clock } from "@linedesk/base";
import type {
  BoardCheck,
  EndpointAnswer,
  ExchangeState,
  IssuerState,
  readBoard as readBoardEndpoint,
} from "@linedesk/contract";
import { listPairedAudioServers } from "../audio-servers/audio-servers.ts";
import { findForward } from "../calls/dialling/find-forward.ts";
import type { Config } from "../config/config.ts";
import { listOwnExchanges } from "../config/service-config.ts";
import { readMembers } from "../people/members.ts";
import type { Db } from "../platform/db/database.ts";
import type { PartStates } from "../platform/health/health.ts";
import { readPreflights } from "../preflight/store-preflight.ts";
import { readLineRecords } from "../stations/phone-lines/phone-lines.ts";
import { readSeats } from "../stations/seats/seats.ts";
import { readAnySip } from "../telephony/exchange-trunks.ts";
import { type BoardReadings, findDatabaseClock, orNull } from "./board-readings.ts";
import { checkExchanges } from "./check-exchanges.ts";
import {
  type CheckedSeat,
  checkAudioServer,
  checkBackup,
  checkClock,
  checkDisk,
  checkIssuerState,
  checkLine,
  checkNumber,
  checkPart,
  checkSeats,
  checkTrunks,
  hasWorkingTrunk,
} from "./check-part.ts";
import { checkCrashCalls } from "./crash-calls.ts";
import { findRehearsalEnd } from "./rehearsal-store.ts";

export interface BoardDeps {
  db: Db;
  clock: Pick<Clock, "now">;
  config: BoardConfig;
  looks: BoardReadings;
  readParts: () => Promise<PartStates>;
  readIssuer: () => IssuerState | null;
  readExchanges: () => Promise<ExchangeState[] | null>;
  listPresentUsers: () => Promise<ReadonlySet<string>>;
  listPresentAudioServers: () => Promise<ReadonlySet<string>>;
}
export type BoardConfig = Pick<
  Config,
  "telephony" | "services" | "dialling" | "http" | "dataDir" | "backupStamp" | "auth"
>;

/** At most this many seats are checked. No programme has so many desks. */
const SEAT_LIMIT = 50;
const MB = 1_048_576;

export async function readBoard(
  deps: BoardDeps,
  station: string,
): Promise<EndpointAnswer<typeof readBoardEndpoint>> {
  const { db, config, clock } = deps;
  const now = new Date(clock.now());
  const [parts, exchanges, sip, lines, desks, machine, rehearsal] = await Promise.all([
    deps.readParts(),
    deps.readExchanges(),
    readAnySip(listOwnExchanges(config.services)),
    readLineRecords(db, station),
    checkDesks(deps, station, now),
    checkMachine(deps, now),
    findRehearsalEnd(db, station, now),
  ]);
  const { disk, others } = machine;
  const people = { dialling: config.dialling };
  const forwards = await Promise.all(lines.map((line) => findForward({ db, people }, line)));
  const hasWay = hasWorkingTrunk(sip?.trunks ?? []);
  return {
    at: now.toISOString(),
    rehearsalUntil: rehearsal?.toISOString() ?? null,
    checks: [
      checkPart("telephony", parts.telephony),
      ...checkExchanges(exchanges),
      ...checkTrunks(sip?.trunks ?? null),
      ...lines.map((line, at) => checkLine(line, now, forwards[at] ?? null)),
      ...lines.map((line) => checkNumber(line, { now, hasWay })),
      ...deps.looks.sounds.read(lines),
      ...desks,
      checkPart("database", parts.database),
      checkPart("realtime", parts.realtime),
      checkDisk(parts.disk, disk),
      ...others,
    ],
  };
}

async function checkDesks(deps: BoardDeps, station: string, now: Date): Promise<BoardCheck[]> {
  const [seats, servers, exchange] = await Promise.all([
    listCheckedSeats(deps, station),
    checkAudioServers(deps, station),
    deps.looks.readExchange(),
  ]);
  const calls = await checkCrashCalls(deps.db, station, exchange.crashCalls);
  return [...checkSeats(seats, now), ...servers, ...exchange.checks, ...calls];
}

async function checkAudioServers(deps: BoardDeps, station: string): Promise<BoardCheck[]> {
  const servers = await listPairedAudioServers(deps.db, station, deps.clock);
  if (servers.length === 0) {
    return [];
  }
  const online = await orNull(() => deps.listPresentAudioServers());
  return servers.map(({ id, name, pairedAt }) =>
    checkAudioServer({ name, isPaired: pairedAt !== null }, online && online.has(id)),
  );
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
  { db, config, looks, readIssuer }: BoardDeps,
  now: Date,
): Promise<{ disk: number | null; others: BoardCheck[] }> {
  const [disk, certificates, databaseClock, outsideClock, backup] = await Promise.all([
    orNull(async () => readFreeMb(config.dataDir)),
    looks.readCertificates(),
    findDatabaseClock(db),
    looks.readOutsideClock(),
    readBackup(config),
  ]);
  return {
    disk,
    others: [
      ...certificates,
      ...checkOwnIssuer(config, readIssuer()),
      checkClock(databaseClock, now),
      ...outsideClock,
      checkBackup(backup, now),
    ],
  };
}

function checkOwnIssuer({ auth }: BoardConfig, state: IssuerState | null): BoardCheck[] {
  return auth.issuer === null ? [] : [checkIssuerState(new URL(auth.issuer).hostname, state)];
}

async function readFreeMb(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return Math.floor((bavail * bsize) / MB);
}

async function readBackup({ backupStamp }: BoardConfig): Promise<Date | null | "unset"> {
  const at = await orNull(() => readStamp(backupStamp.path));
  return at === null && !backupStamp.isGiven ? "unset" : at;
}

async function readStamp(path: string): Promise<Date> {
  return (await stat(path)).mtime;
}
