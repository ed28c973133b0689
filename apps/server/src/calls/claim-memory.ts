import type { Clock } from "@linedesk/base";
import { claimIdentity, type StoredClaim } from "./store/claim-store.ts";

/** A busy hour has fewer claims than this. A dropped claim is still in the database. */
const MAX_CLAIMS = 1_000;

/** The reason of a refusal that leaves the claim unused. */
export const ELSEWHERE = "claim at another exchange";

interface RememberedClaim {
  claim: StoredClaim;
  leavesAir: boolean;
  leg: string | null;
}

export interface UsedClaim {
  status: "used";
  call: string;
  leavesAir?: true;
}

export type TakenClaim = { status: "unknown" } | UsedClaim | { status: "refused"; why: string };

export function usedClaim(call: string, leavesAir: boolean): UsedClaim {
  return { status: "used", call, ...(leavesAir ? { leavesAir } : {}) };
}

/**
 * Keeps the claims that this process made recently, and admits a connection with one of them
 * without the database. If the claim has changed in the database, or was never written, the server
 * notices this when it stores the use of the claim.
 */
export class ClaimMemory {
  readonly #clock: Pick<Clock, "now">;
  readonly #claims = new Map<string, RememberedClaim>();
  readonly #waiting = new Map<string, Set<() => void>>();
  readonly #registrations = new Map<string, Promise<void>>();

  constructor(clock: Pick<Clock, "now">) {
    this.#clock = clock;
  }

  /** Adds a claim that is stored, or that the holder of the call's lock is about to store. */
  add(claim: StoredClaim, { leavesAir = false } = {}): void {
    this.#claims.set(claim.id, { claim, leavesAir, leg: null });
    const oldest = this.#claims.keys().next().value;
    if (this.#claims.size > MAX_CLAIMS && oldest !== undefined) {
      this.#claims.delete(oldest);
    }
    for (const wake of this.#waiting.get(claim.id) ?? []) {
      wake();
    }
  }

  /** Forgets an expired claim. The database decides about a connection with it. */
  forget(id: string): void {
    this.#claims.delete(id);
  }

  removeOfCall(call: string): void {
    for (const [id, { claim }] of this.#claims) {
      if (claim.call === call) {
        this.#claims.delete(id);
      }
    }
  }

  take(
    id: string,
    { user, leg, service }: { user: string | null; leg: string; service: string },
  ): TakenClaim {
    const remembered = this.#claims.get(id);
    if (remembered === undefined) {
      return { status: "unknown" };
    }
    const { claim } = remembered;
    if (user !== claimIdentity(claim)) {
      return { status: "refused", why: "claim of somebody else" };
    }
    if (service !== claim.service) {
      return { status: "refused", why: ELSEWHERE };
    }
    if (remembered.leg !== null && remembered.leg !== leg) {
      return { status: "refused", why: "claim used" };
    }
    if (remembered.leg === null && claim.expiresAt.getTime() <= this.#clock.now()) {
      return { status: "refused", why: "claim lapsed" };
    }
    remembered.leg = leg;
    return usedClaim(claim.call, remembered.leavesAir);
  }

  arrival(id: string, withinMs: number): Promise<void> {
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(id) ?? new Set();
      this.#waiting.set(id, waiting);
      const finish = (): void => {
        clearTimeout(timer);
        waiting.delete(finish);
        if (waiting.size === 0 && this.#waiting.get(id) === waiting) {
          this.#waiting.delete(id);
        }
        resolve();
      };
      const timer = setTimeout(finish, withinMs);
      waiting.add(finish);
    });
  }

  trackRegistration(leg: string, registration: Promise<void>): void {
    const settled = registration.catch(() => undefined);
    this.#registrations.set(leg, settled);
    void settled.then(() => {
      if (this.#registrations.get(leg) === settled) {
        this.#registrations.delete(leg);
      }
    });
  }

  async awaitRegistration(leg: string): Promise<void> {
    await this.#registrations.get(leg);
  }
}
