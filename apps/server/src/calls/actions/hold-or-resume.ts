import { type Claim, type DeviceLine, type LineDevice, may } from "@linedesk/contract";
import { systemActor } from "../../platform/db/audit-store.ts";
import { ApiError } from "../../platform/http/errors.ts";
import { type CommandResult, TelephonyUnreachableError } from "../../telephony/telephony.ts";
import { CallNotFoundError, changeCall } from "../change-call.ts";
import { assertAirReady, recordAirOverrides } from "../claims/assert-air-ready.ts";
import { assertOffAir } from "../claims/assert-line-free.ts";
import type { DeskDeps, Seat } from "../desk-deps.ts";
import { isDialling } from "../is-dialling.ts";
import { holdCaller, unholdCaller } from "../legs/connect-caller.ts";
import { toNetworkEnd } from "../record-call-end.ts";
import { InvalidStateError } from "../state/call-state.ts";
import {
  type DeskEvent,
  type DeskLeg,
  type DeskState,
  type HeldState,
  isBridged,
  isQueued,
} from "../state/desk-state.ts";
import type { CallRecord } from "../store/call-record.ts";
import { findCall } from "../store/call-store.ts";
import { openOperatorLegs, operatorLegsOfConference } from "../store/leg-store.ts";
import { acceptCall } from "./accept-call.ts";
import { feedsAir } from "./find-members.ts";
import { recordHoldRequest } from "./record-hold-request.ts";

/** Our response waits at most this long for the telephony service's confirmation. */
const CONFIRM_TIMEOUT_MS = 3_000;
/** The limit for a service whose events can be late. */
const LATE_CONFIRM_TIMEOUT_MS = 8_000;

export interface HoldRequest {
  call: CallRecord;
  hold: boolean;
  line: DeviceLine | undefined;
  device?: LineDevice | undefined;
  seat: Seat;
  privately?: boolean | undefined;
  evenIfNotReady?: boolean | undefined;
}

export interface HoldResult {
  call: CallRecord;
  claim: Claim | null;
}

function callTakenError(name: string): ApiError {
  return new ApiError({ reason: "call_taken", params: { name } });
}

/** Holds or resumes a call. If no leg of the operator is in the room, a resume returns a claim. */
export async function holdOrResume(deps: DeskDeps, request: HoldRequest): Promise<HoldResult> {
  const { desk } = request.call;
  if (desk.status === "ended") {
    throw new ApiError("caller_hung_up");
  }
  if (isQueued(desk)) {
    throw new InvalidStateError("call_not_bridged");
  }
  if (desk.leaving !== null) {
    throw new InvalidStateError("call_being_ended");
  }
  if (isDialling(request.call)) {
    throw new InvalidStateError("number_still_rings");
  }
  if (request.hold) {
    return { call: await hold(deps, request, desk), claim: null };
  }
  return resume(deps, request, desk);
}

type AnsweredDesk = Exclude<DeskState, { status: "ended" | "waiting" | "ready" }>;

async function hold(deps: DeskDeps, request: HoldRequest, desk: AnsweredDesk): Promise<CallRecord> {
  const holder = desk.status === "held" ? desk.holder : desk.leg.holder;
  if (holder !== null && holder.user !== request.seat.user.id) {
    throw callTakenError(holder.name);
  }
  if (desk.status === "held") {
    if (desk.interruption === undefined) {
      return request.call;
    }
    await recordHoldRequest(deps.db, request);
    return holdInterrupted(deps, request);
  }
  await recordHoldRequest(deps.db, request);
  const result = await holdUnlessRestarting(deps, request.call);
  if (result === "gone") {
    throw callGoneError();
  }
  if (result === "restarting") {
    return holdInterrupted(deps, request);
  }
  await trustResponse(deps, request.call, (at) => ({ type: "caller.held", at }));
  return waitForConfirmation(deps, request.call, ({ desk: now }) => !isBridged(now));
}

/**
 * If the service's events can be late, changes the call immediately, because the service's response
 * contains the new state of the participant. A member of a conference changes only when the event
 * arrives.
 */
async function trustResponse(
  deps: DeskDeps,
  call: CallRecord,
  toEvent: (at: string) => DeskEvent,
): Promise<void> {
  const { id, conference } = call;
  const { trustsResponses } = deps.services.of(call).telephony.policy;
  if (!trustsResponses || conference !== null) {
    return;
  }
  const at = new Date(deps.clock.now()).toISOString();
  await changeCall(deps, { call: id, actor: systemActor }, () => ({ desk: [toEvent(at)] }));
}

/**
 * Holds the caller. Returns "restarting" if the exchange restarts: it refuses the connection, or
 * the room of a live call no longer exists.
 */
async function holdUnlessRestarting(
  deps: DeskDeps,
  call: CallRecord,
): Promise<CommandResult | "restarting"> {
  try {
    const result = await holdCaller(deps, call);
    return result === "gone" && (await isLive(deps, call)) ? "restarting" : result;
  } catch (error) {
    if (error instanceof TelephonyUnreachableError && error.isRefused) {
      return "restarting";
    }
    throw error;
  }
}

