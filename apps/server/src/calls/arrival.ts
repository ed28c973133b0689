import type { EndReason } from "@linedesk/contract";
import type { Caller } from "../callers/caller-store.ts";
import { findOrCreateCaller, parseCallerName, recordEndedCall } from "../callers/callers.ts";
import { countCaller } from "../contests/count-caller.ts";
import { type AuditEntry, systemActor } from "../platform/db/audit-store.ts";
import { transact, type Trx } from "../platform/db/database.ts";
import { uuidV7 } from "../platform/db/uuid.ts";
import { publish } from "../platform/realtime/publish.ts";
import type { PhoneLineRecord } from "../stations/phone-lines/phone-line-store.ts";
import { type CallDeps, lockCall } from "./change-call.ts";
import { followNewCallForCutOffs } from "./cut-offs.ts";
import { presentCall } from "./present-call.ts";
import { queueCallWebhook } from "./queue-call-webhook.ts";
import { arrivedState, type DeskEvent, type DeskState } from "./state/desk-state.ts";
import type { CallRecord } from "./store/call-record.ts";
import { appendHistory, insertCall, type NewCall } from "./store/call-store.ts";
import { findLeg, registerLeg } from "./store/leg-store.ts";

export interface CallArrival {
  callSid: string;
  line: PhoneLineRecord;
  number: string | null;
  name: string | null;
  at: Date;
  /** Is true for a synthetic call. It creates no caller, and no contest counts it. */
  rehearsal: boolean;
  /** The telephony service at which the call arrived. */
  service: string;
}

export type Refusal = Extract<EndReason, "blocked" | "line_closed" | "forwarded">;

export interface ArrivedCall {
  id: string;
  refusal: Refusal | null;
  /** Is true for a known call that has ended at the desk. */
  isOver: boolean;
}

/**
 * Records an inbound call: row, history, audit entry and event in one transaction. `decide` gets
 * the caller and returns the refusal. If the call is already recorded, returns the existing record.
 */
export async function recordArrival(
  deps: CallDeps,
  arrival: CallArrival,
  decide: (caller: Caller | null) => Refusal | null,
): Promise<ArrivedCall> {
  return transact(deps.db, async (trx) => {
    const { at } = arrival;
    const id = uuidV7(at.getTime());
    const leg = { sid: arrival.callSid, service: arrival.service, operator: null };
    const isNew = await registerLeg(trx, { ...leg, call: id, at });
    if (!isNew) {
      return findKnownArrival(trx, arrival.callSid);
    }
    const { station } = arrival.line;
    const { number, rehearsal } = arrival;
    const name = parseCallerName(arrival.name);
    const caller = rehearsal ? null : await findOrCreateCaller(trx, { station, number, name });
    const refusal = decide(caller);
    const call = newCall({ id, at, arrival, caller, refusal });
    await insertCall(trx, call);
    if (refusal !== null) {
      await recordEndedCall(trx, caller, at);
    }
    if (!rehearsal) {
      const { id: line } = arrival.line;
      await countCaller(trx, {
        call: id,
        station,
        line,
        number,
        name: caller?.name ?? null,
        refusal,
        isBanned: caller?.banned ?? false,
        at,
      });
    }
    await publishArrival(trx, id, refusal);
    return { id, refusal, isOver: false };
  });
}

interface NewCallOptions {
  id: string;
  at: Date;
  arrival: CallArrival;
  caller: Caller | null;
  refusal: Refusal | null;
}

function newCall({ id, at, arrival, caller, refusal }: NewCallOptions): NewCall {
  return {
    id,
    station: arrival.line.station,
    phoneLine: arrival.line.id,
    direction: "inbound",
    callSid: arrival.callSid,
    number: arrival.number,
    caller: caller?.id ?? null,
    callState: refusal === null ? { status: "ringing" } : { status: "ended", reason: "completed" },
    desk: initialDeskState(refusal, at),
    earlierCalls: caller?.endedCalls ?? 0,
    lastCallAt: caller?.lastCallAt ?? null,
    arrivedAt: at,
    dial: null,
    sentBack: arrival.number === null && arrival.line.withheld === "to_back",
    rehearsal: arrival.rehearsal,
    service: arrival.service,
  };
}

function initialDeskState(refusal: Refusal | null, at: Date): DeskState {
  return refusal === null
    ? arrivedState
    : { status: "ended", reason: refusal, at: at.toISOString(), verified: false };
}

async function publishArrival(trx: Trx, id: string, refusal: Refusal | null): Promise<void> {
  const call = await lockCall(trx, id);
  const audit: AuditEntry = {
    actor: systemActor,
    action: "call.arrived",
    station: call.station,
    subject: ["call", id],
    details: refusal === null ? {} : { refusal },
  };
  const at = { id, at: call.arrivedAt };
  const ended: DeskEvent[] =
    refusal === null
      ? []
      : [{ type: "caller.left", reason: refusal, at: call.arrivedAt.toISOString() }];
  await appendHistory(trx, { call: at, events: [{ type: "call.rang" }, ...ended], audit });
  const type = refusal === null ? "call.arrived" : "call.ended";
  await publish(trx, call.station, { type, call: presentCall(call) });
  if (refusal === null) {
    await followNewCallForCutOffs(trx, call);
  }
  await queueCallWebhook(trx, type, call);
}

async function findKnownArrival(trx: Trx, callSid: string): Promise<ArrivedCall> {
  const leg = await findLeg(trx, callSid);
  if (leg === null) {
    throw new Error("the leg is registered, but it does not exist");
  }
  const call = await lockCall(trx, leg.call);
  return { id: call.id, refusal: readRefusal(call), isOver: call.desk.status === "ended" };
}

function readRefusal(call: CallRecord): Refusal | null {
  const { reason } = call;
  return reason === "blocked" || reason === "line_closed" || reason === "forwarded" ? reason : null;
}
