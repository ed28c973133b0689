import type { Claim, DeviceLine, LineDevice } from "@linedesk/contract";
import { ApiError } from "../../platform/http/errors.ts";
import { type CallChange, changeCall } from "../change-call.ts";
import { callTakenError } from "../claims/assert-claimable.ts";
import { FeedChangedError, LineTakenError } from "../claims/assert-line-free.ts";
import type { DeskDeps, Seat } from "../desk-deps.ts";
import { InvalidStateError } from "../state/call-state.ts";
import type { CallRecord } from "../store/call-record.ts";
import { callsOnLine } from "../store/leg-store.ts";
import { acceptCall } from "./accept-call.ts";
import { holdOrResume } from "./hold-or-resume.ts";

export interface UndoRequest {
  call: CallRecord;
  seat: Seat;
  claim?: string | undefined;
  device?: LineDevice | undefined;
}

export interface UndoResult {
  call: CallRecord;
  claim: Claim | null;
}

interface Undoing {
  change: CallChange;
  bringBackTo: DeviceLine | null;
}

/**
 * Reverts an action that is not final: a rejection, a hang-up or an offer. A colleague also uses
 * undo to decline an offer. The earlier holder gets the call back.
 */
export async function undo(deps: DeskDeps, request: UndoRequest): Promise<UndoResult> {
  const { seat } = request;
  let bringBackTo: DeviceLine | null = null;
  const target = { call: request.call.id, actor: seat.actor };
  const { after } = await changeCall(deps, target, (locked) => {
    const undoing = decideUndo(locked, seat);
    bringBackTo = undoing.bringBackTo;
    return undoing.change;
  });
  return bringBackTo === null
    ? { call: after, claim: null }
    : restoreLeg(deps, { ...request, call: after }, bringBackTo);
}

function decideUndo({ desk }: CallRecord, seat: Seat): Undoing {
  if (desk.status === "ended") {
    throw new ApiError("call_over");
  }
  const { leaving } = desk;
  if (leaving !== null && leaving.until !== null) {
    if (leaving.reason === "operator_hung_up" && leaving.by?.user !== seat.user.id) {
      throw callTakenError({ name: leaving.by?.name ?? "Somebody" });
    }
    const line = desk.status === "held" ? (desk.holder?.line ?? null) : null;
    return {
      change: { desk: [{ type: "undone" }], action: "call.undone" },
      bringBackTo: leaving.wasBridged ? line : null,
    };
  }
  const offer = desk.status === "held" ? desk.offer : null;
  if (offer === null || leaving !== null) {
    throw new InvalidStateError("nothing_to_undo");
  }
  if (offer.to.user === seat.user.id) {
    return withdrawn("call.offer_declined", null);
  }
  if (offer.from.user === seat.user.id) {
    return withdrawn("call.offer_withdrawn", offer.wasBridged ? offer.from.line : null);
  }
  throw callTakenError(offer.from);
}

function withdrawn(action: string, bringBackTo: DeviceLine | null): Undoing {
  return { change: { desk: [{ type: "offer.lapsed" }], action }, bringBackTo };
}

/** If the line now has another call or another air feed, the caller stays on hold. */
async function restoreLeg(
  deps: DeskDeps,
  { call, seat, claim, device }: UndoRequest,
  line: DeviceLine,
): Promise<UndoResult> {
  const onLine = await callsOnLine(deps.db, seat.user.id, line);
  if (onLine.some((one) => one.call === call.id)) {
    return holdOrResume(deps, { call, hold: false, line, device, seat });
  }
  try {
    const how = { line, device, seat, claim, freeLineOnly: true };
    return await acceptCall(deps, { call, kind: "resume", ...how });
  } catch (error) {
    if (error instanceof LineTakenError || error instanceof FeedChangedError) {
      return { call, claim: null };
    }
    throw error;
  }
}
