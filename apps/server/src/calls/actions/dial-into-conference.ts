import { transact } from "../../platform/db/database.ts";
import { uuidV7 } from "../../platform/db/uuid.ts";
import { ApiError } from "../../platform/http/errors.ts";
import { publish } from "../../platform/realtime/publish.ts";
import { findCallerId } from "../../stations/caller-id.ts";
import { changeCall, lockCall } from "../change-call.ts";
import { followNewCallForCutOffs } from "../cut-offs.ts";
import type { DeskDeps, Seat } from "../desk-deps.ts";
import { assertDialCaps, requireAllowed } from "../dialling/assert-dial-caps.ts";
import { dialParty } from "../legs/dial-party.ts";
import { presentCall } from "../present-call.ts";
import { InvalidStateError } from "../state/call-state.ts";
import type { CallRecord } from "../store/call-record.ts";
import { appendHistory, findCall } from "../store/call-store.ts";
import { findConference, insertMember } from "../store/conference-store.ts";
import { toDeskLeg } from "../store/leg-store.ts";
import { requireInConference } from "./find-members.ts";
import { insertNewCall } from "./place-outbound-call.ts";
import { assertRoom } from "./start-conference.ts";

export interface DialIntoRequest {
  station: string;
  conference: string;
  to: string;
  seat: Seat;
  profile: string | undefined;
}

export async function dialIntoConference(
  deps: DeskDeps,
  { station, conference, to, seat, profile }: DialIntoRequest,
): Promise<CallRecord> {
  const { number, extension } = requireAllowed(deps, to);
  const from = await findCallerId(deps.db, station);
  if (from === null) {
    throw new InvalidStateError("no_number_to_dial_from");
  }
  const live = await findConference(deps.db, conference);
  if (live?.station !== station) {
    throw new ApiError("no_such_conference");
  }
  const own = await requireInConference(deps, conference, seat);
  const leg = toDeskLeg(own);
  if (leg === null) {
    throw new InvalidStateError("not_in_conference");
  }
  const now = new Date(deps.clock.now());
  const id = uuidV7(now.getTime());
  const call = await transact(deps.db, async (trx) => {
    await assertDialCaps(trx, { station, user: seat.user.id, now }, deps.people.dialling.caps);
    await assertRoom(trx, conference, 1);
    await insertNewCall(
      trx,
      { station, number, extension, from, profile, seat, service: own.service },
      { id, now, leg, claim: null },
    );
    await insertMember(trx, { conference, call: id, at: now });
    const placed = await lockCall(trx, id);
    await appendHistory(trx, {
      call: { id, at: now },
      events: [{ type: "call.rang" }],
      audit: {
        actor: seat.actor,
        action: "call.placed",
        station,
        subject: ["call", id],
        details: { conference },
      },
    });
    await publish(trx, station, { type: "call.arrived", call: presentCall(placed) });
    await followNewCallForCutOffs(trx, placed);
    return placed;
  });
  await dialParty(deps, call);
  return (await findCall(deps.db, id)) ?? call;
}

const EXTENSION_S = 600;
/** The longest time limit that the telephony service accepts. */
const LONGEST_S = 86_400;

/** Adds ten minutes to an answered outbound call, first at the service, then in our row. */
export async function extendDial(
  deps: DeskDeps,
  { call, seat }: { call: CallRecord; seat: Seat },
): Promise<CallRecord> {
  const { callSid, dial, callState, desk } = call;
  if (desk.status === "ended") {
    throw new ApiError("call_over");
  }
  if (dial === null || callSid === null || callState.status !== "in_progress") {
    throw new InvalidStateError("no_dial_time_limit");
  }
  const limitS = Math.min(dial.limitS + EXTENSION_S, LONGEST_S);
  if ((await deps.services.of(call).telephony.setTimeLimit(callSid, limitS)) === "gone") {
    throw new ApiError("call_over");
  }
  const { after } = await changeCall(deps, { call: call.id, actor: seat.actor }, (locked) =>
    locked.dial === null || locked.dial.limitS >= limitS
      ? null
      : {
          fields: { dial: { ...locked.dial, limitS } },
          action: "call.extended",
          details: { limitS },
        },
  );
  return after;
}
