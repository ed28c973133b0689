import { setTimeout as wait } from "node:timers/promises";

import { systemActor } from "../../platform/db/actor.ts";
import type { Trx } from "../../platform/db/database.ts";
import { CallNotFoundError, changeCall, type CallDeps } from "../change-call.ts";
import type { CallRecord } from "../store/call-record.ts";
import {
  claimedLeg,
  findClaim,
  lapseClaim,
  markClaimUsed,
  type StoredClaim,
} from "../store/claim-store.ts";
import { registerLeg } from "../store/leg-store.ts";

/** A softphone that wants to connect. */
export interface ClaimUse {
  claim: string;
  /** Who the softphone's token says it is; null when it is no person of ours. */
  user: string | null;
  /** Its leg at the telephony service. */
  leg: string;
}

/** A softphone may set out while its claim is still being made [DS35]; so long it is waited for. */
const WAIT_FOR_CLAIM_MS = 2_000;
const ASK_AGAIN_MS = 20;

export type UseClaimResult = { status: "used"; call: string } | { status: "refused"; why: string };

/**
 * Uses a claim, once: its own person's, not lapsed, of a live call; from then on the leg is an
 * operator's of that call [DS5]. The same leg that asks again gets the same answer.
 */
export async function useClaim(deps: CallDeps, use: ClaimUse): Promise<UseClaimResult> {
  const claim = await awaitClaim(deps, use.claim);
  if (claim === null) {
    return refused("unknown claim");
  }
  try {
    return await useClaimOfCall(deps, claim.call, use);
  } catch (error) {
    if (error instanceof CallNotFoundError) {
      return refused("no such call");
    }
    throw error;
  }
}

async function awaitClaim(deps: CallDeps, id: string): Promise<StoredClaim | null> {
  for (let waitedMs = 0; waitedMs < WAIT_FOR_CLAIM_MS; waitedMs += ASK_AGAIN_MS) {
    const claim = await findClaim(deps.db, id);
    if (claim !== null) {
      return claim;
    }
    await wait(ASK_AGAIN_MS);
  }
  return null;
}

function refused(why: string): UseClaimResult {
  return { status: "refused", why };
}

async function useClaimOfCall(
  deps: CallDeps,
  call: string,
  use: ClaimUse,
): Promise<UseClaimResult> {
  let why: string | null = null;
  await changeCall(deps, { call, actor: systemActor }, async (locked, trx) => {
    const now = new Date(deps.clock.now());
    const claim = await findClaim(trx, use.claim, { lock: true });
    why = findRefusalReason(claim, { call: locked, use, now });
    if (why === null && claim?.usedAt === null) {
      await markUsed(trx, claim, { ...use, at: now });
    }
    return null;
  });
  return why === null ? { status: "used", call } : refused(why);
}

function findRefusalReason(
  claim: StoredClaim | null,
  { call, use, now }: { call: CallRecord; use: ClaimUse; now: Date },
): string | null {
  if (claim === null) {
    return "unknown claim";
  }
  if (use.user !== claim.user) {
    return "claim of somebody else";
  }
  if (claim.usedAt !== null) {
    return claim.legSid === use.leg ? null : "claim used";
  }
  if (claim.lapsedAt !== null || claim.expiresAt <= now) {
    return "claim lapsed";
  }
  return call.desk.status === "ended" ? "call over" : null;
}

async function markUsed(
  trx: Trx,
  claim: StoredClaim,
  { leg, at }: { leg: string; at: Date },
): Promise<void> {
  const operator = claimedLeg(claim, leg);
  const isNew = await registerLeg(trx, { sid: leg, call: claim.call, at, operator });
  if (isNew) {
    await markClaimUsed(trx, claim.id, { leg, at });
  } else {
    await lapseClaim(trx, claim.id, at);
  }
}
