import { type DeviceLine, type LineDevice, may, readSwitchBehaviour } from "@linedesk/contract";
import { carryLine } from "../../audio-servers/carry-line.ts";
import { readRole } from "../../people/members.ts";
import { readUserSettings } from "../../settings/user-settings.ts";
import { assertAirReady } from "../claims/assert-air-ready.ts";
import { callTakenError, type ClaimKind } from "../claims/assert-claimable.ts";
import { assertLineFree, assertOffAir } from "../claims/assert-line-free.ts";
import { claimCall, type ClaimRequest } from "../claims/claims.ts";
import type { DeskDeps, Seat } from "../desk-deps.ts";
import { assertMayRingBack } from "../dialling/assert-dial-caps.ts";
import { chooseExchange } from "../dialling/choose-exchange.ts";
import { endLeg, holdCaller, releaseLegs, tryTelephonyCommand } from "../legs/connect-caller.ts";
import { isQueued } from "../state/desk-state.ts";
import type { CallRecord } from "../store/call-record.ts";
import { findCall } from "../store/call-store.ts";
import {
  callsOnLine,
  openOperatorLegs,
  type RegisteredLeg,
  releaseLeg,
} from "../store/leg-store.ts";
import { findMembers } from "./find-members.ts";
import { hangUpCall } from "./hang-up-call.ts";

export interface AcceptRequest {
  call: CallRecord;
  kind: ClaimKind;
  line: DeviceLine;
  device?: LineDevice | undefined;
  seat: Seat;
  unclaimedOnly?: boolean;
  /** Requires a line without a current or pending call; otherwise throws `LineTakenError`. */
  freeLineOnly?: boolean;
  privately?: boolean | undefined;
  evenIfNotReady?: boolean | undefined;
  claim?: string | undefined;
  prepare?: ClaimRequest["prepare"];
  /** The id of the person's call on air on the line. It ends as soon as the new call is claimed. */
  ends?: string | undefined;
}

/**
 * Claims the call for the seat's line, and then holds or hangs up the line's earlier call, as the
 * request (`ends`) or the person's setting requires.
 */
export async function acceptCall(deps: DeskDeps, request: AcceptRequest) {
  const { call, kind, line, device, seat, claim, unclaimedOnly, freeLineOnly = false } = request;
  const { ends } = request;
  const { role } = seat;
  const holder = { user: seat.user.id, name: seat.user.name, line };
  if (freeLineOnly) {
    // A line that has a call is refused before its carrier is checked. The claim checks the line
    // again.
    const now = new Date(deps.clock.now());
    await assertLineFree(deps.db, holder, { besides: call.id, now });
  }
  const at = { station: call.station, line, role, device };
  const { feedsAir, audioServer } = await carryLine(deps.db, at);
  if (request.privately === true) {
    assertOffAir(line, feedsAir);
  }
  const toAir = feedsAir ? await listMovedCalls(deps, call) : [];
  const overrides = await assertAirReady(deps.db, toAir, request);
  if (call.callBack !== null) {
    await assertMayRingBack(deps, call, seat);
  }
  assertMayTakeMember(call, seat.user.id);
  const service = await findService(deps, call);
  let legsOfColleague: RegisteredLeg[] = [];
  const accepted = await claimCall(deps, {
    call: call.id,
    kind,
    holder,
    at,
    feedsAir,
    audioServer,
    service,
    actor: seat.actor,
    unclaimedOnly,
    freeLineOnly,
    claim,
    mayTakeAway: may(role, "air"),
    overrides,
    prepare: request.prepare,
    ends,
    takeAway: async (locked, trx) => {
      legsOfColleague = await openOperatorLegs(trx, locked.id);
      await holdCaller(deps, locked);
    },
  });
  await releaseLegs(deps, call.id, legsOfColleague);
  if (!freeLineOnly) {
    await freeLine(deps, { call: call.id, line, seat, ends });
  }
  return accepted;
}

/** A caller who is called back has no leg, so any exchange can dial the number. */
async function findService(deps: DeskDeps, { callBack, desk, service }: CallRecord) {
  return callBack !== null && isQueued(desk) ? chooseExchange(deps) : service;
}

async function listMovedCalls(deps: DeskDeps, call: CallRecord): Promise<CallRecord[]> {
  if (call.conference === null) {
    return [call];
  }
  const members = await findMembers(deps, call.conference.id);
  return members.filter(({ conference }) => conference?.onHold !== true);
}

function assertMayTakeMember({ conference, desk }: CallRecord, userId: string): void {
  if (conference === null || desk.status === "ended" || isQueued(desk)) {
    return;
  }
  const holder = desk.status === "held" ? desk.holder : desk.leg.holder;
  const isUnattended = desk.status === "held" && desk.unattended;
  if (!isUnattended && holder !== null && holder.user !== userId) {
    throw callTakenError(holder);
  }
}

export async function freeLine(
  deps: DeskDeps,
  {
    call,
    line,
    seat,
    ends,
  }: { call: string; line: DeviceLine; seat: Seat; ends?: string | undefined },
): Promise<void> {
  const carried = await callsOnLine(deps.db, seat.user.id, line);
  const others: typeof carried = [];
  for (const one of carried.filter((each) => each.call !== call)) {
    if (one.conference === null) {
      others.push(one);
    } else {
      // A conference continues without its operator.
      await releaseLegs(deps, one.call, [{ sid: one.leg, service: one.service }]);
    }
  }
  if (others.length === 0) {
    return;
  }
  const behaviour = readSwitchBehaviour(await readUserSettings(deps.db, seat.user.id));
  for (const { call: other, leg } of others) {
    await tryTelephonyCommand(deps, other, async () => {
      const before = await findCall(deps.db, other);
      if (before === null) {
        return;
      }
      const role = await findRoleToEnd(deps, before, seat);
      if ((behaviour === "END" || other === ends) && role !== null) {
        await hangUpCall(deps, { call: before, seat: { ...seat, role }, undo: false });
      } else {
        await leaveOnHold(deps, before, leg);
      }
    });
  }
}

/**
 * Returns the person's role at the call's station. Without a role there (`null`) the person may not
 * end the call.
 */
async function findRoleToEnd(deps: DeskDeps, { station }: CallRecord, { user }: Seat) {
  return (await readRole(deps.db, user.id, station))?.role ?? null;
}

/**
 * Plays music to the caller, then ends the operator's leg. The call does not become unattended,
 * because the operator requested the hold.
 */
async function leaveOnHold(deps: DeskDeps, call: CallRecord, leg: string): Promise<void> {
  await releaseLeg(deps.db, leg);
  await holdCaller(deps, call);
  await endLeg(deps, { sid: leg, service: call.service });
}
