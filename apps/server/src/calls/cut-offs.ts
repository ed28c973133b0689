import type { CutOff, CutOffWas, Holder } from "@linedesk/contract";
import { cutOffWas } from "@linedesk/contract";
import type { Db, Trx } from "../platform/db/database.ts";
import { publish } from "../platform/realtime/publish.ts";
import { presentCall } from "./present-call.ts";
import { type DeskState, type LiveDeskState, isBridged } from "./state/desk-state.ts";
import type { CallRecord } from "./store/call-record.ts";
import {
  clearAgain,
  type CutOffRecord,
  findCallsOfNumber,
  findOpenCutOffs,
  insertCutOff,
  listCutOffRecords,
  lockCutOffs,
  setAgain,
} from "./store/cut-off-store.ts";
import { endedCalls } from "./store/missed-calls-store.ts";

/**
 * Updates the list of cut-off callers after the end of a call. A call that the exchange lost is
 * added. A call back that nobody answered reopens the caller's row.
 */
export async function followEndForCutOffs(
  trx: Trx,
  { before, after }: { before: CallRecord; after: CallRecord },
): Promise<void> {
  const changed =
    (await recordCutOff(trx, before, after)) ||
    (after.direction === "outbound" && after.answeredAt === null && (await reopen(trx, after)));
  if (changed) {
    await publishCutOffs(trx, after.station);
  }
}

async function reopen(trx: Trx, { id, station }: CallRecord): Promise<boolean> {
  await lockCutOffs(trx, station);
  return clearAgain(trx, id);
}

async function recordCutOff(trx: Trx, before: CallRecord, after: CallRecord): Promise<boolean> {
  const { desk } = before;
  const isLost = after.reason === "exchange_lost" && !after.rehearsal;
  if (!isLost || desk.status === "ended" || desk.leaving !== null) {
    return false;
  }
  await insertCutOff(trx, {
    call: after.id,
    station: after.station,
    at: after.endedAt ?? after.changedAt,
    was: describeState(before, desk),
    since: "since" in desk ? new Date(desk.since) : before.arrivedAt,
    holder: findHolder(desk),
  });
  return true;
}

function describeState({ next }: CallRecord, desk: LiveDeskState): CutOffWas {
  switch (desk.status) {
    case "on_air":
      return "on_air";
    case "screening":
      return "line";
    case "held":
      return "held";
    case "ready":
    case "waiting":
      return next ? "next" : desk.verified || desk.status === "ready" ? "verified" : "ringing";
  }
}

function findHolder(desk: DeskState): Holder | null {
  if (isBridged(desk)) {
    return desk.leg.holder;
  }
  return desk.status === "held" ? desk.holder : null;
}

export async function publishCutOffs(trx: Trx, station: string): Promise<void> {
  await publish(trx, station, { type: "cut_offs.changed" });
}

/** Closes the rows of a cut-off caller who calls again, or whom the desk dials. */
export async function followNewCallForCutOffs(trx: Trx, call: CallRecord): Promise<void> {
  if (call.number === null || (await findOpenCutOffs(trx, call.station)).length === 0) {
    return;
  }
  await lockCutOffs(trx, call.station);
  const open = await findOpenCutOffs(trx, call.station);
  const rows = await findCallsOfNumber(trx, open, call.number);
  if (rows.length > 0) {
    await setAgain(trx, rows, call.id);
    await publishCutOffs(trx, call.station);
  }
}

/**
 * Lists the cut-off callers by their state at that time, in the order in which the desk calls back,
 * and within one state in the order of arrival.
 */
export async function listCutOffs(db: Db, station: string): Promise<CutOff[]> {
  const records = await listCutOffRecords(db, station);
  const calls = await endedCalls(
    db,
    station,
    records.map(({ call }) => call),
  );
  const byId = new Map(records.map((record) => [record.call, record]));
  return calls
    .flatMap((call) => {
      const record = byId.get(call.id);
      return record === undefined ? [] : [presentCutOff(call, record)];
    })
    .toSorted((a, b) => rank(a) - rank(b));
}

function rank({ was }: CutOff): number {
  return cutOffWas.options.indexOf(was);
}

function presentCutOff(call: CallRecord, record: CutOffRecord): CutOff {
  return {
    ...record,
    call: presentCall(call),
    since: record.since.toISOString(),
    at: record.at.toISOString(),
  };
}
