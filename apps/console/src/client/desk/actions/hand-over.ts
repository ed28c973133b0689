import { type Call, type DeviceLine, handleCall } from "@linedesk/contract";
import type { HttpClient } from "../../../lib/http-client.ts";
import type { Softphone } from "../../softphone/softphone.ts";
import { callTaken } from "../../store/desk-slice.ts";
import { selectCall, selectLeg, selectLineOf, selectMe } from "../../store/select-calls.ts";
import type { LineClaims } from "../claims/line-claims.ts";
import { askOfCalls } from "../requests/ask-of-calls.ts";
import type { CallRequests } from "../requests/call-requests.ts";
import type { UndoHistory } from "../requests/undo-history.ts";

export interface HandOverDeps {
  http: HttpClient;
  requests: CallRequests;
  undo: UndoHistory;
  claims: LineClaims;
  softphones: Record<DeviceLine, Softphone>;
  /** Takes the call back from the colleague who has not accepted it. */
  bringBack: (call: string) => Promise<void>;
}

/** Moves, swaps and offers calls, and takes them back. It does not use devices. */
export class HandOver {
  readonly #deps: HandOverDeps;

  constructor(deps: HandOverDeps) {
    this.#deps = deps;
  }

  /** Moves the call to the person's other line, which is free; this needs no acceptance. */
  async moveToLine(call: string, line: DeviceLine): Promise<void> {
    const from = this.#findLine(call);
    if (!(await this.#sendMove(call, line)) || from === null) {
      return;
    }
    this.#deps.undo.add({
      isPossible: () => this.#findLine(call) === line && this.#isFree(from),
      run: async () => void (await this.#sendMove(call, from)),
    });
  }

  async swap(call: string): Promise<void> {
    const carried = { line1: this.#callOn("line1"), line2: this.#callOn("line2") };
    if (!(await this.#sendSwap(call))) {
      return;
    }
    this.#deps.undo.add({
      isPossible: () =>
        this.#callOn("line1") === carried.line2 && this.#callOn("line2") === carried.line1,
      run: async () => void (await this.#sendSwap(call)),
    });
  }

  /** Offers the call to the colleague for 20 s; the caller hears music meanwhile. */
  async offer(call: string, colleague: { user: string; name: string }): Promise<void> {
    const { http, requests, undo } = this.#deps;
    const { user: to, name } = colleague;
    const request = { call, action: "offer" as const, line: this.#findLine(call) };
    const done = await requests.send(request, async () => {
      const body = { call, action: "move" as const, to };
      const answer = await askOfCalls(requests.store, () => http.call(handleCall, { body }));
      answer.apply();
    });
    if (!done) {
      return;
    }
    requests.announce({ type: "offer", name: requests.nameOf(call), to: name });
    undo.add({
      isPossible: () => isOfferedBy(this.#call(call), selectMe(requests.store.getState())),
      run: () => this.#deps.bringBack(call),
    });
  }

  async #sendMove(call: string, line: DeviceLine): Promise<boolean> {
    const { http, requests, claims, softphones } = this.#deps;
    const from = this.#findLine(call);
    const how: { evenIfNotReady?: true } = {};
    const insist = () => {
      how.evenIfNotReady = true;
    };
    const request = { call, action: "move" as const, line: from ?? line, insist };
    const done = await requests.send(request, async () => {
      const body = { call, action: "move" as const, line, ...how };
      const answer = await askOfCalls(requests.store, () => http.call(handleCall, { body }));
      requests.store.dispatch(callTaken({ call, line }));
      const muted = from === null ? undefined : softphones[from].leg?.muted;
      await claims.join(answer, line, muted);
    });
    if (done) {
      requests.announce({ type: "move", line });
    }
    return done;
  }

  async #sendSwap(call: string): Promise<boolean> {
    const { http, requests, softphones } = this.#deps;
    const [one, two] = [this.#callOn("line1"), this.#callOn("line2")];
    const how: { evenIfNotReady?: true } = {};
    const insist = () => {
      how.evenIfNotReady = true;
    };
    const request = { call, action: "swap" as const, line: this.#findLine(call), insist };
    const done = await requests.send(request, async () => {
      const body = { call, action: "swap" as const, ...how };
      const answer = await askOfCalls(requests.store, () => http.call(handleCall, { body }));
      // The legs stay connected, each in the other call's room; the events may have arrived
      // already.
      if (this.#callOn("line1") === one && one !== null && two !== null) {
        softphones.line1.setCall(two);
        softphones.line2.setCall(one);
      }
      answer.apply();
    });
    if (done) {
      requests.announce({ type: "swap" });
    }
    return done;
  }

  #call(id: string): Call | null {
    return selectCall(this.#deps.requests.store.getState(), id);
  }

  #callOn(line: DeviceLine): string | null {
    return selectLeg(this.#deps.requests.store.getState(), line)?.callId ?? null;
  }

  #findLine(call: string): DeviceLine | null {
    return selectLineOf(this.#deps.requests.store.getState(), call);
  }

  #isFree(line: DeviceLine): boolean {
    return this.#callOn(line) === null;
  }
}

export function isOfferedBy(call: Call | null, me: string | null): boolean {
  return call !== null && call.offer !== null && call.offer.from.user === me;
}
