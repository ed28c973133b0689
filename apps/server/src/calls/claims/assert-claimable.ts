import type { Holder } from "@linedesk/contract";
import type { Actor } from "../../platform/db/audit-store.ts";
import { ApiError } from "../../platform/http/errors.ts";
import { isDialling } from "../is-dialling.ts";
import { InvalidStateError } from "../state/call-state.ts";
import {
  type BridgedState,
  type DeskState,
  type HeldState,
  isBridged,
  isQueued,
  type ReadyState,
  type WaitingState,
} from "../state/desk-state.ts";
import type { CallRecord } from "../store/call-record.ts";
import type { StoredClaim } from "../store/claim-store.ts";

/**
 * Each kind has its condition. accept: the call is in the queue, or offered to this person.
 * take_over: the call is unattended or offered to this person, or a colleague has it and this
 * person may take it away. resume: this person has the caller on hold, or the call is unattended.
 * move: this person has the call on the other line.
 */
export type ClaimKind = "accept" | "take_over" | "resume" | "move";

interface ClaimAttempt {
  kind: ClaimKind;
  holder: Holder;
  mayTakeAway: boolean;
}

export function callTakenError(by: { name: string }): ApiError {
  return new ApiError({ reason: "call_taken", params: { name: by.name } });
}

export function assertClaimable(call: CallRecord, request: ClaimAttempt): void {
  const { desk, locked } = call;
  if (desk.status === "ended") {
    throw new ApiError("caller_hung_up");
  }
  if (desk.leaving !== null) {
    throw new InvalidStateError("call_being_ended");
  }
  if (isQueued(desk)) {
    return assertAcceptable(desk, request);
  }
  const isOffered = desk.status === "held" && desk.offer?.to.user === request.holder.user;
  if (isOffered && (request.kind === "accept" || request.kind === "take_over")) {
    return;
  }
  const had = desk.status === "held" ? desk.holder : desk.leg.holder;
  if (locked && request.kind === "take_over" && had?.user !== request.holder.user) {
    throw new InvalidStateError("call_locked");
  }
  if (!isBridged(desk)) {
    return assertResumable(desk, request);
  }
  // Until the called side answers, there is no caller to move or take.
  if (isDialling(call) && desk.leg.holder.user === request.holder.user) {
    throw new InvalidStateError("number_still_rings");
  }
  assertMovable(desk, { ...request, mayTakeAway: request.mayTakeAway && !isDialling(call) });
}

function assertAcceptable(desk: WaitingState | ReadyState, { kind }: ClaimAttempt): void {
  if (kind !== "accept") {
    throw new InvalidStateError("call_waiting");
  }
  if (desk.leg !== null) {
    throw callTakenError(desk.leg.holder);
  }
}

function assertMovable({ status, leg }: BridgedState, request: ClaimAttempt): void {
  const { user, line } = request.holder;
  if (leg.holder.user !== user) {
    // Nobody takes over a caller who is on air at another seat.
    const mayTake = request.kind === "take_over" && request.mayTakeAway && status !== "on_air";
    if (!mayTake) {
      throw callTakenError(leg.holder);
    }
    return;
  }
  if (request.kind !== "move") {
    throw new InvalidStateError("call_is_yours");
  }
  if (leg.holder.line === line) {
    throw new InvalidStateError("call_on_this_line");
  }
}

function assertResumable(desk: HeldState, request: ClaimAttempt): void {
  const { kind, mayTakeAway } = request;
  const isMine = desk.holder?.user === request.holder.user;
  if (desk.unattended && kind !== "accept" && kind !== "move") {
    return;
  }
  if (isMine && (kind === "resume" || kind === "move")) {
    return;
  }
  if (desk.holder !== null && !isMine) {
    if (kind === "take_over" && mayTakeAway) {
      return;
    }
    throw callTakenError(desk.holder);
  }
  throw new InvalidStateError("call_on_hold");
}

export function takesAway(desk: DeskState, { kind, holder }: ClaimAttempt): boolean {
  if (kind !== "take_over" || desk.status === "ended" || isQueued(desk)) {
    return false;
  }
  if (isBridged(desk)) {
    return true;
  }
  const isOffered = desk.offer?.to.user === holder.user;
  return !desk.unattended && !isOffered && desk.holder?.user !== holder.user;
}

export function assertNotAColleagues({ desk }: Pick<CallRecord, "desk">, { userId }: Actor): void {
  if (userId === null || desk.status === "ended" || isQueued(desk)) {
    return;
  }
  const holder = desk.status === "held" ? desk.holder : desk.leg.holder;
  const isUnattended = desk.status === "held" && desk.unattended;
  if (!isUnattended && holder !== null && holder.user !== userId) {
    throw callTakenError(holder);
  }
}

export function leavesAir(
  desk: DeskState,
  { user, feedsAir }: Pick<StoredClaim, "user" | "feedsAir">,
): boolean {
  return isBridged(desk) && desk.leg.feedsAir && !feedsAir && desk.leg.holder.user === user;
}
