import { systemActor } from "../../platform/db/actor.ts";
import { changeCall, isEnded, type CallChange } from "../change-call.ts";
import type { DeskDeps } from "../desk-deps.ts";
import type { DeskEvent } from "../state/desk-state.ts";
import { nextDeskState } from "../state/next-desk-state.ts";
import type { CallRecord } from "../store/call-record.ts";
import { findClaimOfLeg } from "../store/claim-store.ts";
import {
  toDeskLeg,
  markJoined,
  markLeft,
  openOperatorLegs,
  releaseLeg,
  type RegisteredLeg,
} from "../store/leg-store.ts";
import { connectCaller, playHoldMusic, tryTelephonyCommand } from "./connect-caller.ts";

/** An operator's leg is in the call's room: the caller is brought to it [DS6]. */
export async function operatorJoined(
  deps: DeskDeps,
  leg: RegisteredLeg,
  conferenceSid: string,
): Promise<void> {
  const deskLeg = toDeskLeg(leg);
  if (deskLeg === null) {
    return;
  }
  const joined: DeskEvent = { type: "operator.joined", leg: deskLeg };
  let bringing = Promise.resolve();
  const [isFirstReport] = await Promise.all([
    markJoined(deps.db, leg.sid, new Date(deps.clock.now())),
    changeCall(deps, { call: leg.call, actor: systemActor }, (call) => {
      // The row is ours: the caller need not wait until all of it is written.
      const desk = nextDeskState(call.desk, joined);
      const present = { ...call, desk, conferenceSid };
      const isFirst = desk !== call.desk;
      bringing = tryTelephonyCommand(deps, leg.call, () =>
        connectCaller(deps, present, { isFirst }),
      );
      // What it throws is thrown below.
      bringing.catch(() => undefined);
      return { desk: [joined], ...roomOfCall(call, conferenceSid) };
    }),
  ]);
  await bringing;
  if (isFirstReport) {
    await tryTelephonyCommand(deps, leg.call, () => endOtherLegs(deps, leg));
  }
}

/** A silent leg whose call was taken over must not come back into the conversation. */
async function endOtherLegs(deps: DeskDeps, leg: RegisteredLeg): Promise<void> {
  const open = await openOperatorLegs(deps.db, leg.call);
  for (const other of open.filter((one) => one.sid !== leg.sid && one.joinedAt !== null)) {
    await releaseLeg(deps.db, other.sid);
    await deps.telephony.endCall(other.sid);
  }
}

function roomOfCall(call: CallRecord, conferenceSid: string): Pick<CallChange, "fields"> {
  return call.conferenceSid === conferenceSid || isEnded(call) ? {} : { fields: { conferenceSid } };
}

/** An operator's leg has left the room: unasked, the call is held and unattended [DS27]. */
export async function operatorLeft(deps: DeskDeps, leg: RegisteredLeg): Promise<void> {
  const now = new Date(deps.clock.now());
  const isFirstReport = await markLeft(deps.db, leg.sid, now);
  const claim = await findClaimOfLeg(deps.db, leg.sid);
  const { after } = await changeCall(deps, { call: leg.call, actor: systemActor }, () => {
    const events: DeskEvent[] = [
      { type: "operator.left", leg: leg.sid, released: leg.released, at: now.toISOString() },
    ];
    if (claim !== null) {
      events.push({ type: "claim.lapsed", claim: claim.id });
    }
    return { desk: events };
  });
  if (isFirstReport && after.desk.status === "held" && after.desk.unattended) {
    await tryTelephonyCommand(deps, leg.call, () => playHoldMusic(deps, leg.call));
  }
}
