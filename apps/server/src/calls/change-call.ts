import type { Clock } from "@linedesk/base";
import { recordEndedCall } from "../callers/callers.ts";
import type { Actor, AuditEntry } from "../platform/db/audit-store.ts";
import { type Db, transact, type Trx } from "../platform/db/database.ts";
import type { Logger } from "../platform/logger.ts";
import { publish } from "../platform/realtime/publish.ts";
import type { CallChangeNotifier } from "./call-change-notifier.ts";
import type { ClaimMemory } from "./claim-memory.ts";
import { followEndForCutOffs } from "./cut-offs.ts";
import { keepPlace } from "./keep-place.ts";
import { presentCall } from "./present-call.ts";
import { queueChangeWebhooks } from "./queue-call-webhook.ts";
import { type CallEvent, type CallState, nextCallState } from "./state/call-state.ts";
import { type DeskEvent, type DeskState, isBridged, isQueued } from "./state/desk-state.ts";
import { nextDeskState } from "./state/next-desk-state.ts";
import type { CallRecord } from "./store/call-record.ts";
import { type CallFields, findCall, updateCall } from "./store/call-store.ts";
import { expireClaimsOfCall } from "./store/claim-store.ts";
import { closeMembership } from "./store/conference-store.ts";

export interface CallDeps {
  db: Db;
  clock: Pick<Clock, "now">;
  watch: CallChangeNotifier;
  claims: ClaimMemory;
  log: Logger;
}

/** The changes to a call. An empty change is not written. */
export interface CallChange {
  call?: CallEvent[];
  desk?: DeskEvent[];
  fields?: CallFields;
  /** The name of the audit action, as `noun.verb`; by default the name of the first event. */
  action?: string;
  details?: Record<string, unknown>;
}

export interface ChangedCall {
  before: CallRecord;
  after: CallRecord;
  changed: boolean;
}

export class CallNotFoundError extends Error {
  override name = "CallNotFoundError";
  readonly code = "call_not_found";
}

export async function lockCall(trx: Trx, id: string): Promise<CallRecord> {
  return requireFound(id, await findCall(trx, id, { lock: true }));
}

function requireFound(id: string, call: CallRecord | null): CallRecord {
  if (call === null) {
    throw new CallNotFoundError(`There is no call ${id}`);
  }
  return call;
}

type Decide = (call: CallRecord, trx: Trx) => CallChange | null | Promise<CallChange | null>;

/**
 * Changes one call in one transaction: its row, its history, the audit entry and the outgoing
 * event. `decide` gets the locked call and returns the change; an exception rolls back.
 */
export async function changeCall(
  deps: CallDeps,
  target: { call: string; actor: Actor },
  decide: Decide,
): Promise<ChangedCall> {
  const result = await transact(deps.db, async (trx) => {
    const before = await lockCall(trx, target.call);
    const change = await decide(before, trx);
    return change === null
      ? { before, after: before, changed: false }
      : writeChange({ deps, trx, before, actor: target.actor }, change);
  });
  if (result.changed) {
    deps.watch.notifyChanged(target.call);
  }
  return result;
}

interface ChangeContext {
  deps: CallDeps;
  trx: Trx;
  before: CallRecord;
  actor: Actor;
}

export async function writeChange(at: ChangeContext, change: CallChange): Promise<ChangedCall> {
  const { trx, before, actor, deps } = at;
  const now = new Date(deps.clock.now());
  const { callState, desk, events } = applyEvents(before, change);
  const fields = keepPlace(before, desk, change.fields ?? {});
  if (events.length === 0 && Object.keys(fields).length === 0) {
    return { before, after: before, changed: false };
  }
  const call = withDerivedFields({ ...before, callState, desk, changedAt: now });
  const audit: AuditEntry = {
    actor,
    action: change.action ?? toAuditAction(events[0]?.type),
    station: before.station,
    subject: ["call", before.id],
    details: { ...change.details, events: events.map((event) => event.type) },
  };
  await updateCall(trx, { call, fields }, { call: { id: before.id, at: now }, events, audit });
  const after = requireFound(before.id, await findCall(trx, before.id));
  if (isEnded(after) && !isEnded(before)) {
    await finishCall(trx, after);
    after.conference = null;
  }
  const type = isEnded(after) && !isEnded(before) ? "call.ended" : "call.changed";
  await publish(trx, before.station, { type, call: presentCall(after) });
  if (type === "call.ended") {
    await followEndForCutOffs(trx, { before, after });
  }
  await queueChangeWebhooks(trx, { before, after });
  return { before, after, changed: true };
}

function toAuditAction(type: string | undefined): string {
  if (type === undefined) {
    return "call.changed";
  }
  return type.includes(".") ? type : `call.${type}`;
}

export function isEnded(call: CallRecord): boolean {
  return call.desk.status === "ended";
}

interface Applied {
  callState: CallState;
  desk: DeskState;
  events: (CallEvent | DeskEvent)[];
}

/**
 * An ended desk state implies an ended call state, whichever event came first. The last event is
 * the end of the desk state, with the reason of that state.
 */
function applyEvents(call: CallRecord, change: CallChange): Applied {
  const deskEvents: DeskEvent[] = [];
  const events: Applied["events"] = [];
  let { callState, desk } = call;
  for (const event of change.desk ?? []) {
    const next = nextDeskState(desk, event);
    if (next !== desk) {
      deskEvents.push(withReason(event, next));
    }
    desk = next;
  }
  const completed: CallEvent[] = desk.status === "ended" ? [{ type: "call.completed" }] : [];
  for (const event of [...(change.call ?? []), ...completed]) {
    const next = nextCallState(callState, event);
    if (next !== callState) {
      events.push(event);
    }
    callState = next;
  }
  const isOver = desk.status === "ended";
  return {
    callState,
    desk,
    events: isOver ? [...events, ...deskEvents] : [...deskEvents, ...events],
  };
}

/** A caller who leaves while an operator rejects the call ends it as rejected. */
function withReason(event: DeskEvent, next: DeskState): DeskEvent {
  return event.type === "caller.left" && next.status === "ended"
    ? { ...event, reason: next.reason }
    : event;
}

function withDerivedFields(call: CallRecord): CallRecord {
  const { desk } = call;
  // An outbound call has an operator on its line before it is answered.
  const isAnswered = isBridged(desk) && call.callState.status !== "ringing";
  const operator = isAnswered ? desk.leg.holder : null;
  return {
    ...call,
    next: call.next && isQueued(desk),
    answeredAt: call.answeredAt ?? (operator === null ? null : call.changedAt),
    answeredBy: call.answeredBy ?? operator?.user ?? null,
    endedAt: call.endedAt ?? (desk.status === "ended" ? new Date(desk.at) : null),
    reason: desk.status === "ended" ? desk.reason : null,
  };
}

async function finishCall(trx: Trx, call: CallRecord): Promise<void> {
  await expireClaimsOfCall(trx, call.id, call.changedAt);
  await closeMembership(trx, call.id, call.changedAt);
  await recordEndedCall(trx, call.caller, call.arrivedAt);
}
