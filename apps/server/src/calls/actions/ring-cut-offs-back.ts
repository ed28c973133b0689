import { recordAudit } from "../../platform/db/audit-store.ts";
import { transact, type Trx } from "../../platform/db/database.ts";
import { uuidV7 } from "../../platform/db/uuid.ts";
import { publish } from "../../platform/realtime/publish.ts";
import { lockCall } from "../change-call.ts";
import { listCutOffs, publishCutOffs } from "../cut-offs.ts";
import type { DeskDeps, Seat } from "../desk-deps.ts";
import { checkDialled } from "../dialling/check-dialled.ts";
import { presentCall } from "../present-call.ts";
import { arrivedState, type DeskState } from "../state/desk-state.ts";
import type { CallRecord } from "../store/call-record.ts";
import { appendHistory, insertCall } from "../store/call-store.ts";
import { findOpenCutOffs, lockCutOffs, setAgain, setReleased } from "../store/cut-off-store.ts";
import { endedCalls } from "../store/missed-calls-store.ts";

interface Chosen {
  station: string;
  calls: readonly string[];
  seat: Pick<Seat, "user" | "actor">;
}

/**
 * Returns callers who were cut off to the queue, with their places and details, so that they are
 * called back. Two kinds of callers are left out: those whose number may not be dialled, and those
 * whom a colleague has already called back or removed from the list.
 */
export async function ringCutOffsBack(
  deps: DeskDeps,
  { station, calls, seat }: Chosen,
): Promise<CallRecord[]> {
  return transact(deps.db, async (trx) => {
    // After the lock, the change of a colleague who was faster is visible.
    await lockCutOffs(trx, station);
    await publishCutOffs(trx, station);
    const open = new Set(await findOpenCutOffs(trx, station));
    const wanted = calls.filter((id) => open.has(id));
    const placed: CallRecord[] = [];
    for (const lost of await endedCalls(trx, station, wanted)) {
      const number = lost.number ?? lost.givenNumber ?? "";
      if (checkDialled(number, deps.people.dialling).status === "allowed") {
        placed.push(await placeAgain(deps, trx, { lost, number, seat }));
      }
    }
    return placed;
  });
}

/** The new call has the arrival time of the lost one, so that it keeps its order in the queue. */
async function placeAgain(
  { clock }: Pick<DeskDeps, "clock">,
  trx: Trx,
  { lost, number, seat }: { lost: CallRecord; number: string; seat: Chosen["seat"] },
): Promise<CallRecord> {
  const id = uuidV7(lost.arrivedAt.getTime());
  const since = new Date(clock.now()).toISOString();
  await insertCall(trx, {
    id,
    station: lost.station,
    phoneLine: lost.phoneLine?.id ?? null,
    direction: "outbound",
    callSid: null,
    number,
    caller: lost.caller?.id ?? null,
    callState: { status: "ringing" },
    desk: placeInQueue(lost, since),
    earlierCalls: lost.earlierCalls,
    lastCallAt: lost.lastCallAt,
    arrivedAt: lost.arrivedAt,
    dial: null,
    service: lost.service,
    description: lost.description,
    callBack: { since, tries: 0 },
  });
  const call = await lockCall(trx, id);
  await appendHistory(trx, {
    call: { id, at: new Date(since) },
    events: [{ type: "call.rang" }],
    audit: {
      actor: seat.actor,
      action: "call.queued_again",
      station: lost.station,
      subject: ["call", id],
      details: { after: lost.id },
    },
  });
  await publish(trx, lost.station, { type: "call.arrived", call: presentCall(call) });
  await setAgain(trx, [lost.id], id);
  return call;
}

function placeInQueue({ desk }: CallRecord, since: string): DeskState {
  return desk.status === "ended" && desk.verified
    ? { ...arrivedState, status: "ready", since, verified: true }
    : arrivedState;
}

export async function releaseCutOffs(
  { db, clock }: Pick<DeskDeps, "db" | "clock">,
  { station, calls, seat, released }: Chosen & { released: boolean },
) {
  await transact(db, async (trx) => {
    await lockCutOffs(trx, station);
    await publishCutOffs(trx, station);
    const at = released ? new Date(clock.now()) : null;
    await setReleased(trx, { station, ids: calls, at });
    await recordAudit(trx, {
      actor: seat.actor,
      action: released ? "cut_off.released" : "cut_off.kept",
      station,
      details: { count: calls.length },
    });
  });
  return listCutOffs(db, station);
}
