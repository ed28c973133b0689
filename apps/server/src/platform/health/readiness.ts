import type { NotReadyReason } from "@linedesk/contract";
import { type Db, pingWritableDatabase } from "../db/database.ts";
import { checkPart, type PartCheck } from "./check-part.ts";

/** From this difference on, tokens and sessions of this server would be wrong. */
const MOST_OFFSET_MS = 2_000;
const CACHE_MS = 500;

export interface ReadinessDeps {
  db: Db;
  disk: { check: PartCheck };
  clock: { readonly offsetMs: number };
  elapsedMs?: () => number;
}

/**
 * Finds out for a load balancer whether this process is ready. A part that all servers share, such
 * as telephony, does not count: its outage would leave the load balancer without any server.
 */
export class Readiness {
  readonly #deps: ReadinessDeps;
  readonly #elapsedMs: () => number;
  #isDraining = false;
  #last: { atMs: number; reasons: Promise<NotReadyReason[]> } | undefined;

  constructor(deps: ReadinessDeps) {
    this.#deps = deps;
    this.#elapsedMs = deps.elapsedMs ?? (() => performance.now());
  }

  /**
   * Reports this process as not ready from now on, so that a load balancer sends no new requests.
   */
  drain(): void {
    this.#isDraining = true;
  }

  /** Returns why this process should get no requests; an empty list when it is ready. */
  async read(): Promise<NotReadyReason[]> {
    const nowMs = this.#elapsedMs();
    if (this.#last === undefined || nowMs - this.#last.atMs >= CACHE_MS) {
      this.#last = { atMs: nowMs, reasons: this.#check() };
    }
    const reasons = await this.#last.reasons;
    return this.#isDraining ? ["draining", ...reasons] : reasons;
  }

  async #check(): Promise<NotReadyReason[]> {
    const { db, disk, clock } = this.#deps;
    const [database, space] = await Promise.all([
      checkPart(async () => {
        await pingWritableDatabase(db);
        return true;
      }),
      checkPart(disk.check),
    ]);
    return [
      ...(database === "up" ? [] : ["database" as const]),
      ...(space === "up" ? [] : ["disk" as const]),
      ...(Math.abs(clock.offsetMs) < MOST_OFFSET_MS ? [] : ["clock" as const]),
    ];
  }
}
