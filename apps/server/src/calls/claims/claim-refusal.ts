import type { Holder } from "@linedesk/contract";
import { ApiError } from "../../platform/http/errors.ts";
import type { DeskState } from "../state/desk-state.ts";
import { InvalidStateError } from "../state/invalid-state-error.ts";

/** accept: from the queue. take_over: nobody attends the caller. resume: I hold him. */
export type ClaimKind = "accept" | "take_over" | "resume";

interface ClaimAsked {
  kind: ClaimKind;
  holder: Holder;
}

/** [DS3] */
export function taken(by: { name: string }): ApiError {
  return new ApiError("call_taken", `${by.name} has this call.`);
}

/** Throws what the person is told when the call cannot be claimed so. */
export function refuseUnlessFree(desk: DeskState, wish: ClaimAsked): void {
  const me = wish.holder.user;
  switch (desk.status) {
    case "ended":
      throw new ApiError("call_gone", "The caller has hung up.");
    case "waiting":
    case "ready":
      if (wish.kind !== "accept") {
        throw new InvalidStateError("This call is waiting.");
      }
      if (desk.leg !== null) {
        throw taken(desk.leg.holder);
      }
      return;
    case "screening":
    case "on_air":
      if (desk.leg.holder.user !== me) {
        throw taken(desk.leg.holder);
      }
      throw new InvalidStateError("You are talking with this caller.");
    case "held":
      return refuseUnlessHeldFor(desk, wish);
  }
}

function refuseUnlessHeldFor(desk: Extract<DeskState, { status: "held" }>, wish: ClaimAsked): void {
  const isMine = desk.holder?.user === wish.holder.user;
  if (desk.leaving !== null) {
    throw new InvalidStateError("This call is being ended.");
  }
  if (desk.unattended && wish.kind !== "accept") {
    return;
  }
  if (isMine && wish.kind === "resume") {
    return;
  }
  if (desk.holder !== null && !isMine) {
    throw taken(desk.holder);
  }
  throw new InvalidStateError("This call is on hold: resume it or take it over.");
}
