import {
  type Call,
  type EndpointAnswer,
  type EndpointBody,
  stationChannel,
  type subscribeCalls,
} from "@linedesk/contract";
import { readAirRules } from "../audio-servers/carry-line.ts";
import type { Db, Trx } from "../platform/db/database.ts";
import { stationSeq } from "../platform/realtime/publish.ts";
import { readTelephonyState } from "../telephony/telephony-state.ts";
import type { DeskDeps } from "./desk-deps.ts";
import { inOrder, presentCall } from "./present-call.ts";
import { isQueued } from "./state/desk-state.ts";
import type { CallRecord } from "./store/call-record.ts";
import { findCall, liveCalls } from "./store/call-store.ts";
import { countOpenCutOffs } from "./store/cut-off-store.ts";
import { countMissedCalls, endedCalls } from "./store/missed-calls-store.ts";

export interface CallSnapshot {
  seq: number;
  calls: Call[];
}

/** Reads in one snapshot, so that the result contains exactly the events up to its `seq`. */
function readInSnapshot<T>(db: Db, read: (trx: Trx) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(read);
}

async function readLive(trx: Trx, station: string): Promise<{ seq: number; live: CallRecord[] }> {
  return { seq: await stationSeq(trx, station), live: await liveCalls(trx, station) };
}

export async function readCallList(db: Db, station: string): Promise<CallSnapshot> {
  const { seq, live } = await readInSnapshot(db, (trx) => readLive(trx, station));
  return { seq, calls: toList(live) };
}

function toList(calls: CallRecord[]): Call[] {
  const queue = inOrder(calls.filter(isInQueue));
  const answered = calls.filter((call) => !isInQueue(call));
  return [...queue, ...answered].map(presentCall);
}

export async function readCallQueue(db: Db, station: string): Promise<CallSnapshot> {
  const { seq, live } = await readInSnapshot(db, (trx) => readLive(trx, station));
  return { seq, calls: inOrder(live.filter(isInQueue)).map(presentCall) };
}

export function readSubscription(
  { db, clock, services }: Pick<DeskDeps, "db" | "clock" | "services">,
  { station, known = [], awayMs = 0 }: EndpointBody<typeof subscribeCalls>,
): Promise<EndpointAnswer<typeof subscribeCalls>> {
  const since = new Date(clock.now() - awayMs);
  return readInSnapshot(db, async (trx) => {
    const { seq, live } = await readLive(trx, station);
    const living = new Set(live.map((call) => call.id));
    const gone = known.filter((id) => !living.has(id));
    const { state: telephony, ...away } = await readTelephonyState(trx, services.names);
    return {
      seq,
      calls: toList(live),
      channel: stationChannel(station),
      ended: (await endedCalls(trx, station, gone)).map(presentCall),
      air: await readAirRules(trx, station),
      telephony,
      ...away,
      cutOffs: await countOpenCutOffs(trx, station),
      cameAndWent: awayMs === 0 ? 0 : await countMissedCalls(trx, { station, since, known: gone }),
    };
  });
}

export async function readCallOf(db: Db, station: string, id: string): Promise<Call | null> {
  const call = await findCall(db, id);
  return call?.station === station ? presentCall(call) : null;
}

function isInQueue(call: CallRecord): boolean {
  return isQueued(call.desk);
}

export interface CallOrigin {
  station: string;
  phoneLine: string | null;
  number: string | null;
  isOver: boolean;
}

export async function findCallOrigin(db: Db, id: string): Promise<CallOrigin | null> {
  const call = await findCall(db, id);
  if (call === null) {
    return null;
  }
  return {
    station: call.station,
    phoneLine: call.phoneLine?.id ?? null,
    number: call.number,
    isOver: call.desk.status === "ended",
  };
}
