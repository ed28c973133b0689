import { may } from "@linedesk/contract";
import { readRole } from "../../people/members.ts";
import { systemActor } from "../../platform/db/audit-store.ts";
import type { Trx } from "../../platform/db/database.ts";
import { CallNotFoundError, changeCall, type CallDeps } from "../change-call.ts";
import { ELSEWHERE, type UsedClaim, usedClaim } from "../claim-memory.ts";
import type { DeskDeps } from "../desk-deps.ts";
import type { CallRecord } from "../store/call-record.ts";
import {
  claimedLeg,
  claimIdentity,
  findClaim,
  expireClaim,
  markClaimUsed,
  type StoredClaim,
} from "../store/claim-store.ts";
import { registerLeg } from "../store/leg-store.ts";
import { leavesAir } from "./assert-claimable.ts";

export interface ClaimUse {
  claim: string;
  user: string | null;
  leg: string;
  /** The telephony service at which the softphone connects. */
  service: string;
}

/**
 * A softphone can connect before its claim is created. The server waits this long for the claim.
 */
const WAIT_FOR_CLAIM_MS = 2_000;
const ASK_AGAIN_MS = 50;

export type UseClaimResult = UsedClaim | { status: "refused"; why: string };

interface UseClaimDeps extends CallDeps {
  services: DeskDeps["services"];
}

/**
 * Uses a claim once. The claim must belong to the person, must not have expired, and its call must
 * be live. From then on the leg is an operator's leg of that call. A repeated request of the same
 * leg gets the same answer.
 */
export async function useClaim(deps: UseClaimDeps, use: ClaimUse): Promise<UseClaimResult> {
  const search = new ClaimSearch(deps, use.claim);
  for (let waitedMs = 0; waitedMs < WAIT_FOR_CLAIM_MS; waitedMs += ASK_AGAIN_MS) {
    const taken = deps.claims.take(use.claim, use);
    if (taken.status === "used") {
      deps.claims.trackRegistration(use.leg, registerTaken(deps, taken.call, use));
    }
    if (taken.status !== "unknown") {
      return taken;
    }
    // This process may add the claim during the query, or another process may store it.
    const arrival = deps.claims.arrival(use.claim, ASK_AGAIN_MS);
    // A use that the memory can answer must not wait for a busy database.
    const claim = await Promise.race([search.find(), arrival.then(() => null)]);
    if (claim !== null) {
      return await useClaimOfCall(deps, claim.call, use);
    }
    await arrival;
  }
  return refused("unknown claim");
}

class ClaimSearch {
  readonly #deps: CallDeps;
  readonly #id: string;
  #checking: ReturnType<typeof findClaim> | null = null;

  constructor(deps: CallDeps, id: string) {
    this.#deps = deps;
    this.#id = id;
  }

  find(): ReturnType<typeof findClaim> {
    this.#checking ??= this.#check();
    return this.#checking;
  }

  #check(): ReturnType<typeof findClaim> {
    const looking = findClaim(this.#deps.db, this.#id).finally(() => (this.#checking = null));
    // If nothing waits for the query any more, its error is irrelevant.
    looking.catch(() => undefined);
    return looking;
  }
}

/** Stores the use of a claim that the memory has admitted. If this fails, the leg is hung up. */
async function registerTaken(deps: UseClaimDeps, call: string, use: ClaimUse): Promise<void> {
  const { leg } = use;
  let why: string | null = "use not stored";
  try {
    const used = await useClaimOfCall(deps, call, use);
    why = used.status === "refused" ? used.why : null;
  } catch (error) {
    deps.log.error({ err: error, call, leg }, "claim use save failed");
  }
  if (why === null) {
    return;
  }
  deps.log.info({ call, leg, why }, "softphone leg ended after admission");
  deps.claims.forget(use.claim);
  try {
    await deps.services.of(use).telephony.endCall(leg);
  } catch (error) {
    deps.log.warn({ err: error, call, leg }, "telephony command failed");
  }
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
  let isLeavingAir = false;
  try {
    await changeCall(deps, { call, actor: systemActor }, async (locked, trx) => {
      const now = new Date(deps.clock.now());
      const claim = await findClaim(trx, use.claim, { lock: true });
      why = findRefusalReason(claim, { call: locked, use, now });
      if (why === null && claim?.feedsAir === true && !(await mayPutToAir(trx, locked, claim))) {
        why = "permission for air lost";
      }
      if (why === null && claim?.usedAt === null) {
        isLeavingAir = leavesAir(locked.desk, claim);
        await markUsed(trx, claim, { ...use, at: now });
      }
      return null;
    });
  } catch (error) {
    if (error instanceof CallNotFoundError) {
      return refused("no such call");
    }
    throw error;
  }
  return why === null ? usedClaim(call, isLeavingAir) : refused(why);
}

/** The role may have been lowered since the claim was made. */
async function mayPutToAir(
  trx: Trx,
  { station }: CallRecord,
  { user }: StoredClaim,
): Promise<boolean> {
  const held = await readRole(trx, user, station);
  return held !== null && may(held.role, "air");
}

function findRefusalReason(
  claim: StoredClaim | null,
  { call, use, now }: { call: CallRecord; use: ClaimUse; now: Date },
): string | null {
  if (claim === null) {
    return "unknown claim";
  }
  if (use.user !== claimIdentity(claim)) {
    return "claim of somebody else";
  }
  if (use.service !== claim.service) {
    return ELSEWHERE;
  }
  if (claim.usedAt !== null) {
    return claim.legSid === use.leg ? null : "claim used";
  }
  if (claim.lapsedAt !== null || claim.expiresAt <= now) {
    return "claim lapsed";
  }
  return call.desk.status === "ended" ? "call over" : null;
}

async function markUsed(trx: Trx, claim: StoredClaim, { leg, at }: { leg: string; at: Date }) {
  const operator = claimedLeg(claim, leg);
  const { call, audioServer, service } = claim;
  const isNew = await registerLeg(trx, { sid: leg, call, at, operator, audioServer, service });
  if (isNew) {
    await markClaimUsed(trx, claim.id, { leg, at });
  } else {
    await expireClaim(trx, claim.id, at);
  }
}
