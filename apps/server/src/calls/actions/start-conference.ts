import { MOST_MEMBERS } from "@linedesk/contract";
import { transact, type Trx } from "../../platform/db/database.ts";
import { uuidV7 } from "../../platform/db/uuid.ts";
import { ApiError, requireFound } from "../../platform/http/errors.ts";
import { findOrCreateQueueSid } from "../../telephony/station-queue.ts";
import { lockCall, writeChange } from "../change-call.ts";
import { assertAirReady, recordAirOverrides } from "../claims/assert-air-ready.ts";
import { callTakenError } from "../claims/assert-claimable.ts";
import { OnAirFirstError } from "../claims/assert-nothing-on-air.ts";
import type { DeskDeps, Seat } from "../desk-deps.ts";
import { isDialling } from "../is-dialling.ts";
import { releaseLegs, tryTelephonyCommand } from "../legs/connect-caller.ts";
import { InvalidStateError } from "../state/call-state.ts";
import { type DeskEvent, type DeskLeg, isBridged, isQueued } from "../state/desk-state.ts";
import type { CallRecord } from "../store/call-record.ts";
import {
  closeMembership,
  findConference,
  findConferenceService,
  insertConference,
  insertMember,
  memberIds,
  talkbackIds,
} from "../store/conference-store.ts";
import {
  openOperatorLegs,
  operatorLegsOfConference,
  type RegisteredLeg,
  sendLegTo,
  toDeskLeg,
} from "../store/leg-store.ts";
import { feedsAir, requireInConference } from "./find-members.ts";

function assertMayJoin({ desk, callBack, conference }: CallRecord, seat: Seat): void {
  if (desk.status === "ended") {
    throw new ApiError("caller_hung_up");
  }
  if (conference !== null) {
    throw new InvalidStateError("caller_in_conference");
  }
  if (desk.leaving !== null) {
    throw new InvalidStateError("call_being_ended");
  }
  if (callBack !== null) {
    throw new InvalidStateError("caller_to_be_called_back");
  }
  if (desk.claim !== null && desk.claim.holder.user !== seat.user.id) {
    throw callTakenError(desk.claim.holder);
  }
  const holder =
    desk.status === "held" ? (desk.unattended ? null : desk.holder) : (desk.leg?.holder ?? null);
  if (holder !== null && holder.user !== seat.user.id) {
    throw callTakenError(holder);
  }
}

interface JoinRequest {
  ids: readonly string[];
  seat: Seat;
  evenIfNotReady?: boolean | undefined;
}

/**
 * Starts a conference from the person's own call and other calls. The operator keeps the leg of the
 * first call, and all callers move into one room.
 */
export async function startConference(
  deps: DeskDeps,
  { ids, seat, evenIfNotReady }: JoinRequest,
): Promise<string> {
  const conference = uuidV7(deps.clock.now());
  let leg = "";
  const joining = await transact(deps.db, async (trx) => {
    const calls = await lockMembers(trx, ids, seat);
    const first = calls.find(({ id }) => id === ids[0]);
    const own = first === undefined || first.desk.status === "ended" ? null : first.desk.leg;
    if (first === undefined || own === null || own.holder.user !== seat.user.id) {
      throw new InvalidStateError("conference_needs_call");
    }
    if (calls.some((call) => isDialling(call))) {
      throw new InvalidStateError("number_still_rings");
    }
    leg = own.sid;
    assertSameExchange(calls, first.service);
    await assertMayBeAudible(trx, calls, { isOnAir: own.feedsAir, seat, evenIfNotReady });
    const { station } = first;
    const startedAt = new Date(deps.clock.now());
    await insertConference(trx, { id: conference, station, startedAt, startedBy: seat.user.id });
    const legs = await legsInOwnRooms(trx, calls);
    await sendLegTo(trx, leg, conference);
    await writeMembers(deps, trx, { conference, calls, seat, operator: own });
    const others = legs.filter(({ sid }) => sid !== leg);
    return { conference, calls, legs: others, service: first.service };
  });
  const { telephony, urls } = deps.services.of(joining);
  const url = urls.joinConference(conference);
  await tryTelephonyCommand(deps, conference, () => telephony.redirect(leg, url));
  await moveMembers(deps, joining);
  return conference;
}

export async function addMembers(
  deps: DeskDeps,
  { conference, ids, seat, evenIfNotReady }: JoinRequest & { conference: string },
): Promise<void> {
  await requireInConference(deps, conference, seat);
  const isOnAir = await feedsAir(deps.db, conference);
  const joining = await transact(deps.db, async (trx) => {
    const calls = await lockMembers(trx, ids, seat);
    if (calls.some((call) => isDialling(call))) {
      throw new InvalidStateError("number_still_rings");
    }
    await assertRoom(trx, conference, calls.length);
    assertSameExchange(calls, await findConferenceService(trx, conference));
    await assertMayBeAudible(trx, calls, { isOnAir, seat, evenIfNotReady });
    const legs = await legsInOwnRooms(trx, calls);
    const operator = await findOperator(trx, conference);
    await writeMembers(deps, trx, { conference, calls, seat, operator });
    return { conference, calls, legs };
  });
  await moveMembers(deps, joining);
}

