import { type EndpointAnswer, handleCall, rejectCalls } from "@linedesk/contract";
import type { HttpClient } from "../../lib/http-client.ts";
import { describeFailure } from "../failures/describe-failure.ts";
import { noticed } from "../store/desk-slice.ts";
import type { Store } from "../store/store.ts";
import { pageWords } from "../words/page-words.ts";
import { askOfCalls } from "./ask-of-calls.ts";

export type RejectPreview = EndpointAnswer<typeof rejectCalls>;

/** As many as one request takes. */
export const MOST_REJECTED = 200;
const UNDONE_AT_ONCE = 8;

/** Rejects many callers at once, and brings them back while that can be done [AC30]. */
export class BulkReject {
  readonly #http: HttpClient;
  readonly #store: Store;

  constructor(http: HttpClient, store: Store) {
    this.#http = http;
    this.#store = store;
  }

  /** Who would go and who would stay, by the server's own rules; rejects nobody. */
  preview(calls: readonly string[], signal: AbortSignal): Promise<RejectPreview> {
    const body = { calls: calls.slice(0, MOST_REJECTED), dryRun: true };
    return this.#http.call(rejectCalls, { body, signal });
  }

  /** Answers who goes; null when the server refused, which is said. */
  async reject(calls: readonly string[]): Promise<RejectPreview | null> {
    try {
      const body = { calls: calls.slice(0, MOST_REJECTED) };
      return await this.#http.call(rejectCalls, { body });
    } catch (error) {
      const { words, code } = describeFailure(error);
      const notice = { id: "bulk-reject", tone: "failure" as const, words, code, line: null };
      this.#store.dispatch(noticed(notice));
      return null;
    }
  }

  /** Brings each of them back who has not gone yet; says how many could not be brought back. */
  async undo(calls: readonly string[]): Promise<void> {
    let failed = 0;
    for (let from = 0; from < calls.length; from += UNDONE_AT_ONCE) {
      const some = calls.slice(from, from + UNDONE_AT_ONCE);
      const done = await Promise.all(some.map((call) => this.#undoOne(call)));
      failed += done.filter((isDone) => !isDone).length;
    }
    if (failed > 0) {
      const [lost, count] = [`${failed}`, `${calls.length}`];
      const words = pageWords()("notices.notBroughtBack", { failed: lost, count });
      const notice = { id: "bulk-undo", tone: "failure" as const, words, code: null, line: null };
      this.#store.dispatch(noticed(notice));
    }
  }

  async #undoOne(call: string): Promise<boolean> {
    try {
      const body = { call, action: "undo" as const };
      const answer = await askOfCalls(this.#store, () => this.#http.call(handleCall, { body }));
      answer.apply();
      return true;
    } catch {
      // Counted and said above, once for all of them.
      return false;
    }
  }
}
