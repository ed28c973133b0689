import { systemActor, type Actor } from "../../platform/db/audit-store.ts";
import { findLineNumber, findShownNumber } from "../../stations/caller-id.ts";
import type { TelephonyService } from "../../telephony/telephony-service.ts";
import {
  type DialRequest,
  TelephonyError,
  TelephonyUnreachableError,
} from "../../telephony/telephony.ts";
import { changeCall } from "../change-call.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { giveUpDialling, isDialling } from "../is-dialling.ts";
import { recordCallEnd } from "../record-call-end.ts";
import { isBridged } from "../state/desk-state.ts";
import { buildRoomName, type CallRecord } from "../store/call-record.ts";
import { findCall } from "../store/call-store.ts";
import { registerLeg } from "../store/leg-store.ts";
import { callerEnded } from "./caller-handlers.ts";
import { endOperatorLegs, tryTelephonyCommand } from "./connect-caller.ts";

const RING_TIMEOUT_S = 60;

export const DIALLED_LABEL = "dialled";

/** Calls the number into the operator's room. A line that feeds the air plays no ringing. */
export async function dialParty(deps: DeskDeps, call: CallRecord): Promise<void> {
  const { desk, number, phoneLine, dial } = call;
  const { telephony, urls, names } = deps.services.of(call);
  const roomSid = await findRoomOfOperator(deps, call);
  if (!isBridged(desk) || roomSid === null) {
    return;
  }
  const from = phoneLine === null ? null : await findShown(deps, call, phoneLine.id);
  if (number === null || from === null || dial === null) {
    return callerEnded(deps, call.id, { end: "failed" });
  }
  try {
    const sid = await telephony.dial({
      roomSid,
      room: joinedRoom({ urls, names }, call),
      extension: dial.extension,
      from,
      to: number,
      label: call.conference === null ? DIALLED_LABEL : `${DIALLED_LABEL}-${call.id}`,
      ringTimeoutS: RING_TIMEOUT_S,
      timeLimitS: dial.limitS,
      isSilent: desk.leg.feedsAir,
      programmeUrl: call.programmeUrl,
      waitUrl: urls.hold(call.id),
      statusUrl: urls.dialled(call.id),
    });
    if (!(await adoptDialledLeg(deps, call.id, sid))) {
      await telephony.endCall(sid);
    }
  } catch (error) {
    if (!(error instanceof TelephonyError || error instanceof TelephonyUnreachableError)) {
      throw error;
    }
    deps.log.warn({ err: error, call: call.id }, "call dialling refused");
    await callerEnded(deps, call.id, { end: "failed" });
  }
}

function joinedRoom(
  { urls, names }: Pick<TelephonyService, "urls" | "names">,
  call: CallRecord,
): DialRequest["room"] {
  const { conference } = call;
  const statusUrl = conference === null ? urls.conference(call.id) : urls.sharedRoom(conference.id);
  return { name: buildRoomName(names, call), statusUrl };
}

/**
 * Returns the number to show: for an outbound call the number that the station has chosen, and for
 * a call back the number of the phone line that the caller rang. Returns `null` when the station
 * has no number of its own.
 */
async function findShown(
  { db }: DeskDeps,
  { direction, station, service }: CallRecord,
  line: string,
) {
  const chosen = direction === "outbound" ? await findShownNumber(db, station) : null;
  // Another exchange refuses a number that it has not verified.
  return chosen?.service === service ? chosen.number : findLineNumber(db, { station, line });
}

async function findRoomOfOperator(deps: DeskDeps, call: CallRecord): Promise<string | null> {
  if (call.conference === null) {
    return call.conferenceSid;
  }
  const { telephony, names } = deps.services.of(call);
  return telephony.findConference(buildRoomName(names, call));
}

/**
 * Registers the ringing leg of the call at its first report, which is the response to our request
 * or an event. Returns false when the call no longer dials, or has another leg.
 */
export async function adoptDialledLeg(deps: DeskDeps, id: string, sid: string): Promise<boolean> {
  const { after } = await changeCall(deps, { call: id, actor: systemActor }, async (call, trx) => {
    if (!isDialling(call) || call.callSid !== null) {
      return null;
    }
    const at = new Date(deps.clock.now());
    const conference = call.conference?.id ?? null;
    const { service } = call;
    await registerLeg(trx, { sid, call: id, at, operator: null, service, conference });
    return { fields: { callSid: sid }, action: "call.ringing" };
  });
  return after.callSid === sid;
}

export async function cancelDialling(
  deps: DeskDeps,
  { call, actor }: { call: string; actor: Actor },
): Promise<CallRecord> {
  const { before, after, changed } = await changeCall(deps, { call, actor }, (locked) =>
    isDialling(locked) ? giveUpDialling(locked, new Date(deps.clock.now())) : null,
  );
  if (changed) {
    await finishCanceled(deps, before);
  }
  return (await findCall(deps.db, call)) ?? after;
}

export async function finishCanceled(deps: DeskDeps, before: CallRecord): Promise<void> {
  const { id, callSid, callBack } = before;
  if (callBack === null) {
    await recordCallEnd(deps, { call: id }, "canceled");
  }
  await tryTelephonyCommand(deps, id, async () => {
    if (callSid !== null) {
      await deps.services.of(before).telephony.endCall(callSid);
    }
    await endOperatorLegs(deps, id);
  });
}
