import { systemActor } from "../../platform/db/audit-store.ts";
import { toE164 } from "../../platform/to-e164.ts";
import { findLineOfNumber, readPhoneLines } from "../../stations/phone-lines/phone-lines.ts";
import { isOwnLoopCall, isRehearsal } from "../../stations/phone-lines/takes-calls.ts";
import { knownQueueSids } from "../../telephony/station-queue.ts";
import type { ServiceCall, TelephonySnapshot } from "../../telephony/telephony.ts";
import { recordArrival } from "../arrival.ts";
import { changeCall } from "../change-call.ts";
import type { DeskDeps, ServiceDeskDeps } from "../desk-deps.ts";
import { isDialling, isToBeDialled } from "../is-dialling.ts";
import { callerEnded } from "../legs/caller-handlers.ts";
import {
  classifyEnd,
  findAndConnectCaller,
  hangUpCaller,
  playHoldMusic,
  tryTelephonyCommand,
} from "../legs/connect-caller.ts";
import { adoptDialledLeg, dialParty } from "../legs/dial-party.ts";
import { LINES_BUSY_MS } from "../legs/dismiss-caller.ts";
import { handleLegEvent, type LegEvent } from "../legs/leg-events.ts";
import { toNetworkEnd } from "../record-call-end.ts";
import type { DeskEvent } from "../state/desk-state.ts";
import { buildRoomName, type CallRecord } from "../store/call-record.ts";
import { allLiveCalls, findCall } from "../store/call-store.ts";
import { findLeg, openLegsOfCalls } from "../store/leg-store.ts";
import { compareCalls, type Discrepancy, type ExpectedCall } from "./compare-calls.ts";
import { inGroups } from "./in-groups.ts";
import type { OrphanRooms } from "./orphan-rooms.ts";
import type { RepeatedFindings } from "./repeated-findings.ts";

/** The longest call. If a service reports an earlier start, its clock differs from ours. */
const LONGEST_CALL_MS = 24 * 3_600_000;

interface ReconcileOptions {
  orphans: OrphanRooms;
  repeated: RepeatedFindings;
  /**
   * Returns false when another server leads, for example after this server hung. Its findings are
   * then old, and the other server repairs the calls.
   */
  stillLeads: () => boolean;
}

/**
 * Compares our live calls with the telephony service's lists and repairs the differences. Returns
 * the findings. Throws when the service does not answer.
 */
export async function reconcileCalls(
  deps: ServiceDeskDeps,
  { orphans, repeated, stillLeads }: ReconcileOptions,
): Promise<Discrepancy[]> {
  const findings = repeated.confirm(orphans.confirm(await findDiscrepancies(deps)));
  for (const finding of findings) {
    if (!stillLeads()) {
      break;
    }
    deps.log.info(
      { finding: finding.type, ...toLogFields(finding) },
      "call reconciliation found difference",
    );
    const about = "call" in finding ? finding.call : finding.type;
    await tryTelephonyCommand(deps, about, () => repairDiscrepancy(deps, finding));
  }
  return findings;
}

async function findDiscrepancies(deps: ServiceDeskDeps): Promise<Discrepancy[]> {
  const startedAt = new Date(deps.clock.now());
  const service = await readOwnSnapshot(deps);
  // Our list is read after the service's list, so a call that begins in between is only in our list
  // and is too recent to compare.
  return compareCalls(await buildComparison(deps, { service, startedAt }));
}

/** Leaves out the rooms of other installations, which can use the same account. */
async function readOwnSnapshot({ db, at }: ServiceDeskDeps): Promise<TelephonySnapshot> {
  const { service, telephony, names } = at;
  const snapshot = await telephony.snapshot(await knownQueueSids(db, service));
  return { ...snapshot, conferences: snapshot.conferences.filter(({ name }) => names.isOwn(name)) };
}

/** Ends the calls that the service no longer has, several at the same time. */
export async function endMissingCalls(deps: ServiceDeskDeps): Promise<void> {
  const missing = (await findDiscrepancies(deps)).flatMap((finding) =>
    finding.type === "call.missing" ? [finding] : [],
  );
  await inGroups(missing, ({ call, callSid }) =>
    tryTelephonyCommand(deps, call, () => endMissingCall(deps, call, callSid)),
  );
}

function toLogFields(finding: Discrepancy): object {
  return "call" in finding ? { call: finding.call } : {};
}

