import type { Holder } from "@linedesk/contract";
import { ApiError } from "../../platform/http/errors.ts";
import type { DeskState } from "../state/desk-state.ts";
import { InvalidStateError } from "../state/invalid-state-error.ts";

/** accept: from the queue. take_over: nobody attends the caller. resume: I hold him. */
export type ClaimKind = "accept" | "take_over" | "resume";

interface ClaimAttempt {
  kind: ClaimKind;
  holder: Holder;
}

/** [DS3] */
export function callTakenError(by: { name: string }): ApiError {
  return new ApiError("call_taken", `${by.name} has this call.`);
}

/** Throws what the person is told when the call cannot be claimed so. */
export function assertClaimable(desk: DeskState, request: ClaimAttempt): void {
  const me = request.holder.user;
  switch (desk.status) {
    case "ended":
      throw new ApiError("call_gone", "The caller has hung up.");
    case "waiting":
    case "ready":
      if (request.kind !== "accept") {
        throw new InvalidStateError("This call is waiting.");
      }
      if (desk.leg !== null) {
        throw callTakenError(desk.leg.holder);
      }
      return;
    case "screening":
    case "on_air":
      if (desk.leg.holder.user !== me) {
        throw callTakenError(desk.leg.holder);
      }
      throw new InvalidStateError("You are talking with this caller.");
    case "held":
      return assertResumable(desk, request);
  }
}

function assertResumable(
  desk: Extract<DeskState, { status: "held" }>,
  request: ClaimAttempt,
): void {
  const isMine = desk.holder?.user === request.holder.user;
  if (desk.leaving !== null) {
    throw new InvalidStateError("This call is being ended.");
  }
  if (desk.unattended && request.kind !== "accept") {
    return;
  }
  if (isMine && request.kind === "resume") {
    return;
  }
  if (desk.holder !== null && !isMine) {
    throw callTakenError(desk.holder);
  }
  throw new InvalidStateError("This call is on hold: resume it or take it over.");
}
