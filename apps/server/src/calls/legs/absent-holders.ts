import type { Clock } from "@linedesk/base";
import { systemActor } from "../../platform/db/audit-store.ts";
import { type CallDeps, changeCall } from "../change-call.ts";
import type { DeskDeps } from "../desk-deps.ts";
import {
  findHeldByRevoked,
  findHeldWithoutLeg,
  findLegsOfRevoked,
  usersWithLegs,
} from "../store/legs-of-revoked-store.ts";
import { endLeg, tryTelephonyCommand } from "./connect-caller.ts";

const ABSENT_MS = 10_000;

export interface AbsentHoldersDeps extends Omit<CallDeps, "clock"> {
  clock: Pick<Clock, "now" | "elapsedMs">;
  listPresentUsers: () => Promise<ReadonlySet<string>>;
}

/**
 * Finds held calls whose holder is absent. A holder who has had no leg, no seat and no tab for ten
 * seconds is absent, and any colleague may then take over the call.
 */
export class AbsentHolders {
  readonly #deps: AbsentHoldersDeps;
  readonly #absentSince = new Map<string, number>();

  constructor(deps: AbsentHoldersDeps) {
    this.#deps = deps;
  }

  async release(): Promise<void> {
    const held = await findHeldWithoutLeg(this.#deps.db);
    const absent = await this.#findAbsent([...new Set(held.map((call) => call.holder))]);
    for (const user of this.#absentSince.keys()) {
      if (!absent.has(user)) {
        this.#absentSince.delete(user);
      }
    }
    const now = this.#deps.clock.elapsedMs();
    for (const { call, holder } of held) {
      if (absent.has(holder) && now - this.#findAbsentSince(holder, now) >= ABSENT_MS) {
        await this.#releaseCall(call, holder);
      }
    }
  }

  async #findAbsent(holders: readonly string[]): Promise<ReadonlySet<string>> {
    if (holders.length === 0) {
      return new Set();
    }
    try {
      const [present, onLegs] = await Promise.all([
        this.#deps.listPresentUsers(),
        usersWithLegs(this.#deps.db, holders),
      ]);
      return new Set(holders.filter((user) => !present.has(user) && !onLegs.has(user)));
    } catch (error) {
      // Presence is unknown, so the ten seconds begin again.
      this.#absentSince.clear();
      throw error;
    }
  }

  #findAbsentSince(user: string, now: number): number {
    const since = this.#absentSince.get(user) ?? now;
    this.#absentSince.set(user, since);
    return since;
  }

  async #releaseCall(call: string, user: string): Promise<void> {
    const at = new Date(this.#deps.clock.now()).toISOString();
    await changeCall(this.#deps, { call, actor: systemActor }, () => ({
      desk: [{ type: "operator.gone", user, at }],
    }));
  }
}

/**
 * Ends the lines of people who were disabled or lost their role, even when another process changed
 * the database. Their callers are held with music, unattended, in the same way as after the loss of
 * a browser.
 */
export async function endRevokedOperators(deps: DeskDeps): Promise<void> {
  const legs = await findLegsOfRevoked(deps.db);
  await Promise.all(
    legs.map((leg) => tryTelephonyCommand(deps, leg.call, () => endLeg(deps, leg))),
  );
  const at = new Date(deps.clock.now()).toISOString();
  for (const { call, holder } of await findHeldByRevoked(deps.db)) {
    await changeCall(deps, { call, actor: systemActor }, () => ({
      desk: [{ type: "operator.gone", user: holder, at }],
    }));
  }
}