async function buildComparison(
  deps: ServiceDeskDeps,
  { service, startedAt }: { service: TelephonySnapshot; startedAt: Date },
) {
  const calls = await allLiveCalls(deps.db, deps.at.service);
  const lines = await readPhoneLines(deps.db);
  // A call is not compared soon after its change, because the webhook can still be on its way.
  const settledBefore = new Date(startedAt.getTime() - deps.at.telephony.policy.quietMs);
  // A change in the future means that the clock was set back, so the call is compared too.
  const quiet = calls.filter(
    ({ changedAt }) => changedAt < settledBefore || changedAt > new Date(deps.clock.now()),
  );
  return {
    settled: await toExpectedCalls(deps, quiet, settledBefore),
    live: new Set(calls.map((call) => call.id)),
    sids: new Set(calls.flatMap(({ callSid }) => (callSid === null ? [] : [callSid]))),
    numbers: new Set(lines.map((line) => line.number)),
    service,
  };
}

async function toExpectedCalls(
  deps: ServiceDeskDeps,
  calls: CallRecord[],
  settledBefore: Date,
): Promise<ExpectedCall[]> {
  const legs = await openLegsOfCalls(deps.db, {
    calls: calls.map((call) => call.id),
    settledBefore,
    now: new Date(deps.clock.now()),
  });
  return calls.map((call) => ({
    id: call.id,
    room: buildRoomName(deps.at.names, call),
    inConference: call.conference !== null,
    isDialling: isDialling(call),
    unrung: isNotRung(call, deps.clock.now()) ? call.number : null,
    isRungBack: call.callBack !== null,
    callSid: call.callSid,
    desk: call.desk,
    wasInRoom: call.seenInRoom !== null,
    legs: (legs.get(call.id) ?? []).map(({ sid, joinedAt, released }) => ({
      sid,
      released,
      joined: joinedAt !== null,
    })),
  }));
}

/** After this time the dial command has either succeeded or failed. */
const DIAL_TIMEOUT_MS = 10_000;

function isNotRung(call: CallRecord, now: number): boolean {
  const { callSid, dial } = call;
  const isDue = isDialling(call) && !isToBeDialled(call) && callSid === null && dial !== null;
  return isDue && now - dial.at.getTime() > DIAL_TIMEOUT_MS;
}

async function repairDiscrepancy(deps: ServiceDeskDeps, finding: Discrepancy): Promise<void> {
  switch (finding.type) {
    case "call.missing":
      return endMissingCall(deps, finding.call, finding.callSid);
    case "call.unknown":
      return adoptUnknownCall(deps, finding.service);
    case "call.leaving":
      return endLeaving(deps, finding.call);
    case "leg.missing":
      return endMissingLeg(deps, finding.leg);
    case "leg.joined":
      return handleLegEvent(deps, finding.leg, joinedIn(finding.roomSid));
    case "caller.joined":
      return handleLegEvent(deps, finding.callSid, joinedIn(finding.roomSid));
    case "caller.held":
      return dispatch(deps, finding.call, (at) => ({ type: "caller.held", at }));
    case "caller.resumed":
      return dispatch(deps, finding.call, (at) => ({ type: "caller.resumed", leg: null, at }));
    case "operator.returned":
      return dispatch(deps, finding.call, (at) => ({
        type: "operator.returned",
        leg: finding.leg,
        at,
      }));
    case "caller.awaited":
      return findAndConnectCaller(deps, finding.call);
    case "caller.alone":
      return playHoldMusic(deps, finding.call);
    case "dial.missing":
      return dialUndialled(deps, finding);
    case "caller.nowhere":
      return placeCaller(deps, finding);
    case "room.orphan":
      return endOrphan(deps, finding);
  }
}

/**
 * Ends the room of an ended call. A room whose call this database does not know stays, because it
 * may belong to another installation at the same service.
 */
async function endOrphan(
  deps: ServiceDeskDeps,
  { call: id, roomSid }: { call: string; roomSid: string },
): Promise<void> {
  const call = await findCall(deps.db, id);
  if (call?.desk.status === "ended") {
    await deps.at.telephony.endConference(roomSid);
  }
}

async function endMissingLeg(deps: ServiceDeskDeps, leg: string): Promise<void> {
  if (deps.at.telephony.policy.fetchesMissingLegs && (await isLegLive(deps, leg))) {
    return;
  }
  await handleLegEvent(deps, leg, {
    type: "left",
    end: await classifyEnd(deps.at, leg, "completed"),
  });
  await deps.at.telephony.endCall(leg);
}

