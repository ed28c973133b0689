import { type DeviceLine, handleCall } from "@linedesk/contract";
import type { HttpClient } from "../../../lib/http-client.ts";
import { noteAction, selectLines } from "../../actions/note-action.ts";
import type { Softphone } from "../../softphone/softphone.ts";
import { callTaken } from "../../store/desk-slice.ts";
import { selectCall, selectLineOf } from "../../store/select-calls.ts";
import type { RootState } from "../../store/store.ts";
import type { LineClaims } from "../claims/line-claims.ts";
import type { CallRequests } from "../requests/call-requests.ts";
import { requestCalls } from "../requests/request-calls.ts";
import type { OfferUndo } from "../requests/undo-offers.ts";

export interface HandOverDeps {
  http: HttpClient;
  requests: CallRequests;
  offerUndo: OfferUndo;
  claims: LineClaims;
  softphones: Record<DeviceLine, Softphone>;
}

/** Moves and swaps calls between the lines, also as an undo, and offers calls to colleagues. */
export class HandOver {
  readonly #deps: HandOverDeps;

  constructor(deps: HandOverDeps) {
    this.#deps = deps;
  }

  /** Moves the call to the person's other line, which is free; this needs no acceptance. */
  async moveToLine(call: string, line: DeviceLine): Promise<void> {
    const noted = noteAction(this.#state, call);
    const from = this.#findLine(call);
    if ((await this.moveBack(call, line)) && from !== null) {
      this.#deps.offerUndo("move", noted);
    }
  }

  async swap(call: string): Promise<void> {
    const noted = noteAction(this.#state, call);
    if (await this.#sendSwap(call)) {
      this.#deps.offerUndo("swap", noted);
    }
  }

  /** Offers the call to the colleague for 20 s; the caller hears music meanwhile. */
  async offer(call: string, colleague: { user: string; name: string }): Promise<void> {
    const { http, requests, offerUndo } = this.#deps;
    const { user: to, name } = colleague;
    const noted = noteAction(this.#state, call);
    const request = { call, action: "offer" as const, line: this.#findLine(call) };
    const done = await requests.send(request, async () => {
      const body = { call, action: "move" as const, to };
      const answer = await requestCalls(requests.store, () => http.call(handleCall, { body }));
      answer.apply();
    });
    if (done) {
      requests.announce("offer", { call, to: name });
      offerUndo("offer", noted);
    }
  }

  /** Moves the call and offers no undo; returns true on success. */
  async moveBack(call: string, line: DeviceLine): Promise<boolean> {
    const { http, requests, claims, softphones } = this.#deps;
    const from = this.#findLine(call);
    const how: { evenIfNotReady?: true } = {};
    const insist = () => {
      how.evenIfNotReady = true;
    };
    const request = { call, action: "move" as const, line: from ?? line, insist };
    const done = await requests.send(request, async () => {
      const body = { call, action: "move" as const, line, ...how };
      const answer = await requestCalls(requests.store, () => http.call(handleCall, { body }));
      requests.store.dispatch(callTaken({ call, line }));
      const muted = from === null ? undefined : softphones[from].leg?.muted;
      await claims.join(answer, line, muted);
    });
    if (done) {
      requests.announce("move", { line });
    }
    return done;
  }

  /**
   * Swaps the lines and offers no undo; returns true on success. Sends the id of the call on air,
   * because a swap may take only the call in its request off air.
   */
  swapBack(call: string): Promise<boolean> {
    const { line1, line2 } = selectLines(this.#state);
    const onAir = [line1, line2].find((id) => this.#isOnAir(id));
    return this.#sendSwap(onAir ?? call);
  }

  #isOnAir(call: string | null): boolean {
    return selectCall(this.#state, call ?? "")?.desk.status === "on_air";
  }

  async #sendSwap(call: string): Promise<boolean> {
    const { http, requests, softphones } = this.#deps;
    const { line1: one, line2: two } = selectLines(this.#state);
    const how: { evenIfNotReady?: true } = {};
    const insist = () => {
      how.evenIfNotReady = true;
    };
    const request = { call, action: "swap" as const, line: this.#findLine(call), insist };
    const done = await requests.send(request, async () => {
      const body = { call, action: "swap" as const, ...how };
      const answer = await requestCalls(requests.store, () => http.call(handleCall, { body }));
      // Each line keeps its leg, which is in the room of the other call now. If the events arrived
      // before the response, the legs name the new calls already.
      if (selectLines(this.#state).line1 === one && one !== null && two !== null) {
        softphones.line1.setCall(two);
        softphones.line2.setCall(one);
      }
      answer.apply();
    });
    if (done) {
      requests.announce("swap", {});
    }
    return done;
  }

  get #state(): RootState {
    return this.#deps.requests.store.getState();
  }

  #findLine(call: string): DeviceLine | null {
    return selectLineOf(this.#state, call);
  }
}
