import type { Actor } from "../../platform/db/actor.ts";
import { changeCall } from "../change-call.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { attempt, hangUpCaller } from "../legs/room-control.ts";
import type { CallRecord } from "../store/call-record.ts";

/** Why a call stays; null when it would go. `alone`: it was named by itself [QU13]. */
function spareReason(call: CallRecord, alone: boolean): string | null {
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
    return null;
  }
  if (desk.status === "held") {
    return "held";
  }
  if (call.pinned) {
    return "pinned";
  }
  return call.phoneLine?.priority === true ? "priority line" : null;
}

export interface RejectWish {
  calls: CallRecord[];
  dryRun: boolean;
  actor: Actor;
}

export interface RejectAnswer {
  rejected: string[];
  spared: { call: string; reason: string }[];
}

const AT_ONCE = 8;

/** Rejects callers, or says whom it would reject [QU12]. */
export async function rejectCalls(deps: DeskDeps, wish: RejectWish): Promise<RejectAnswer> {
  const answer: RejectAnswer = { rejected: [], spared: [] };
  const alone = wish.calls.length === 1;
  for (let from = 0; from < wish.calls.length; from += AT_ONCE) {
    const some = wish.calls.slice(from, from + AT_ONCE);
    const reasons = await Promise.all(some.map((call) => rejectOne(deps, { call, alone, wish })));
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
  { call, alone, wish }: { call: CallRecord; alone: boolean; wish: RejectWish },
): Promise<string | null> {
  if (wish.dryRun) {
    return spareReason(call, alone);
  }
  let spared: string | null = null;
  const { after } = await changeCall(deps, { call: call.id, actor: wish.actor }, (locked) => {
    spared = spareReason(locked, alone);
    return spared === null ? { desk: [{ type: "rejected" }] } : null;
  });
  if (spared === null) {
    await attempt(deps, call.id, () => hangUpCaller(deps, after));
  }
  return spared;
}
