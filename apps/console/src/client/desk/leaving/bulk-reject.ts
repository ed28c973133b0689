import { type EndpointAnswer, handleCall, rejectCalls } from "@linedesk/contract";
import type { HttpClient } from "../../../lib/http-client.ts";
import { describeFailure } from "../../failures/describe-failure.ts";
import { bulkRejectionChanged } from "../../store/bulk-rejections-slice.ts";
import { callAnswered } from "../../store/calls-slice.ts";
import { noticed } from "../../store/desk-slice.ts";
import { selectCall } from "../../store/select-calls.ts";
import type { RootState } from "../../store/store.ts";
import { pageWords } from "../../words/page-words.ts";
import type { CallRequests } from "../requests/call-requests.ts";
import { requestCalls } from "../requests/request-calls.ts";
import type { UndoHistory } from "../requests/undo-history.ts";
import { predictRejected } from "./leaving.ts";
import { selectBulkRejection } from "./select-bulk-rejections.ts";

export type RejectPreview = EndpointAnswer<typeof rejectCalls>;

export interface BulkTargets {
  calls: readonly string[];
  named: readonly string[];
}

export interface BulkRejectDeps {
  http: HttpClient;
  requests: CallRequests;
  undo: UndoHistory;
  now: () => number;
}

/** The server rejects at most this many calls in one request. */
export const MOST_REJECTED = 200;
const UNDONE_AT_ONCE = 8;

/** Rejects many callers in one request, and restores them while that is possible. */
export class BulkReject {
  readonly #deps: BulkRejectDeps;
  #count = 0;

  constructor(deps: BulkRejectDeps) {
    this.#deps = deps;
  }

  /**
   * Returns the callers whom the server would reject, and those whom it would skip. It rejects
   * nobody.
   */
  preview(targets: BulkTargets, signal: AbortSignal): Promise<RejectPreview> {
    const body = { ...limitTargets(targets), dryRun: true };
    return this.#deps.http.call(rejectCalls, { body, signal });
  }

  /**
   * Returns the id of the rejection. Returns `null` when the request fails, and a notice shows the
   * reason.
   */
  async reject(targets: BulkTargets): Promise<number | null> {
    const { http, requests } = this.#deps;
    const { store } = requests;
    const body = limitTargets(targets);
    this.#count += 1;
    const id = this.#count;
    // The store changes first, because events of the rejected calls may arrive before the response.
    store.dispatch(bulkRejectionChanged({ id, status: "sending", calls: body.calls }));
    const before = store.getState();
    try {
      const { rejected } = await http.call(rejectCalls, { body });
      this.#showRejected(before, rejected);
      this.#offerUndo(id, rejected);
      return id;
    } catch (error) {
      const { words, code } = describeFailure(error);
      const notice = { id: "bulk-reject", tone: "failure" as const, words, code, line: null };
      store.dispatch(noticed(notice));
      // If the response is lost, the events still show which callers were rejected. These callers
      // can be restored.
      const now = selectBulkRejection(store.getState(), id);
      this.#offerUndo(id, now?.going.map((call) => call.id) ?? []);
      return null;
    }
  }

  /**
   * Restores each caller who has not been disconnected, and reports how many were restored and how
   * many were not.
   */
  async undo(id: number): Promise<void> {
    const { store } = this.#deps.requests;
    const rejection = selectBulkRejection(store.getState(), id);
    if (rejection?.status !== "rejected") {
      return;
    }
    const { calls, gone } = rejection;
    const going = rejection.going.map((call) => call.id);
    store.dispatch(bulkRejectionChanged({ id, status: "undoing", calls }));
    const failed: string[] = [];
    for (let from = 0; from < going.length; from += UNDONE_AT_ONCE) {
      const some = going.slice(from, from + UNDONE_AT_ONCE);
      const done = await Promise.all(some.map((call) => this.#undoOne(call)));
      failed.push(...some.filter((_, index) => done[index] === false));
    }
    const lost = [...gone, ...failed];
    this.#reportUndone({ back: going.length - failed.length, lost: lost.length });
    this.#offerUndo(id, lost);
  }

  #offerUndo(id: number, calls: readonly string[]): void {
    const { requests, undo } = this.#deps;
    requests.store.dispatch(bulkRejectionChanged({ id, status: "rejected", calls }));
    if (calls.length > 0) {
      undo.add({ isPossible: () => this.#isPossible(id), run: () => this.undo(id) });
    }
  }

  #isPossible(id: number): boolean {
    const rejection = selectBulkRejection(this.#deps.requests.store.getState(), id);
    return rejection?.status === "rejected" && rejection.going.length > 0;
  }

  /**
   * Shows the calls as rejected, except those that an event has changed since the request, because
   * the event is newer than the response.
   */
  #showRejected(before: RootState, rejected: readonly string[]): void {
    const { requests, now } = this.#deps;
    const state = requests.store.getState();
    for (const call of predictRejected(state, rejected, now())) {
      if (selectCall(state, call.id) === selectCall(before, call.id)) {
        requests.store.dispatch(callAnswered(call));
      }
    }
  }

  #reportUndone({ back, lost }: { back: number; lost: number }): void {
    const t = pageWords();
    const words =
      lost === 0
        ? t("notices.broughtBack", { count: back })
        : t("notices.notBroughtBack", { failed: `${lost}`, count: `${back + lost}` });
    const tone = lost === 0 ? ("done" as const) : ("failure" as const);
    const notice = { id: "bulk-undo", tone, words, code: null, line: null };
    this.#deps.requests.store.dispatch(noticed(notice));
  }

  async #undoOne(call: string): Promise<boolean> {
    const { http, requests } = this.#deps;
    try {
      const body = { call, action: "undo" as const };
      const answer = await requestCalls(requests.store, () => http.call(handleCall, { body }));
      answer.apply();
      return true;
    } catch {
      // The code above counts the failures and reports them together.
      return false;
    }
  }
}

/** Keeps the first MOST_REJECTED calls, and in `named` only ids of these calls. */
function limitTargets({ calls, named }: BulkTargets): { calls: string[]; named: string[] } {
  const limited = calls.slice(0, MOST_REJECTED);
  return { calls: limited, named: limited.filter((call) => named.includes(call)) };
}
