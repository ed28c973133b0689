import { type Call, type DeviceLine, handleCall } from "@linedesk/contract";
import type { HttpClient } from "../../../lib/http-client.ts";
import { defineMark, type MarkAction } from "../../actions/mark-actions.ts";
import { noticeClosed } from "../../store/desk-slice.ts";
import { selectCall, selectIsLive, selectStationCalls } from "../../store/select-calls.ts";
import { pageWords } from "../../words/page-words.ts";
import { applyOptimistically } from "../requests/apply-optimistically.ts";
import type { CallRequests } from "../requests/call-requests.ts";
import { requestCalls } from "../requests/request-calls.ts";
import type { UndoHistory, UndoStep } from "../requests/undo-history.ts";
import type { Schedule } from "../requests/until-live.ts";
import type { VerifyGuard } from "./verify-guard.ts";

export interface CallMarksDeps {
  http: HttpClient;
  requests: CallRequests;
  undo: UndoHistory;
  guard: VerifyGuard;
  /** Ends the call's leg; returns the line of this page that carried it. */
  leave: (call: string) => DeviceLine | null;
  comeBack: (call: string, line: DeviceLine) => Promise<void>;
  now: () => string;
  schedule: Schedule;
}

/** The notice that a caller has left the line is shown for this time. */
const SHOWN_MS = 8_000;

/**
 * Sends the marks that `mark-actions.ts` defines. Each mark is shown at once, and is removed again
 * if the server refuses it.
 */
export class CallMarks {
  readonly #deps: CallMarksDeps;

  constructor(deps: CallMarksDeps) {
    this.#deps = deps;
  }

  async set(id: string, action: MarkAction): Promise<void> {
    const { requests, guard, undo } = this.#deps;
    const before = selectCall(requests.store.getState(), id);
    const { checksCaller = false, takeAway, isDone } = defineMark(action);
    if (before === null || (checksCaller && !guard.press(before))) {
      return;
    }
    const previous = takeAway === undefined ? null : this.#findMarked(before.station, action);
    const sent = await this.#send(before, action);
    if (!sent.done) {
      return;
    }
    requests.announce(action, { call: id });
    // If only one caller can have the mark, undo gives it back to the caller who had it before. If
    // no caller had it, there is no undo.
    if (takeAway !== undefined && previous === null) {
      return;
    }
    const step: UndoStep = {
      isPossible: () => this.#isLiveAnd(id, isDone),
      run: () =>
        previous === null ? this.#reverse(id, action, sent.left) : this.#sendById(previous, action),
    };
    undo.add(step);
    if (sent.left !== null) {
      this.#offerReturn(before, step);
    }
  }

  /** Shows that the verified caller has left the line for the queue, with a button for undo. */
  #offerReturn({ id: call, caller }: Call, step: UndoStep): void {
    const { requests, schedule } = this.#deps;
    const id = `verify:${call}`;
    const t = pageWords();
    const words = t("notices.verified", { name: caller.name ?? caller.numberDisplay });
    const notice = { id, tone: "done" as const, words, code: null, line: null };
    requests.offer({ ...notice, actionLabel: t("notices.undo") }, () => {
      if (step.isPossible()) {
        void step.run();
      }
    });
    schedule(() => requests.store.dispatch(noticeClosed(id)), SHOWN_MS);
  }

  /** Returns the result, and the line of this page that the call left. */
  async #send(call: Call, action: MarkAction): Promise<{ done: boolean; left: DeviceLine | null }> {
    const { http, requests, leave, now } = this.#deps;
    const { id } = call;
    const { store } = requests;
    const marked = defineMark(action).optimistic(call, now());
    const takeBack = applyOptimistically(store, [...this.#takeFromOthers(call, action), marked]);
    let left: DeviceLine | null = null;
    const request = { call: id, action: "mark" as const, line: null, key: `${id}:${action}` };
    const done = await requests.send(request, async () => {
      const body = { call: id, action };
      const marking = requestCalls(store, () => http.call(handleCall, { body }));
      const answer = await requests.changes.track(marking);
      answer.apply();
      left = answer.call.desk.status === "ready" ? leave(id) : null;
    });
    if (!done) {
      takeBack();
    }
    return { done, left };
  }

  async #reverse(id: string, action: MarkAction, left: DeviceLine | null): Promise<void> {
    const { reverse } = defineMark(action);
    this.#deps.requests.store.dispatch(noticeClosed(`verify:${id}`));
    if (reverse !== null) {
      await this.#sendById(id, reverse);
    }
    if (left !== null) {
      await this.#deps.comeBack(id, left);
    }
  }

  async #sendById(id: string, action: MarkAction): Promise<void> {
    const call = selectCall(this.#deps.requests.store.getState(), id);
    if (call !== null) {
      await this.#send(call, action);
    }
  }

  #isLiveAnd(id: string, isDone: (call: Call) => boolean): boolean {
    const state = this.#deps.requests.store.getState();
    const call = selectCall(state, id);
    return call !== null && selectIsLive(state, id) && isDone(call);
  }

  #calls(station: string): Call[] {
    return Object.values(selectStationCalls(this.#deps.requests.store.getState(), station));
  }

  #findMarked(station: string, action: MarkAction): string | null {
    return this.#calls(station).find(defineMark(action).isDone)?.id ?? null;
  }

  /** If only one caller of a station can have the mark, removes it from the other callers. */
  #takeFromOthers({ id, station }: Call, action: MarkAction): Call[] {
    const { takeAway, isDone } = defineMark(action);
    return takeAway === undefined
      ? []
      : this.#calls(station)
          .filter((call) => call.id !== id && isDone(call))
          .map(takeAway);
  }
}
