import { transact } from "../../platform/db/database.ts";
import { ApiError } from "../../platform/http/errors.ts";
import { changeCall, lockCall, writeChange } from "../change-call.ts";
import { assertNotAColleagues } from "../claims/assert-claimable.ts";
import type { DeskDeps, Seat } from "../desk-deps.ts";
import { InvalidStateError } from "../state/call-state.ts";
import { isQueued } from "../state/desk-state.ts";
import type { CallRecord } from "../store/call-record.ts";
import { findCall, findNextMarked, lockNextMark } from "../store/call-store.ts";

function assertMarkable({ desk }: CallRecord): void {
  if (desk.status === "ended") {
    throw new ApiError("caller_hung_up");
  }
  if (!isQueued(desk)) {
    throw new InvalidStateError("next_not_waiting");
  }
  if (desk.leaving !== null) {
    throw new InvalidStateError("call_being_ended");
  }
}

export async function markNext(
  deps: DeskDeps,
  { call, seat }: { call: CallRecord; seat: Seat },
): Promise<CallRecord> {
  const changed = await transact(deps.db, async (trx) => {
    // When two seats mark at the same time, the later mark wins.
    await lockNextMark(trx, call.station);
    const marked = await findNextMarked(trx, call.station);
    // The rows are locked in the order of their ids, so that two transactions do not wait for each
    // other.
    const locked: CallRecord[] = [];
    for (const id of [...new Set([call.id, ...marked])].toSorted()) {
      locked.push(await lockCall(trx, id));
    }
    const ids: string[] = [];
    for (const before of locked) {
      const next = before.id === call.id;
      if (next) {
        assertMarkable(before);
      }
      if (before.next !== next) {
        const action = next ? "call.marked_next" : "call.unmarked_next";
        await writeChange({ deps, trx, before, actor: seat.actor }, { fields: { next }, action });
        ids.push(before.id);
      }
    }
    return ids;
  });
  for (const id of changed) {
    deps.watch.notifyChanged(id);
  }
  return (await findCall(deps.db, call.id)) ?? call;
}

/**
 * A locked call cannot be hung up or rejected, and no colleague can take it over. If the call has a
 * holder, only the holder can lock or unlock it.
 */
export async function setLocked(
  deps: DeskDeps,
  { call, seat, locked }: { call: CallRecord; seat: Seat; locked: boolean },
): Promise<CallRecord> {
  const { after } = await changeCall(deps, { call: call.id, actor: seat.actor }, (before) => {
    if (before.desk.status === "ended") {
      throw new ApiError("caller_hung_up");
    }
    assertNotAColleagues(before, seat.actor);
    return before.locked === locked
      ? null
      : { fields: { locked }, action: locked ? "call.locked" : "call.unlocked" };
  });
  return after;
}
