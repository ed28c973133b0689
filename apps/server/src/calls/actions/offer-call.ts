import { listColleagues } from "../../people/colleagues.ts";
import { ApiError } from "../../platform/http/errors.ts";
import { changeCall } from "../change-call.ts";
import { BEING_ENDED, callTakenError } from "../claims/assert-claimable.ts";
import { lapseClaimsOf } from "../claims/claims.ts";
import type { DeskDeps, Seat } from "../desk-deps.ts";
import { isDialling, STILL_RINGS } from "../is-dialling.ts";
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
    await lapseClaimsOf(deps, trx, locked.id);
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
    throw new ApiError("bad_request", "To move a call to your own line, name the line.", {
      fields: { to: "is yourself" },
    });
  }
  const colleagues = await listColleagues(deps.db, call.station, "screen");
  const colleague = colleagues.find(({ user }) => user === to);
  if (colleague === undefined) {
    throw new ApiError("bad_request", "There is no such colleague at this station.", {
      fields: { to: "is no member of the station" },
    });
  }
  const { user, name } = colleague;
  if (!(await deps.people.listPresent()).has(user)) {
    throw new InvalidStateError(`${name} has no console open.`);
  }
  return { user, name };
}

function assertMayOffer(call: CallRecord, userId: string): void {
  const { desk, conference } = call;
  if (conference !== null) {
    throw new InvalidStateError("This caller is in a conference.");
  }
  if (desk.status === "ended") {
    throw new ApiError("call_gone", "The caller has hung up.");
  }
  if (isQueued(desk)) {
    throw new InvalidStateError("This call is waiting: everybody can take it.");
  }
  if (desk.leaving !== null) {
    throw new InvalidStateError(BEING_ENDED);
  }
  const holder = desk.status === "held" ? desk.holder : desk.leg.holder;
  if (holder !== null && holder.user !== userId) {
    throw callTakenError(holder);
  }
  if (isDialling(call)) {
    throw new InvalidStateError(STILL_RINGS);
  }
  if (desk.status === "held" && desk.unattended) {
    throw new InvalidStateError("Nobody attends this call: take it over first.");
  }
}
