import { placeInQueue } from "@linedesk/contract";
import type { Actor } from "../../platform/db/audit-store.ts";
import { transact, type Trx } from "../../platform/db/database.ts";
import { ApiError } from "../../platform/http/errors.ts";
import { publish } from "../../platform/realtime/publish.ts";
import { type CallDeps, changeCall, isEnded, lockCall, writeChange } from "../change-call.ts";
import { presentCall, toOrdered } from "../present-call.ts";
import type { CallRecord } from "../store/call-record.ts";
import { liveCalls, lockOrder, updatePositions } from "../store/call-store.ts";

/** Beyond this many moved calls, seats load a snapshot instead of single events. */
const MOST_EVENTS = 50;

interface Order {
  call: CallRecord;
  actor: Actor;
}

export async function placeCall(
  deps: CallDeps,
  { call, actor, position }: Order & { position: number },
): Promise<CallRecord> {
  const placed = await transact(deps.db, async (trx) => {
    await lockOrder(trx, call.station);
    const live = await liveCalls(trx, call.station);
    const moved = live.find(({ id }) => id === call.id);
    if (moved === undefined) {
      throw callGoneError();
    }
    const positions = placeInQueue(live.map(toOrdered), toOrdered(moved), position);
    if (positions.size === 0) {
      return moved;
    }
    // The rows are locked in the order of their ids, so that two transactions do not wait for each
    // other.
    const locked: CallRecord[] = [];
    for (const id of [...new Set([call.id, ...positions.keys()])].toSorted()) {
      locked.push(await lockCall(trx, id));
    }
    const before = locked.find(({ id }) => id === call.id) ?? moved;
    if (isEnded(before)) {
      throw callGoneError();
    }
    const own = positions.get(call.id) ?? before.position;
    positions.delete(call.id);
    await updatePositions(trx, positions);
    await publishRoom(trx, call.station, [...positions.keys()]);
    const details = { position: own, others: positions.size };
    const change = { fields: { position: own }, action: "call.placed", details };
    return (await writeChange({ deps, trx, before, actor }, change)).after;
  });
  deps.watch.notifyChanged(call.id);
  return placed;
}

async function publishRoom(trx: Trx, station: string, ids: readonly string[]): Promise<void> {
  if (ids.length > MOST_EVENTS) {
    await publish(trx, station, { type: "station.stale" });
    return;
  }
  for (const id of ids) {
    const call = await lockCall(trx, id);
    if (!isEnded(call)) {
      await publish(trx, station, { type: "call.changed", call: presentCall(call) });
    }
  }
}

export async function pinCall(
  deps: CallDeps,
  { call, actor, pinned }: Order & { pinned: boolean },
): Promise<CallRecord> {
  const { after } = await changeCall(deps, { call: call.id, actor }, (locked) => {
    if (isEnded(locked)) {
      throw callGoneError();
    }
    const action = pinned ? "call.pinned" : "call.unpinned";
    return locked.pinned === pinned ? null : { fields: { pinned }, action };
  });
  return after;
}

function callGoneError(): ApiError {
  return new ApiError("caller_hung_up");
}
