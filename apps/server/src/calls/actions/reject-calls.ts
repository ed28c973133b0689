import { type SpareReason, undoTimes } from "@linedesk/contract";
import { describeLinesBusy } from "../../stations/phone-lines/choose-hold-music-url.ts";
import { changeCall } from "../change-call.ts";
import { expireClaimsOf } from "../claims/claims.ts";
import type { DeskDeps, Seat } from "../desk-deps.ts";
import { releaseLegs } from "../legs/connect-caller.ts";
import type { DeskState } from "../state/desk-state.ts";
import type { CallRecord } from "../store/call-record.ts";
import { openOperatorLegs, type RegisteredLeg } from "../store/leg-store.ts";

function findSpareReason(
  call: CallRecord,
  { isNamed, userId }: { isNamed: boolean; userId: string },
): SpareReason | null {
  const { desk } = call;
  if (desk.status === "ended") {
    return "gone";
  }
  if (desk.leaving !== null) {
    return "gone";
  }
  if (desk.status === "on_air") {
    return "on air";
  }
  if (desk.status === "screening") {
    return "with an operator";
  }
  if (call.locked) {
    return "locked";
  }
  if (desk.claim !== null) {
    return "with an operator";
  }
  if (desk.status !== "held" && desk.leg !== null) {
    return "with an operator";
  }
  if (isNamed) {
    return isHeldByAnother(desk, userId) ? "with an operator" : null;
  }
  if (desk.status === "held") {
    return "held";
  }
  if (call.pinned) {
    return "pinned";
  }
  return call.phoneLine?.priority === true ? "priority line" : null;
}

function isHeldByAnother(desk: DeskState, userId: string): boolean {
  return (
    desk.status === "held" &&
    !desk.unattended &&
    desk.holder !== null &&
    desk.holder.user !== userId
  );
}

export interface RejectRequest {
  calls: CallRecord[];
  named: ReadonlySet<string>;
  dryRun: boolean;
  seat: Pick<Seat, "user" | "actor">;
}

export interface RejectResult {
  rejected: string[];
  spared: { call: string; reason: SpareReason }[];
  announced?: Announced[];
}

interface Announced {
  words: string | null;
  sound: string | null;
}

const AT_ONCE = 8;

/**
 * Rejects callers; with `dryRun` it only lists those whom it would reject. Rejected callers are
 * disconnected 6 s later, so that undo can restore each of them. Until then they hear no change.
 */
export async function rejectCalls(deps: DeskDeps, request: RejectRequest): Promise<RejectResult> {
  const answer: RejectResult = { rejected: [], spared: [] };
  for (let from = 0; from < request.calls.length; from += AT_ONCE) {
    const some = request.calls.slice(from, from + AT_ONCE);
    const reasons = await Promise.all(some.map((call) => rejectOne(deps, call, request)));
    for (const [index, call] of some.entries()) {
      const reason = reasons[index] ?? null;
      if (reason === null) {
        answer.rejected.push(call.id);
      } else {
        answer.spared.push({ call: call.id, reason });
      }
    }
  }
  return request.dryRun && answer.rejected.length > 0
    ? { ...answer, announced: await listAnnounced(deps, request, answer) }
    : answer;
}

async function listAnnounced(
  deps: DeskDeps,
  { calls }: RejectRequest,
  { rejected }: RejectResult,
): Promise<Announced[]> {
  const going = calls.filter(({ id }) => rejected.includes(id));
  const lines = [...new Set(going.map(({ phoneLine }) => phoneLine?.id ?? null))];
  const builtIn = deps.services.first.urls.sound("lines-busy");
  const announced = await Promise.all(
    lines.map((line) => describeLinesBusy(deps.db, line, builtIn)),
  );
  return [...new Map(announced.map((one) => [JSON.stringify(one), one])).values()];
}

async function rejectOne(
  deps: DeskDeps,
  call: CallRecord,
  request: RejectRequest,
): Promise<SpareReason | null> {
  const { user } = request.seat;
  const by = { isNamed: request.named.has(call.id), userId: user.id };
  if (request.dryRun) {
    return findSpareReason(call, by);
  }
  let spared: string | null = null;
  let legs: RegisteredLeg[] = [];
  const target = { call: call.id, actor: request.seat.actor };
  await changeCall(deps, target, async (locked, trx) => {
    spared = findSpareReason(locked, by);
    if (spared !== null) {
      return null;
    }
    await expireClaimsOf(deps, trx, locked.id);
    legs = await openOperatorLegs(trx, locked.id);
    const dueMs = deps.clock.now() + undoTimes.rejectMs + undoTimes.graceMs;
    const until = new Date(dueMs).toISOString();
    return { desk: [{ type: "rejected", by: { user: user.id, name: user.name }, until }] };
  });
  await releaseLegs(deps, call.id, legs);
  return spared;
}