/**
 * The document of an operator's leg contains only the room, so a leg that is live is in its room.
 */
async function isLegLive({ at }: ServiceDeskDeps, leg: string): Promise<boolean> {
  const found = await at.telephony.findCall(leg);
  return found !== null && toNetworkEnd(found.status) === null;
}

async function dispatch(deps: ServiceDeskDeps, call: string, event: (at: string) => DeskEvent) {
  await changeCall(deps, { call, actor: systemActor }, () => ({
    desk: [event(new Date(deps.clock.now()).toISOString())],
    details: { by: "reconciliation" },
  }));
}

/** The lists have no sequence numbers, so any later event counts as newer. */
function joinedIn(room: string): LegEvent {
  return { type: "joined", seen: { room, sequence: 0 } };
}

/**
 * Ends a call that the service no longer lists. If the service does not know the call, it counts as
 * lost.
 */
async function endMissingCall(deps: ServiceDeskDeps, call: string, callSid: string): Promise<void> {
  const service = await deps.at.telephony.findCall(callSid);
  const reported = service === null ? "lost" : toNetworkEnd(service.status);
  // A call that is live in this lookup was moving between two lists, so it does not end.
  if (reported !== null) {
    const end = await classifyEnd(deps.at, callSid, reported);
    await callerEnded(deps, call, { end, endedAt: service?.endedAt ?? null, leg: callSid });
  }
}

/** Records a call that the server does not know, and puts it into the queue. */
async function adoptUnknownCall(deps: ServiceDeskDeps, service: ServiceCall): Promise<void> {
  const known = await findLeg(deps.db, service.sid);
  if (known !== null) {
    return endStaleCall(deps, known.call, service.sid);
  }
  const line = await findLineOfNumber(deps.db, service.to);
  if (line === null) {
    return;
  }
  const number = toE164(service.from);
  const now = new Date(deps.clock.now());
  if (await isOwnLoopCall(deps.db, { line, number, now })) {
    return;
  }
  const arrival = {
    callSid: service.sid,
    line,
    number,
    name: service.callerName,
    at: likelyArrival(deps, service),
    rehearsal: isRehearsal(line, number, now),
    service: deps.at.service,
  };
  const { id } = await recordArrival(deps, arrival, () => null);
  await deps.at.telephony.redirect(service.sid, deps.at.urls.requeue(id));
}

/**
 * Returns the start of the call, from which its caller has waited. Returns the present time if the
 * service's time is unlikely.
 */
function likelyArrival({ clock }: Pick<DeskDeps, "clock">, { startedAt }: ServiceCall): Date {
  const now = clock.now();
  const isLikely = startedAt !== null && startedAt.getTime() <= now;
  return isLikely && startedAt.getTime() > now - LONGEST_CALL_MS ? startedAt : new Date(now);
}

async function endStaleCall(deps: ServiceDeskDeps, id: string, callSid: string): Promise<void> {
  const call = await findCall(deps.db, id);
  const isAnnounced = call?.reason === "line_closed" || call?.reason === "forwarded";
  if (call?.desk.status === "ended" && !isAnnounced) {
    await deps.at.telephony.endCall(callSid);
  }
}

/** Only a rejected caller hears a message, so only that call is given the time to its end. */
async function endLeaving(deps: ServiceDeskDeps, id: string): Promise<void> {
  const call = await findCall(deps.db, id);
  if (call === null || call.desk.status === "ended") {
    return;
  }
  const messageMs = call.desk.leaving?.reason === "rejected" ? LINES_BUSY_MS : 0;
  if (deps.clock.now() - call.changedAt.getTime() >= messageMs) {
    await hangUpCaller(deps, call);
  }
}

async function dialUndialled(
  deps: ServiceDeskDeps,
  { call: id, leg }: { call: string; leg: string | null },
) {
  if (leg !== null) {
    await adoptDialledLeg(deps, id, leg);
    return;
  }
  const call = await findCall(deps.db, id);
  if (call !== null && isNotRung(call, deps.clock.now())) {
    await dialParty(deps, call);
  }
}

async function placeCaller(
  deps: ServiceDeskDeps,
  finding: { call: string; callSid: string; to: "queue" | "room" },
): Promise<void> {
  const url =
    finding.to === "queue" ? deps.at.urls.requeue(finding.call) : deps.at.urls.join(finding.call);
  await deps.at.telephony.redirect(finding.callSid, url);
}