async function isLive({ services }: DeskDeps, call: CallRecord): Promise<boolean> {
  const { callSid } = call;
  const found = callSid === null ? null : await services.of(call).telephony.findCall(callSid);
  return found !== null && toNetworkEnd(found.status) === null;
}

/**
 * Puts the call on hold without an operator's leg, so that the console does not reconnect this leg.
 * The leg ended with the exchange, even if the exchange has not reported the end yet.
 */
async function holdInterrupted(deps: DeskDeps, request: HoldRequest): Promise<CallRecord> {
  const target = { call: request.call.id, actor: request.seat.actor };
  const { after } = await changeCall(deps, target, ({ desk }) => {
    const at = new Date(deps.clock.now()).toISOString();
    const cutOff: DeskEvent[] = isBridged(desk)
      ? [{ type: "operator.cut_off", leg: desk.leg.sid, until: at, at }]
      : [];
    return { desk: [...cutOff, { type: "interruption.over", unattended: false }] };
  });
  // The console has already reconnected its leg.
  if (after.desk.status === "held" && after.desk.leg !== null) {
    await holdCaller(deps, after);
  }
  return after;
}

async function resume(
  deps: DeskDeps,
  request: HoldRequest,
  desk: AnsweredDesk,
): Promise<HoldResult> {
  const { user } = request.seat;
  if (desk.status !== "held") {
    if (desk.leg.holder.user !== user.id) {
      throw callTakenError(desk.leg.holder.name);
    }
    return { call: request.call, claim: null };
  }
  if (await isLegInConference(deps, request, desk)) {
    if (request.privately === true && desk.leg !== null) {
      assertOffAir(desk.leg.holder.line, desk.leg.feedsAir);
    }
    await assertMayBeAudible(deps, request, desk.leg);
    await recordHoldRequest(deps.db, request);
    if ((await unholdCaller(deps, request.call)) === "gone") {
      throw callGoneError();
    }
    await trustResponse(deps, request.call, (at) => ({ type: "caller.resumed", leg: null, at }));
    const call = await waitForConfirmation(deps, request.call, (one) => one.desk.status !== "held");
    return { call, claim: null };
  }
  const line = request.line ?? (desk.holder?.user === user.id ? desk.holder.line : undefined);
  if (line === undefined) {
    throw new ApiError("resume_line_needed", {
      fields: { line: "line_needed_to_resume" },
    });
  }
  const { call, device, seat, evenIfNotReady, privately } = request;
  const resumed = await acceptCall(deps, {
    call,
    kind: "resume",
    line,
    device,
    seat,
    privately,
    evenIfNotReady,
  });
  // The console resumes an interrupted call by itself, so no person requested that.
  if (desk.interruption === undefined) {
    await recordHoldRequest(deps.db, request);
  }
  return resumed;
}

/**
 * A call that resumes on a line that feeds the air, or in a conference on such a line, is on air
 * immediately. The operator may have lost the permission to go to air since the leg began.
 */
async function assertMayBeAudible(
  deps: DeskDeps,
  { call, seat, evenIfNotReady }: HoldRequest,
  leg: DeskLeg | null,
): Promise<void> {
  const { conference } = call;
  const isOnAir =
    leg?.feedsAir === true || (conference !== null && (await feedsAir(deps.db, conference.id)));
  if (isOnAir && !may(seat.role, "air")) {
    throw new ApiError({ reason: "role_may_not_put_to_air", params: { role: seat.role } });
  }
  const overrides = await assertAirReady(deps.db, isOnAir ? [call] : [], { evenIfNotReady });
  await recordAirOverrides(deps.db, overrides, seat.actor);
}

async function isLegInConference(deps: DeskDeps, request: HoldRequest, desk: HeldState) {
  const { leg } = desk;
  if (leg === null || leg.holder.user !== request.seat.user.id || desk.silentLeg !== null) {
    return false;
  }
  if (request.line !== undefined && request.line !== leg.holder.line) {
    return false;
  }
  const { id, conference } = request.call;
  const open =
    conference === null
      ? await openOperatorLegs(deps.db, id)
      : await operatorLegsOfConference(deps.db, conference.id, { open: true });
  return open.some((one) => one.sid === leg.sid && !one.released && one.joinedAt !== null);
}

function callGoneError(): ApiError {
  return new ApiError("caller_hung_up");
}

async function waitForConfirmation(
  deps: DeskDeps,
  before: CallRecord,
  is: (call: CallRecord) => boolean,
) {
  const { id } = before;
  async function read(): Promise<CallRecord> {
    const call = await findCall(deps.db, id);
    if (call === null) {
      throw new CallNotFoundError("the call was deleted while it was put on hold");
    }
    return call;
  }
  const isLate = deps.services.of(before).telephony.policy.trustsResponses;
  const timeoutMs = isLate ? LATE_CONFIRM_TIMEOUT_MS : CONFIRM_TIMEOUT_MS;
  const call = await deps.watch.waitUntil(id, read, { is, timeoutMs });
  if (call.desk.status === "ended") {
    throw callGoneError();
  }
  if (is(call)) {
    return call;
  }
  throw new ApiError("exchange_late");
}
