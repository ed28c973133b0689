import type { WinMark } from "@linedesk/contract";
import { lockCallsOfCaller } from "../calls/edit-caller.ts";
import { systemActor } from "../platform/db/audit-store.ts";
import { transact } from "../platform/db/database.ts";
import { findListener, listUnqueriedCalls, type UnexpectedCall } from "./delivery-store.ts";
import { KNOWN_FOR_MS } from "./promotion.ts";
import { type PrizeDeps, writeWinChange } from "./record-win.ts";

/**
 * Queries an outside promotion system about each new caller in the background. If the caller has a
 * win that only this system knows, every seat sees it before the caller goes to air, even if nobody
 * opens the prizes.
 */
export class ArrivalClient {
  readonly #deps: PrizeDeps;
  #isAsking = false;

  constructor(deps: PrizeDeps) {
    this.#deps = deps;
  }

  queryArrivals(): void {
    if (this.#isAsking) {
      return;
    }
    this.#isAsking = true;
    void this.#queryAll().finally(() => (this.#isAsking = false));
  }

  async #queryAll(): Promise<void> {
    const { db, log } = this.#deps.calls;
    try {
      if (!(await this.#deps.promotion.isOutside())) {
        return;
      }
      for (const call of await listUnqueriedCalls(db, KNOWN_FOR_MS)) {
        await this.#queryCall(call);
      }
    } catch (err) {
      log.error({ err }, "promotion lookup failed");
    }
  }

  async #queryCall({ call, station, number }: UnexpectedCall): Promise<void> {
    const { calls, promotion } = this.#deps;
    const before = await findListener(calls.db, { station, number });
    const answer = await promotion.askCaller({ station, number });
    if (isSameHold(before?.hold ?? null, answer?.hold ?? null)) {
      return;
    }
    const shown = await transact(calls.db, async (trx) => {
      const locked = await lockCallsOfCaller(trx, call);
      const change = { calls: locked, actor: systemActor, action: "call.hold_found" };
      await writeWinChange(this.#deps, trx, change);
      return locked;
    });
    for (const { id } of shown) {
      calls.watch.notifyChanged(id);
    }
  }
}

function isSameHold(one: WinMark | null, other: WinMark | null): boolean {
  return one?.mayWinOn === other?.mayWinOn && one?.prize === other?.prize;
}
