import type { Db } from "../../platform/db/database.ts";
import { callTakenError } from "../claims/assert-claimable.ts";
import type { DeskDeps, Seat } from "../desk-deps.ts";
import { InvalidStateError } from "../state/call-state.ts";
import type { DeskEvent, LiveDeskState } from "../state/desk-state.ts";
import type { CallRecord } from "../store/call-record.ts";
import { findCall } from "../store/call-store.ts";
import { memberIds } from "../store/conference-store.ts";
import { operatorLegsOfConference, type RegisteredLeg, toDeskLeg } from "../store/leg-store.ts";

export async function findMembers(
  deps: Pick<DeskDeps, "db">,
  conference: string,
  only?: readonly string[],
): Promise<CallRecord[]> {
  const ids = await memberIds(deps.db, conference);
  const calls: CallRecord[] = [];
  for (const id of only ?? ids) {
    const call = ids.includes(id) ? await findCall(deps.db, id) : null;
    if (call === null) {
      throw new InvalidStateError("caller_not_in_conference");
    }
    calls.push(call);
  }
  return calls;
}

export async function requireInCharge(
  deps: Pick<DeskDeps, "db">,
  conference: string,
  seat: Seat,
): Promise<RegisteredLeg | null> {
  const open = await operatorLegsOfConference(deps.db, conference, { open: true });
  const legs = open.filter(({ released }) => !released);
  const mine = legs.find(({ user }) => user === seat.user.id);
  const [other] = legs;
  if (mine === undefined && other !== undefined) {
    throw callTakenError({ name: other.name ?? "A colleague" });
  }
  return mine ?? null;
}

export async function requireInConference(
  deps: Pick<DeskDeps, "db">,
  conference: string,
  seat: Seat,
): Promise<RegisteredLeg> {
  const leg = await requireInCharge(deps, conference, seat);
  if (leg === null) {
    throw new InvalidStateError("not_in_conference");
  }
  return leg;
}

export async function feedsAir(db: Db, conference: string): Promise<boolean> {
  const legs = await operatorLegsOfConference(db, conference, { open: true });
  return legs.some((leg) => leg.feedsAir && !leg.released);
}

export function buildTakeOutEvents(
  desk: LiveDeskState,
  own: RegisteredLeg | null,
  at: string,
): DeskEvent[] {
  const mine = own === null ? null : toDeskLeg(own);
  const leg = mine ?? desk.leg;
  if (leg === null) {
    return [];
  }
  const left: DeskEvent = { type: "operator.left", leg: leg.sid, released: true, at };
  return desk.leg === null || leg.sid === desk.leg.sid ? [left] : [{ type: "swapped", leg }, left];
}
