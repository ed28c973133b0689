import { findOrCreateQueueSid } from "../../telephony/station-queue.ts";
import type { TelephonyService } from "../../telephony/telephony-service.ts";
import {
  TelephonyError,
  TelephonyUnreachableError,
  type CommandResult,
} from "../../telephony/telephony.ts";
import { isEnded } from "../change-call.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { recordCallEnd, toNetworkEnd } from "../record-call-end.ts";
import type { NetworkEnd } from "../state/call-state.ts";
import { isBridged, isQueued } from "../state/desk-state.ts";
import { buildRoomName, type CallRecord } from "../store/call-record.ts";
import { findCall } from "../store/call-store.ts";
import { legsOfEndedConferences } from "../store/conference-store.ts";
import { openOperatorLegs, releaseLeg } from "../store/leg-store.ts";
import { joinRoom } from "./join-room.ts";

// The call's state changes only when the telephony service reports that a command took effect.
// Reconciliation repairs failures.

/**
 * Runs a command whose result no person waits for. A failure or refusal of the service is only
 * logged.
 */
export async function tryTelephonyCommand(
  deps: DeskDeps,
  call: string,
  commands: () => Promise<unknown>,
): Promise<void> {
  try {
    await commands();
  } catch (error) {
    const isExpected =
      error instanceof TelephonyError || error instanceof TelephonyUnreachableError;
    if (!isExpected) {
      throw error;
    }
    deps.log.warn({ err: error, call }, "telephony command failed");
  }
}

async function findConferenceSid(deps: DeskDeps, call: CallRecord): Promise<string | null> {
  const { telephony, names } = deps.services.of(call);
  return call.conferenceSid ?? telephony.findConference(buildRoomName(names, call));
}

async function endIfGone(deps: DeskDeps, call: CallRecord): Promise<void> {
  if (call.callSid === null) {
    return;
  }
  const found = await deps.services.of(call).telephony.findCall(call.callSid);
  const end = found === null ? "lost" : toNetworkEnd(found.status);
  if (end === null) {
    return;
  }
  const { after } = await recordCallEnd(
    deps,
    { call: call.id, endedAt: found?.endedAt ?? null },
    await classifyEnd(deps.services.of(call), call.callSid, end),
  );
  if (isEnded(after)) {
    await endOperatorLegs(deps, call.id);
  }
}

/** A service that crashed reports its calls as completed or failed. Such a call counts as lost. */
export async function classifyEnd(
  { telephony }: Pick<TelephonyService, "telephony">,
  callSid: string,
  end: NetworkEnd,
) {
  const mayBeLost = end === "completed" || end === "failed";
  return mayBeLost && (await telephony.isCallLost(callSid)) ? "lost" : end;
}

/**
 * Runs when an operator is in the room. Moves the caller from the queue into the room, or ends the
 * caller's hold. If the caller has hung up, the room ends.
 */
export async function findAndConnectCaller(deps: DeskDeps, id: string): Promise<void> {
  const call = await findCall(deps.db, id);
  if (call !== null) {
    await connectCaller(deps, call, { isFirst: false });
  }
}

export async function connectCaller(
  deps: DeskDeps,
  call: CallRecord,
  { isFirst }: { isFirst: boolean },
): Promise<void> {
  const { desk } = call;
  if (desk.status === "ended" || desk.leaving !== null) {
    return endOperatorLegs(deps, call.id);
  }
  if (isBridged(desk)) {
    return;
  }
  // A ready caller is already in the call's room.
  const isIn = desk.status === "held" || call.seenInRoom !== null;
  let result = isIn ? await unholdCaller(deps, call) : await takeFromQueue(deps, call, isFirst);
  if (result === "gone" && isQueued(desk) && isIn) {
    result = await takeFromQueue(deps, call, false);
  }
  if (result === "gone" && call.talkback !== null && call.callSid !== null) {
    const { telephony, urls } = deps.services.of(call);
    result = await telephony.redirect(call.callSid, urls.join(call.id));
  }
  if (result === "gone") {
    await endIfGone(deps, call);
  }
}

