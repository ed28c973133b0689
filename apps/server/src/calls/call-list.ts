import {
  type Call,
  type EndpointAnswer,
  type EndpointBody,
  type PartState,
  stationChannel,
  type subscribeCalls,
} from "@linedesk/contract";
import { readAirRules } from "../audio-servers/carry-line.ts";
import type { Db } from "../platform/db/database.ts";
import { stationSeq } from "../platform/realtime/publish.ts";
import { readTelephonyState } from "../telephony/telephony-state.ts";
import type { DeskDeps } from "./desk-deps.ts";
import { inOrder, presentCall } from "./present-call.ts";
import { isQueued } from "./state/desk-state.ts";
import type { CallRecord } from "./store/call-record.ts";
import { findCall, liveCalls } from "./store/call-store.ts";
import { countCameAndWent, endedCalls } from "./store/missed-calls-store.ts";

export interface CallSnapshot {
  seq: number;
  calls: Call[];
}

/** Number and calls belong to one moment: the snapshot holds exactly the events up to `seq`. */
async function readConsistently(
  db: Db,
  station: string,
): Promise<{ seq: number; calls: CallRecord[]; telephony: PartState }> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (trx) => ({
      seq: await stationSeq(trx, station),
      calls: await liveCalls(trx, station),
      telephony: await readTelephonyState(trx),
    }));
}

/** Every live call of the station [QU7], the queue first and in the one order. */
export async function readCallList(db: Db, station: string): Promise<CallSnapshot> {
  const { seq, calls } = await readConsistently(db, station);
  return { seq, calls: toList(calls) };
}

function toList(calls: CallRecord[]): Call[] {
  const queue = inOrder(calls.filter(isInQueue));
  const answered = calls.filter((call) => !isInQueue(call));
  return [...queue, ...answered].map(presentCall);
}

/** Waiting and ready calls in the one order [QU6]. */
export async function readCallQueue(db: Db, station: string): Promise<CallSnapshot> {
  const { seq, calls } = await readConsistently(db, station);
  return { seq, calls: inOrder(calls.filter(isInQueue)).map(presentCall) };
}

/** A snapshot to subscribe from without a gap [RT12], and what a console missed [CN22]. */
export async function readSubscription(
  { db, clock }: Pick<DeskDeps, "db" | "clock">,
  { station, known = [], awayMs = 0 }: EndpointBody<typeof subscribeCalls>,
): Promise<EndpointAnswer<typeof subscribeCalls>> {
  const { seq, calls, telephony } = await readConsistently(db, station);
  const living = new Set(calls.map((call) => call.id));
  const gone = known.filter((id) => !living.has(id));
  const since = new Date(clock.now() - awayMs);
  return {
    seq,
    calls: toList(calls),
    channel: stationChannel(station),
    ended: (await endedCalls(db, station, gone)).map(presentCall),
    air: await readAirRules(db, station),
    telephony,
    cameAndWent: awayMs === 0 ? 0 : await countCameAndWent(db, { station, since, known: gone }),
  };
}

/** One call of the station as consoles see it, ended or not; null when it has no such call. */
export async function readCallOf(db: Db, station: string, id: string): Promise<Call | null> {
  const call = await findCall(db, id);
  return call?.station === station ? presentCall(call) : null;
}

function isInQueue(call: CallRecord): boolean {
  return isQueued(call.desk);
}
