import type { Actor } from "../../platform/db/actor.ts";
import { changeCall } from "../change-call.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { tryTelephonyCommand } from "../legs/connect-caller.ts";
import { dismissCaller } from "../legs/dismiss-caller.ts";
import type { DeskState } from "../state/desk-state.ts";
import type { CallRecord } from "../store/call-record.ts";

/** Why a call stays; null when it would go. `alone`: it was named by itself [QU13]. */
function findSpareReason(
  call: CallRecord,
  { alone, userId }: { alone: boolean; userId: string | null },
): string | null {
  const { desk } = call;
  if (desk.status === "ended") {
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
  if (alone) {
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

/** As hanging up does, rejecting obeys who has the call. */
function isHeldByAnother(desk: DeskState, userId: string | null): boolean {
  return (
    desk.status === "held" &&
    !desk.unattended &&
    desk.holder !== null &&
    desk.holder.user !== userId
  );
}

export interface RejectRequest {
  calls: CallRecord[];
  dryRun: boolean;
  actor: Actor;
}

export interface RejectResult {
  rejected: string[];
  spared: { call: string; reason: string }[];
}

const AT_ONCE = 8;

/** Rejects callers, or says whom it would reject [QU12]. */
export async function rejectCalls(deps: DeskDeps, request: RejectRequest): Promise<RejectResult> {
  const answer: RejectResult = { rejected: [], spared: [] };
  const alone = request.calls.length === 1;
  for (let from = 0; from < request.calls.length; from += AT_ONCE) {
    const some = request.calls.slice(from, from + AT_ONCE);
    const reasons = await Promise.all(
      some.map((call) => rejectOne(deps, { call, alone, request })),
    );
    for (const [index, call] of some.entries()) {
      const reason = reasons[index] ?? null;
      if (reason === null) {
        answer.rejected.push(call.id);
      } else {
        answer.spared.push({ call: call.id, reason });
      }
    }
  }
  return answer;
}

async function rejectOne(
  deps: DeskDeps,
  { call, alone, request }: { call: CallRecord; alone: boolean; request: RejectRequest },
): Promise<string | null> {
  const by = { alone, userId: request.actor.userId };
  if (request.dryRun) {
    return findSpareReason(call, by);
  }
  let spared: string | null = null;
  const { after } = await changeCall(deps, { call: call.id, actor: request.actor }, (locked) => {
    spared = findSpareReason(locked, by);
    return spared === null ? { desk: [{ type: "rejected" }] } : null;
  });
  if (spared === null) {
    await tryTelephonyCommand(deps, call.id, () => dismissCaller(deps, after));
  }
  return spared;
}
