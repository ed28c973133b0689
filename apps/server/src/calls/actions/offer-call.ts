import { listColleagues } from "../../people/colleagues.ts";
import { ApiError } from "../../platform/http/errors.ts";
import { changeCall } from "../change-call.ts";
import { callTakenError } from "../claims/assert-claimable.ts";
import { expireClaimsOf } from "../claims/claims.ts";
import type { DeskDeps, Seat } from "../desk-deps.ts";
import { isDialling } from "../is-dialling.ts";
import { holdCaller } from "../legs/connect-caller.ts";
import { InvalidStateError } from "../state/call-state.ts";
import { isBridged, isQueued, type Person } from "../state/desk-state.ts";
import type { CallRecord } from "../store/call-record.ts";

const OFFER_MS = 20_000;

export interface OfferRequest {
  call: CallRecord;
  seat: Seat;
  to: string;
}

export async function offerCall(deps: DeskDeps, request: OfferRequest): Promise<CallRecord> {
  const { seat } = request;
  const to = await findColleague(deps, request);
  const target = { call: request.call.id, actor: seat.actor };
  const { after } = await changeCall(deps, target, async (locked, trx) => {
    assertMayOffer(locked, seat.user.id);
    await expireClaimsOf(deps, trx, locked.id);
    if (isBridged(locked.desk)) {
      await holdCaller(deps, locked);
    }
    const now = deps.clock.now();
    const until = new Date(now + OFFER_MS).toISOString();
    const at = new Date(now).toISOString();
    return { desk: [{ type: "offered", to, until, at }], action: "call.offered" };
  });
  return after;
}

async function findColleague(deps: DeskDeps, { call, seat, to }: OfferRequest): Promise<Person> {
  if (to === seat.user.id) {
    throw new ApiError("own_line_needed", {
      fields: { to: "is_yourself" },
    });
  }
  const colleagues = await listColleagues(deps.db, call.station, "screen");
  const colleague = colleagues.find(({ user }) => user === to);
  if (colleague === undefined) {
    throw new ApiError("no_such_colleague", {
      fields: { to: "is_no_member" },
    });
  }
  const { user, name } = colleague;
  if (!(await deps.people.listPresent()).has(user)) {
    throw new InvalidStateError({ reason: "colleague_without_console", params: { name } });
  }
  return { user, name };
}

function assertMayOffer(call: CallRecord, userId: string): void {
  const { desk, conference } = call;
  if (conference !== null) {
    throw new InvalidStateError("caller_in_conference");
  }
  if (desk.status === "ended") {
    throw new ApiError("caller_hung_up");
  }
  if (isQueued(desk)) {
    throw new InvalidStateError("call_free_to_take");
  }
  if (desk.leaving !== null) {
    throw new InvalidStateError("call_being_ended");
  }
  const holder = desk.status === "held" ? desk.holder : desk.leg.holder;
  if (holder !== null && holder.user !== userId) {
    throw callTakenError(holder);
  }
  if (isDialling(call)) {
    throw new InvalidStateError("number_still_rings");
  }
  if (desk.status === "held" && desk.unattended) {
    throw new InvalidStateError("call_unattended");
  }
}
