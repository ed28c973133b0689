import { type AirChecks, checkForAir } from "@linedesk/contract";
import type { HttpClient } from "../../../lib/http-client.ts";
import { callAnswered } from "../../store/calls-slice.ts";
import { airCheckSet } from "../../store/desk-slice.ts";
import { selectAirChecks, selectCall, selectIsLive } from "../../store/select-calls.ts";
import type { CallRequests } from "../requests/call-requests.ts";
import { requestCalls } from "../requests/request-calls.ts";
import type { UndoHistory } from "../requests/undo-history.ts";

interface AirCheckDeps {
  http: HttpClient;
  requests: CallRequests;
  undo: UndoHistory;
}

type Check = keyof AirChecks;

/** Sets the air checks. Each check is shown at once, and neither waits for the other. */
export class AirCheckToggle {
  readonly #deps: AirCheckDeps;

  constructor(deps: AirCheckDeps) {
    this.#deps = deps;
  }

  async toggle(call: string, check: Check): Promise<void> {
    const before = this.#read(call, check);
    if (before === null || !(await this.#set(call, check, !before))) {
      return;
    }
    const { undo, requests } = this.#deps;
    undo.add({
      isPossible: () =>
        selectIsLive(requests.store.getState(), call) && this.#read(call, check) === !before,
      run: () => this.#set(call, check, before),
    });
  }

  #read(call: string, check: Check): boolean | null {
    const state = this.#deps.requests.store.getState();
    const known = selectCall(state, call);
    return known === null ? null : selectAirChecks(state, known)[check];
  }

  /** Returns false on a failure, and while an earlier request sends this value too. */
  async #set(call: string, check: Check, value: boolean): Promise<boolean> {
    const { requests } = this.#deps;
    requests.store.dispatch(airCheckSet({ call, check, value }));
    const request = { call, action: "air" as const, line: null, key: `${call}:${check}` };
    return requests.send(request, () => this.#sendNewest(call, check, value));
  }

  /**
   * The store drops an answer that is older than an event. An event of the other check may be
   * newer, so this method stores the value of this check separately.
   */
  #confirm(call: string, check: Check, value: boolean): void {
    const { store } = this.#deps.requests;
    const known = selectCall(store.getState(), call);
    if (known !== null && known.air[check] !== value) {
      store.dispatch(callAnswered({ ...known, air: { ...known.air, [check]: value } }));
    }
  }

  async #sendNewest(call: string, check: Check, value: boolean): Promise<void> {
    const { http, requests } = this.#deps;
    const { store } = requests;
    const readWanted = (): boolean | undefined => store.getState().desk.airChecks[call]?.[check];
    let sent = readWanted() ?? value;
    try {
      for (let isSent = false; !isSent;) {
        const body = { call, [check]: sent };
        const checking = requestCalls(store, () => http.call(checkForAir, { body }));
        (await requests.changes.track(checking)).apply();
        this.#confirm(call, check, sent);
        const wanted = readWanted() ?? sent;
        isSent = wanted === sent;
        sent = wanted;
      }
    } finally {
      store.dispatch(airCheckSet({ call, check, value: null }));
    }
  }
}
