import { systemActor } from "../../platform/db/audit-store.ts";
import { changeCall } from "../change-call.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { isBridged } from "../state/desk-state.ts";
import { findCall } from "../store/call-store.ts";
import {
  type BeatingLeg,
  findReturnedSoftphones,
  findSilentSoftphones,
} from "../store/silent-softphones-store.ts";
import { holdCaller, tryTelephonyCommand, unholdCaller } from "./connect-caller.ts";

/** The interval at which softphones send heartbeats when the server watches them. */
export const BEAT_EVERY_MS = 2_000;
/** After this time without a heartbeat of the softphone, its caller hears music. */
const SILENT_AFTER_MS = 6_000;
const RETURNED_WITHIN_MS = 4_000;

/**
 * Holds the caller of a softphone that sends no heartbeats any more, for example after a loss of
 * power, and resumes the caller when the heartbeats return. Our exchange does this itself when
 * packets stop.
 */
export async function holdSilentSoftphones(deps: DeskDeps): Promise<void> {
  if (deps.services.all.every(({ telephony }) => telephony.policy.holdsSilentPeers)) {
    return;
  }
  const now = deps.clock.now();
  for (const one of await findSilentSoftphones(deps.db, new Date(now - SILENT_AFTER_MS))) {
    await tryTelephonyCommand(deps, one.call, () => holdSilent(deps, one));
  }
  for (const one of await findReturnedSoftphones(deps.db, new Date(now - RETURNED_WITHIN_MS))) {
    await tryTelephonyCommand(deps, one.call, () => resumeReturned(deps, one));
  }
}

async function holdSilent(deps: DeskDeps, { call, leg }: BeatingLeg): Promise<void> {
  const at = new Date(deps.clock.now()).toISOString();
  // The service's event of the hold arrives later, and the call must then already contain the
  // reason for the hold.
  const { after, changed } = await changeCall(deps, { call, actor: systemActor }, (locked) => {
    const { holdsSilentPeers } = deps.services.of(locked).telephony.policy;
    const isSilent = isBridged(locked.desk) && !holdsSilentPeers;
    return isSilent ? { desk: [{ type: "operator.silent", leg, at }] } : null;
  });
  if (changed) {
    await holdCaller(deps, after);
  }
}

async function resumeReturned(deps: DeskDeps, { call: id, leg }: BeatingLeg): Promise<void> {
  const call = await findCall(deps.db, id);
  const isSilent = call?.desk.status === "held" && call.desk.silentLeg === leg;
  if (call === null || !isSilent || (await unholdCaller(deps, call)) === "gone") {
    return;
  }
  const at = new Date(deps.clock.now()).toISOString();
  await changeCall(deps, { call: id, actor: systemActor }, () => ({
    desk: [{ type: "operator.returned", leg, at }],
  }));
}
