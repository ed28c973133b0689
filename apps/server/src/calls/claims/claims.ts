import type { Claim } from "@linedesk/contract";
import { type Actor, systemActor } from "../../platform/db/audit-store.ts";
import type { Trx } from "../../platform/db/database.ts";
import { type CallChange, type CallDeps, CallNotFoundError, changeCall } from "../change-call.ts";
import type { DeskState } from "../state/desk-state.ts";
import { nextDeskState } from "../state/next-desk-state.ts";
import type { CallRecord } from "../store/call-record.ts";
import {
  expiredClaims,
  findClaim,
  isClaimOpen,
  expireClaim,
  expireClaimsOfCall,
  type StoredClaim,
} from "../store/claim-store.ts";
import { type AirOverride, recordAirOverrides } from "./assert-air-ready.ts";
import {
  assertClaimable,
  callTakenError,
  type ClaimKind,
  leavesAir,
  takesAway,
} from "./assert-claimable.ts";
import { makeClaim, type NewClaimRequest } from "./make-claim.ts";

export interface ClaimRequest extends NewClaimRequest {
  kind: ClaimKind;
  actor: Actor;
  mayTakeAway: boolean;
  takeAway: (call: CallRecord, trx: Trx) => Promise<unknown>;
  unclaimedOnly?: boolean | undefined;
  overrides?: readonly AirOverride[];
  prepare?: ((call: CallRecord, trx: Trx) => Promise<CallChange>) | undefined;
}

/**
 * Claims the call for one line of one person. If several people claim the call at the same time,
 * the lock of its row lets one of them succeed, and the others get this person's name. A repeated
 * request for the same line returns the same claim.
 */
export async function claimCall(
  deps: CallDeps,
  request: ClaimRequest,
): Promise<{ call: CallRecord; claim: Claim }> {
  let claim: Claim | undefined;
  let older: StoredClaim[] = [];
  const { after } = await changeCall(
    deps,
    { call: request.call, actor: request.actor },
    async (locked, trx) => {
      const prior = (await request.prepare?.(locked, trx)) ?? null;
      const priorEvents = prior?.desk ?? [];
      const call = { ...locked, desk: priorEvents.reduce(nextDeskState, locked.desk) };
      assertClaimable(call, request);
      const open = await openClaimOn(trx, call.desk, new Date(deps.clock.now()));
      const isForeign = open?.user !== request.holder.user;
      if (open !== null && (isForeign || request.unclaimedOnly === true)) {
        throw callTakenError(open);
      }
      if (open !== null && open.usedAt === null && isAsRequested(open, request)) {
        claim = presentClaim(open);
        return prior;
      }
      const { made, ...others } = await makeClaim(trx, request, new Date(deps.clock.now()));
      older = others.older;
      rememberClaim(deps, made, call.desk);
      claim = presentClaim(made);
      await recordAirOverrides(trx, request.overrides ?? [], request.actor);
      const deskClaim = { id: made.id, holder: request.holder };
      const isTakenAway = takesAway(call.desk, request);
      if (isTakenAway) {
        await request.takeAway(call, trx);
      }
      const at = made.madeAt.toISOString();
      return {
        ...prior,
        desk: [
          ...priorEvents,
          isTakenAway
            ? { type: "taken_over", claim: deskClaim, at }
            : { type: "operator.claimed", claim: deskClaim },
        ],
        action: prior?.action ?? `call.${actionByKind[request.kind]}`,
        details: { ...prior?.details, ...describeLine(request) },
        fields: {
          ...prior?.fields,
          ...(call.service === request.service ? {} : { service: request.service }),
        },
      };
    },
  );
  if (claim === undefined) {
    throw new Error("the claim was neither made nor refused");
  }
  await expireClaims(deps, older);
  return { call: after, claim };
}

/**
 * Adds a claim to the memory while the call's row is locked, before the commit. A leg can use the
 * claim immediately; the use is stored after the commit, and the leg ends if the commit fails.
 * Older claims of the call leave the memory.
 */