async function assertMayBeAudible(
  trx: Trx,
  calls: readonly CallRecord[],
  { isOnAir, seat, evenIfNotReady }: Omit<JoinRequest, "ids"> & { isOnAir: boolean },
): Promise<void> {
  if (!isOnAir) {
    assertNobodyLeavesAir(calls);
  }
  const overrides = await assertAirReady(trx, isOnAir ? calls : [], { evenIfNotReady });
  await recordAirOverrides(trx, overrides, seat.actor);
}

/** A conference has one room, at the exchange of its first member. */
function assertSameExchange(calls: readonly CallRecord[], service: string | null): void {
  if (calls.some((call) => service !== null && call.service !== service)) {
    throw new InvalidStateError("conference_across_exchanges");
  }
}

/** Throws when a call is on air, because in a conference that is off air it would leave the air. */
function assertNobodyLeavesAir(calls: readonly CallRecord[]): void {
  for (const { desk } of calls) {
    if (isBridged(desk) && desk.leg.feedsAir) {
      throw new OnAirFirstError(desk.leg.holder.line);
    }
  }
}

/** Locks all rows in the order of their ids. */
export async function lockMembers(
  trx: Trx,
  ids: readonly string[],
  seat: Seat,
): Promise<CallRecord[]> {
  const calls: CallRecord[] = [];
  for (const id of [...new Set(ids)].toSorted()) {
    const call = await lockCall(trx, id);
    assertMayJoin(call, seat);
    calls.push(call);
  }
  return calls;
}

export async function assertRoom(trx: Trx, conference: string, more: number): Promise<void> {
  requireFound(await findConference(trx, conference, { lock: true }), "no_such_conference");
  const members = [...(await memberIds(trx, conference)), ...(await talkbackIds(trx, conference))];
  if (members.length + more > MOST_MEMBERS) {
    throw new InvalidStateError({ reason: "conference_full", params: { most: MOST_MEMBERS } });
  }
}

export async function legsInOwnRooms(
  trx: Trx,
  calls: readonly CallRecord[],
): Promise<RegisteredLeg[]> {
  const legs: RegisteredLeg[] = [];
  for (const { id } of calls) {
    legs.push(...(await openOperatorLegs(trx, id)));
  }
  return legs;
}

/** Returns the leg of the operator with whom the members will be; `null` if no operator is left. */
export async function findOperator(trx: Trx, conference: string): Promise<DeskLeg | null> {
  const open = await operatorLegsOfConference(trx, conference, { open: true });
  const first = open.findLast((one) => one.joinedAt !== null && !one.released);
  return first === undefined ? null : toDeskLeg(first);
}

interface NewMembers {
  conference: string;
  operator: DeskLeg | null;
  calls: readonly CallRecord[];
  seat: Seat;
  onHold?: boolean;
}

export async function writeMembers(
  deps: DeskDeps,
  trx: Trx,
  { conference, operator, calls, seat, onHold = false }: NewMembers,
): Promise<void> {
  const at = new Date(deps.clock.now());
  for (const before of calls) {
    if (before.talkback !== null && before.talkback !== conference) {
      await closeMembership(trx, before.id, at);
    }
  }
  for (const before of calls) {
    await insertMember(trx, { conference, call: before.id, at, onHold });
    if (before.callSid !== null) {
      await sendLegTo(trx, before.callSid, conference);
    }
    const change = {
      desk: movedTo(operator, before),
      fields: { conferenceSid: null },
      action: "conference.joined",
      details: { conference },
    };
    await writeChange({ deps, trx, before, actor: seat.actor }, change);
  }
}

/**
 * Returns the event that assigns a held or bridged caller to the conference's operator. Without
 * this event, the caller would be unattended until the room reports the join, or as soon as the
 * earlier operator's leg leaves.
 */
function movedTo(operator: DeskLeg | null, { desk }: CallRecord): DeskEvent[] {
  return operator === null || isQueued(desk) ? [] : [{ type: "operator.joined", leg: operator }];
}

/**
 * Moves the callers into the conference's room. If a command fails, reconciliation later finds the
 * caller in another room and repairs this.
 */
export async function moveMembers(
  deps: DeskDeps,
  { conference, calls, legs }: { conference: string; calls: CallRecord[]; legs: RegisteredLeg[] },
): Promise<void> {
  await Promise.all(
    calls.map(async (call) => {
      const { id, station, callSid, desk, seenInRoom } = call;
      deps.watch.notifyChanged(id);
      if (callSid === null) {
        return;
      }
      await tryTelephonyCommand(deps, id, async () => {
        const at = deps.services.of(call);
        const url = at.urls.joinConference(conference);
        if (isQueued(desk) && seenInRoom === null) {
          const queueSid = await findOrCreateQueueSid({ db: deps.db, at }, station);
          await at.telephony.dequeue({ queueSid, callSid, url });
        } else {
          await at.telephony.redirect(callSid, url);
        }
      });
    }),
  );
  const [about] = calls;
  await releaseLegs(deps, about?.id ?? conference, legs);
}
