import { type Clock, deriveRehearsalPassword, REHEARSAL_NUMBERS } from "@linedesk/base";
import { REHEARSAL_CALLERS } from "@linedesk/contract";
import type { Config } from "../config/config.ts";
import { type Actor, recordAudit } from "../platform/db/audit-store.ts";
import type { Db } from "../platform/db/database.ts";
import { ApiError } from "../platform/http/errors.ts";
import { readLineRecords } from "../stations/phone-lines/phone-lines.ts";
import { takesCalls } from "../stations/phone-lines/takes-calls.ts";
import { readExchangeSip } from "../telephony/exchange-trunks.ts";
import type { SingleCalls } from "../telephony/single-calls.ts";
import { twiml } from "../telephony/twiml.ts";
import { writeRehearsalEnd } from "./rehearsal-store.ts";

export interface RehearsalDeps {
  db: Db;
  clock: Pick<Clock, "now">;
  config: Pick<Config, "telephony">;
  calls: Pick<SingleCalls, "ring" | "endCalls">;
}

interface RehearsalRequest {
  station: string;
  actor: Actor;
}

const REHEARSAL_MS = 10 * 60_000;
const RING_TIMEOUT_S = 30;

const sentences = [
  "This is a rehearsal. I would like to talk about the new bus timetable.",
  "This is a rehearsal. I am calling about the song that you played before the news.",
  "This is a rehearsal. I do not agree with your guest, and I will tell you why.",
  "This is a rehearsal. It has rained here for three days and the river is over the road.",
];

/**
 * Starts twelve callers who ring the station's open lines, for ten minutes at most. The exchange
 * calls itself by SIP, so no carrier is involved and no real number is shown.
 */
export async function startRehearsal(
  { db, clock, config: { telephony }, calls }: RehearsalDeps,
  { station, actor }: RehearsalRequest,
): Promise<{ callers: number; until: string }> {
  const now = new Date(clock.now());
  const sip = await readExchangeSip(telephony);
  if (sip === null) {
    throw new ApiError("rehearsal_needs_exchange");
  }
  const lines = (await readLineRecords(db, station)).filter((line) => takesCalls(line, now));
  if (lines.length === 0) {
    throw new ApiError("rehearsal_needs_open_line");
  }
  const until = new Date(now.getTime() + REHEARSAL_MS);
  if (!(await writeRehearsalEnd(db, { station, until, now }))) {
    throw new ApiError("rehearsal_running");
  }
  await note(db, "rehearsal.started", { station, actor });
  const at = toUriHost(sip.sip);
  const password = deriveRehearsalPassword(telephony.authToken);
  for (const [index, from] of REHEARSAL_NUMBERS.slice(0, REHEARSAL_CALLERS).entries()) {
    await calls.ring({
      to: `sip:${lines[index % lines.length]?.number ?? ""}@${at}`,
      from,
      twiml: twiml.sayInLoop(sentences[index % sentences.length] ?? ""),
      ringTimeoutS: RING_TIMEOUT_S,
      timeLimitS: REHEARSAL_MS / 1000,
      login: { username: from, password },
    });
  }
  return { callers: REHEARSAL_CALLERS, until: until.toISOString() };
}

/** Hangs up the synthetic callers on this station's lines. Returns the number of ended calls. */
export async function endRehearsal(
  { db, clock, calls }: RehearsalDeps,
  { station, actor }: RehearsalRequest,
): Promise<number> {
  const numbers = new Set((await readLineRecords(db, station)).map(({ number }) => number));
  // Rehearsals of all stations use the same caller numbers, so the called number decides.
  const isOurs = (to: string) => numbers.has(/^sips?:([^@]+)@/.exec(to)?.[1] ?? "");
  let ended = 0;
  for (const from of REHEARSAL_NUMBERS) {
    ended += await calls.endCalls(from, isOurs);
  }
  await writeRehearsalEnd(db, { station, until: null, now: new Date(clock.now()) });
  await note(db, "rehearsal.ended", { station, actor });
  return ended;
}

function note(db: Db, action: string, { station, actor }: RehearsalRequest): Promise<void> {
  return recordAudit(db, { actor, action, station });
}

/** An exchange that listens on every interface is reached on loopback. */
function toUriHost({ address, port }: { address: string; port: number }): string {
  const host = address === "0.0.0.0" || address === "::" ? "127.0.0.1" : address;
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}
