import {
  type Call,
  type DeviceLine,
  handleCall,
  rejectCalls,
  type SpareReason,
  undoTimes,
} from "@linedesk/contract";
import { HttpError, type HttpClient } from "../../../lib/http-client.ts";
import { noteAction } from "../../actions/note-action.ts";
import type { Softphone } from "../../softphone/softphone.ts";
import { handledAlone } from "../../store/bulk-rejections-slice.ts";
import { noticed } from "../../store/desk-slice.ts";
import { selectCall, selectLineOf } from "../../store/select-calls.ts";
import type { RootState } from "../../store/store.ts";
import { pageWords, readReason } from "../../words/page-words.ts";
import type { LineClaims } from "../claims/line-claims.ts";
import { applyOptimistically } from "../requests/apply-optimistically.ts";
import type { CallRequests } from "../requests/call-requests.ts";
import { requestCalls } from "../requests/request-calls.ts";
import type { OfferUndo } from "../requests/undo-offers.ts";
import type { WhenBack } from "../requests/when-back.ts";

export interface LeavingDeps {
  http: HttpClient;
  requests: CallRequests;
  offerUndo: OfferUndo;
  claims: LineClaims;
  softphones: Record<DeviceLine, Softphone>;
  whenBack: WhenBack;
  now: () => number;
  unlock: (call: string) => void;
}

/** Returns the words for the reason why a call is not rejected. */
export function describeSpared(spared: SpareReason): string {
  return readReason({ reason: `stays_${spared.replaceAll(" ", "_")}`, params: {} }) ?? spared;
}

/** Ends and rejects calls, and restores callers while they hear music. */
export class Leaving {
  readonly #deps: LeavingDeps;

  constructor(deps: LeavingDeps) {
    this.#deps = deps;
  }

  async hangUp(call: string, line: DeviceLine): Promise<void> {
    const { http, requests, softphones, offerUndo, whenBack } = this.#deps;
    const noted = noteAction(requests.store.getState(), call);
    if (selectCall(requests.store.getState(), call)?.marks.locked === true) {
      return this.#askToUnlock(call, line);
    }
    const body = { call, action: "hang_up" as const };
    const softphone = softphones[line];
    const done = await requests.send({ call, action: "hang_up", line }, async () => {
      await whenBack.wait("end", line);
      try {
        const send = () => http.call(handleCall, { body });
        const ending = requestCalls(requests.store, () => whenBack.repeat("end", line, send));
        const answer = await requests.changes.track(ending);
        requests.announce("hang_up", { call });
        answer.apply();
        // Undo must be possible before the softphone has ended its leg.
        if (softphone.leg?.callId === call) {
          void softphone.disconnect();
        }
      } catch (error) {
        // A person who was signed out during a call can still leave the call; the caller hears
        // music.
        if (isSignedOut(error) && softphone.leg?.callId === call) {
          await softphone.disconnect();
        }
        throw error;
      }
    });
    if (done) {
      offerUndo("hang_up", noted);
    }
  }

  /** Offers to unlock the call and does not end it, because the press may be a habit. */
  #askToUnlock(call: string, line: DeviceLine): void {
    const { requests, unlock } = this.#deps;
    const t = pageWords();
    const words = t("notices.locked", { name: requests.nameOf(call) });
    const notice = { id: `locked:${call}`, tone: "warning" as const, words, code: null, line };
    requests.offer({ ...notice, actionLabel: t("notices.unlock") }, () => unlock(call));
  }

  async reject(id: string): Promise<void> {
    const { http, requests, now, offerUndo } = this.#deps;
    const { store } = requests;
    const noted = noteAction(store.getState(), id);
    const takeBack = applyOptimistically(store, predictRejected(store.getState(), [id], now()));
    const found: { spared: SpareReason | null } = { spared: null };
    const done = await requests.send({ call: id, action: "reject", line: null }, async () => {
      const answer = await http.call(rejectCalls, { body: { calls: [id], named: [id] } });
      found.spared = answer.spared.find(({ call }) => call === id)?.reason ?? null;
    });
    const { spared } = found;
    if (done && spared === null) {
      store.dispatch(handledAlone(id));
      requests.announce("reject", { call: id });
      return offerUndo("reject", noted);
    }
    takeBack();
    if (spared !== null) {
      const name = requests.nameOf(id);
      const t = pageWords();
      const reason = describeSpared(spared);
      const words = t("notices.notRejected", { name, reason });
      store.dispatch(
        noticed({ id: `reject:${id}`, tone: "failure", words, code: null, line: null }),
      );
    }
  }

  /** Undoes a rejection, a hang-up or an open offer. A claim brings the call back to its line. */
  async undo(id: string): Promise<void> {
    const { http, requests, claims, softphones } = this.#deps;
    const { store } = requests;
    const line = selectLineOf(store.getState(), id);
    const done = await requests.send({ call: id, action: "undo", line }, async () => {
      const body = { call: id, action: "undo" as const };
      const answer = await requestCalls(store, () => http.call(handleCall, { body }));
      const { claim } = answer;
      const leg = claim === null ? null : softphones[claim.line].leg;
      // The line connects another call that the person has accepted, and that call keeps the line.
      const isTaken = leg?.status === "connecting" && leg.callId !== id;
      if (claim === null || isTaken) {
        answer.apply();
      } else {
        await claims.join(answer, claim.line);
      }
    });
    if (done) {
      store.dispatch(handledAlone(id));
      requests.announce("undo", { call: id });
    }
  }
}

export function predictRejected(state: RootState, ids: readonly string[], now: number): Call[] {
  const { session } = state.desk;
  if (session.status !== "authenticated") {
    return [];
  }
  const by = { user: session.user.id, name: session.user.name };
  const until = new Date(now + undoTimes.rejectMs + undoTimes.graceMs).toISOString();
  return ids.flatMap((id) => {
    const call = selectCall(state, id);
    return call === null ? [] : [{ ...call, leaving: { reason: "rejected", by, until } }];
  });
}

function isSignedOut(error: unknown): boolean {
  return (
    error instanceof HttpError && error.failure.kind === "answered" && error.failure.status === 401
  );
}