/**
 * On the first attempt, the command contains the TwiML document. On later attempts the caller may
 * already be in the room and must stay there, so the command moves only a caller in the queue.
 */
async function takeFromQueue(
  deps: DeskDeps,
  call: CallRecord,
  isFirst: boolean,
): Promise<CommandResult> {
  const { callSid } = call;
  const isAwaited = isQueued(call.desk) && call.desk.leg !== null;
  if (!isAwaited || callSid === null) {
    return "done";
  }
  const at = deps.services.of(call);
  if (isFirst) {
    const { conference, programmeUrl } = call;
    const waitUrl = at.urls.hold(call.id);
    const into = { call: call.id, conference: conference?.id ?? null, waitUrl };
    const joining = { ...into, leg: callSid, programmeUrl };
    return at.telephony.runDocument(callSid, joinRoom(at, joining));
  }
  const queueSid = await findOrCreateQueueSid({ db: deps.db, at }, call.station);
  return at.telephony.dequeue({ queueSid, callSid, url: at.urls.join(call.id) });
}

export async function holdCaller(
  deps: DeskDeps,
  call: CallRecord,
  { unmute = false } = {},
): Promise<CommandResult> {
  const roomSid = await findConferenceSid(deps, call);
  if (roomSid === null || call.callSid === null) {
    return "gone";
  }
  const { telephony, urls } = deps.services.of(call);
  const holdUrl = urls.hold(call.id);
  return telephony.hold({ roomSid, callSid: call.callSid, holdUrl, unmute });
}

export async function unholdCaller(deps: DeskDeps, call: CallRecord): Promise<CommandResult> {
  const roomSid = await findConferenceSid(deps, call);
  if (roomSid === null || call.callSid === null) {
    return "gone";
  }
  return deps.services.of(call).telephony.unhold({ roomSid, callSid: call.callSid });
}

export async function muteCaller(
  deps: DeskDeps,
  call: CallRecord,
  muted: boolean,
): Promise<CommandResult> {
  const roomSid = await findConferenceSid(deps, call);
  if (roomSid === null || call.callSid === null) {
    return "gone";
  }
  return deps.services.of(call).telephony.mute({ roomSid, callSid: call.callSid, muted });
}

/**
 * Removes every operator from the call's room, and from a conference that ended with this call. An
 * empty room ends.
 */
export async function endOperatorLegs(deps: DeskDeps, call: string): Promise<void> {
  const legs = await openOperatorLegs(deps.db, call);
  const shared = await legsOfEndedConferences(deps.db, call);
  await Promise.all([...legs, ...shared].map((leg) => endLeg(deps, leg)));
}

/** Hangs up a leg at the service that has it. */
export async function endLeg(
  { services }: Pick<DeskDeps, "services">,
  leg: { sid: string; service: string },
): Promise<CommandResult> {
  return services.of(leg).telephony.endCall(leg.sid);
}

export async function hangUpCaller(deps: DeskDeps, call: CallRecord): Promise<void> {
  if (call.callSid !== null) {
    await endLeg(deps, { sid: call.callSid, service: call.service });
  }
  await recordCallEnd(deps, { call: call.id }, "completed");
}

export async function releaseLegs(
  deps: DeskDeps,
  call: string,
  legs: readonly { sid: string; service: string }[],
) {
  await Promise.all(
    legs.map(async (leg) => {
      await releaseLeg(deps.db, leg.sid);
      await tryTelephonyCommand(deps, call, () => endLeg(deps, leg));
    }),
  );
}

export async function playHoldMusic(deps: DeskDeps, id: string): Promise<void> {
  const call = await findCall(deps.db, id);
  if (call === null || call.conference !== null || call.seenInRoom === null) {
    return;
  }
  if (isEnded(call) || isBridged(call.desk)) {
    return;
  }
  if ((await holdCaller(deps, call)) === "gone") {
    await endIfGone(deps, call);
  }
}
