import {
  type Call,
  type DeviceLine,
  isHiddenNumber,
  outboundConference,
  type EndReason,
} from "@linedesk/contract";
import type { HttpClient } from "../../../lib/http-client.ts";
import { describeFailure } from "../../failures/describe-failure.ts";
import { callTaken, noticed } from "../../store/desk-slice.ts";
import { selectCall, selectLeg } from "../../store/select-calls.ts";
import type { Store } from "../../store/store.ts";
import { noticeMessages } from "../../words/notice-messages.ts";
import { pageWords } from "../../words/page-words.ts";
import type { LineClaims } from "../claims/line-claims.ts";
import type { SwitchGuard } from "../claims/switch-guard.ts";
import { requestCalls } from "../requests/request-calls.ts";

export interface DialledLast {
  call: string;
  to: string;
  draft: string;
  line: DeviceLine;
}

export interface DialState {
  draft: string;
  /** Is dialled in place of the draft when the person sees only the last digits of the number. */
  encryptedNumber: string | null;
  sending: boolean;
  /** The reason why the number was not dialled. */
  refused: string | null;
  last: DialledLast | null;
}

export interface DiallerOptions {
  http: HttpClient;
  store: Store;
  claims: LineClaims;
  switchGuard: SwitchGuard;
  endsOnSwitch: () => boolean;
}

export class Dialler {
  readonly #options: DiallerOptions;
  readonly #listeners = new Set<() => void>();
  readonly #stop: () => void;
  #state: DialState = {
    draft: "",
    encryptedNumber: null,
    sending: false,
    refused: null,
    last: null,
  };
  #awaited: DialledLast | null = null;

  constructor(options: DiallerOptions) {
    this.#options = options;
    this.#stop = options.store.subscribe(() => this.#check());
  }

  get state(): DialState {
    return this.#state;
  }

  get endsOnSwitch(): boolean {
    return this.#options.endsOnSwitch();
  }

  readonly onChange = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * `number` is the encrypted number that is dialled when the draft shows the number masked. A
   * number in plain text is ignored.
   */
  type(draft: string, number: string | null = null): void {
    this.#setState({
      draft,
      encryptedNumber: isHiddenNumber(number) ? number : null,
      refused: null,
    });
  }

  async dial(station: string, to: string, line: DeviceLine): Promise<void> {
    const { http, store, claims, switchGuard } = this.#options;
    const state = store.getState();
    const carried = selectCall(state, selectLeg(state, line)?.callId ?? "");
    const conference = findDialConference(carried);
    const needsFreeLine = conference === null;
    const ringing = this.#awaited?.to === to ? selectCall(state, this.#awaited.call) : null;
    if (ringing?.callState === "ringing") {
      return;
    }
    if (this.#state.sending || (needsFreeLine && !switchGuard.press(`dial:${to}`, line))) {
      return;
    }
    if (state.desk.connection.status === "offline") {
      return this.#setState({ refused: pageWords()("notices.dialOffline") });
    }
    this.#setState({ sending: true, refused: null });
    try {
      if (needsFreeLine) {
        await claims.prepare(line);
      }
      const body = needsFreeLine
        ? { station, to, line }
        : { station: carried?.station ?? station, to, conference };
      const answer = await requestCalls(store, () => http.call(outboundConference, { body }));
      const draft = isHiddenNumber(to) ? this.#state.draft : to;
      const last = { call: answer.call.id, to, draft, line };
      this.#awaited = last;
      this.#setState({ last });
      if (answer.claim === null) {
        // The number joins the conference, in which the line's softphone already is.
        return answer.apply();
      }
      store.dispatch(callTaken({ call: last.call, line }));
      await claims.join(answer, line);
    } catch (error) {
      this.#setState({ refused: describeFailure(error, line).words });
    } finally {
      this.#setState({ sending: false });
    }
  }

  close(): void {
    this.#stop();
  }

  #check(): void {
    const awaited = this.#awaited;
    const call = awaited === null ? null : selectCall(this.#options.store.getState(), awaited.call);
    if (awaited === null || call === null || call.callState === "ringing") {
      return;
    }
    this.#awaited = null;
    if (call.answeredAt !== null && this.#state.draft.trim() === awaited.draft) {
      // Otherwise the next Enter would put the person on hold and dial the same number again.
      this.type("");
    }
    if (call.desk.status !== "ended" || call.answeredAt !== null) {
      return;
    }
    const words = describeUnanswered(call.desk.reason);
    if (words !== null) {
      const who = call.caller.name ?? call.caller.numberDisplay;
      const id = `dial:${awaited.line}`;
      const t = pageWords();
      const notice = {
        id,
        tone: "warning" as const,
        words: t("notices.unanswered", { who, words }),
        code: null,
      };
      this.#options.store.dispatch(noticed({ ...notice, line: awaited.line }));
    }
  }

  #setState(change: Partial<DialState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) {
      listener();
    }
  }
}

/**
 * Returns the conference that a dialled number joins on the line of this call. Returns `null` when
 * the number becomes the line's own call.
 */
export function findDialConference(carried: Call | null): string | null {
  const isOver = carried === null || carried.desk.status === "ended";
  return isOver ? null : (carried.conference?.id ?? null);
}

/** Returns why the dialled number did not answer; `null` when an operator ended the attempt. */
export function describeUnanswered(reason: EndReason): string | null {
  if (reason === "operator_hung_up") {
    return null;
  }
  return pageWords()(`notices.notReached.${isNamed(reason) ? reason : "other"}`);
}

function isNamed(reason: string): reason is keyof typeof noticeMessages.notReached {
  return Object.hasOwn(noticeMessages.notReached, reason);
}