export function rememberClaim({ claims }: CallDeps, claim: StoredClaim, before?: DeskState): void {
  claims.removeOfCall(claim.call);
  claims.add(claim, { leavesAir: before !== undefined && leavesAir(before, claim) });
}

const actionByKind: Record<ClaimKind, string> = {
  accept: "accepted",
  take_over: "taken_over",
  resume: "resumed",
  move: "moved",
};

export function presentClaim(
  claim: Pick<StoredClaim, "id" | "line" | "expiresAt" | "service">,
): Claim {
  return {
    id: claim.id,
    line: claim.line,
    expiresAt: claim.expiresAt.toISOString(),
    service: claim.service,
  };
}

async function openClaimOn(trx: Trx, desk: DeskState, now: Date): Promise<StoredClaim | null> {
  if (desk.status === "ended" || desk.claim === null) {
    return null;
  }
  const stored = await findClaim(trx, desk.claim.id, { lock: true });
  if (stored === null || stored.lapsedAt !== null) {
    return null;
  }
  // A used claim counts until its leg is in the room or has left.
  return stored.usedAt !== null || isClaimOpen(stored, now) ? stored : null;
}

/** A line connects to one call, so its earlier claims expire. */
export async function expireClaims(deps: CallDeps, older: readonly StoredClaim[]): Promise<void> {
  for (const claim of older) {
    await expireClaimOfCall(deps, claim);
  }
}

export function describeLine({
  holder: { line },
  audioServer,
}: Pick<NewClaimRequest, "holder" | "audioServer">): Record<string, unknown> {
  return audioServer === null ? { line } : { line, audioServer };
}

async function expireClaimOfCall(deps: CallDeps, claim: StoredClaim): Promise<void> {
  deps.claims.forget(claim.id);
  await changeCall(deps, { call: claim.call, actor: systemActor }, async (call, trx) => {
    const now = await findClaim(trx, claim.id, { lock: true });
    // The claim is already used, expired or deleted, so there is nothing to expire.
    if (now === null || now.usedAt !== null || now.lapsedAt !== null) {
      return null;
    }
    await expireClaim(trx, claim.id, new Date(deps.clock.now()));
    return buildExpiry(call, claim.id, new Date(deps.clock.now()));
  });
}

export async function expireClaimsOf(
  deps: Pick<CallDeps, "claims" | "clock">,
  trx: Trx,
  call: string,
): Promise<void> {
  deps.claims.removeOfCall(call);
  await expireClaimsOfCall(trx, call, new Date(deps.clock.now()));
}

/** Returns the change for an expired claim. An outbound call that is not yet dialled ends too. */
function buildExpiry(call: CallRecord, claim: string, now: Date): CallChange {
  const lapsed = { type: "claim.lapsed", claim } as const;
  if (call.desk.status !== "screening" || call.desk.leg.sid !== claim) {
    return { desk: [lapsed] };
  }
  return {
    call: [{ type: "call.failed" }],
    desk: [lapsed, { type: "caller.left", reason: "failed", at: now.toISOString() }],
  };
}

/**
 * Expires the claims that were not used in time. Any server can do this, and a restart loses no
 * claim.
 */
export async function expireOverdueClaims(deps: CallDeps): Promise<number> {
  const expired = await expiredClaims(deps.db, new Date(deps.clock.now()));
  for (const claim of expired) {
    try {
      await expireClaimOfCall(deps, claim);
    } catch (error) {
      if (!(error instanceof CallNotFoundError)) {
        throw error;
      }
      // The call's partition was dropped and only the claim is left.
      await deps.db
        .transaction()
        .execute((trx) => expireClaim(trx, claim.id, new Date(deps.clock.now())));
    }
  }
  return expired.length;
}

function isAsRequested(
  open: StoredClaim,
  { holder, feedsAir, audioServer, service }: ClaimRequest,
) {
  return (
    open.line === holder.line &&
    open.feedsAir === feedsAir &&
    open.audioServer === audioServer &&
    open.service === service
  );
}
