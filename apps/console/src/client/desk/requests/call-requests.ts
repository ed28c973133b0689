import type { DeviceLine } from "@linedesk/contract";
import { HttpError } from "../../../lib/http-client.ts";
import { AudioServerError, NOT_INITIALIZED } from "../../audio-server/audio-server-error.ts";
import { describeFailure, isNetworkFailure } from "../../failures/describe-failure.ts";
import { parseVoiceFailure } from "../../softphone/voice-errors.ts";
import {
  actionAnswered,
  actionDone,
  actionSent,
  noticeClosed,
  noticed,
} from "../../store/desk-slice.ts";
import type { CallAction, Notice, OwnAction } from "../../store/desk-state.ts";
import { selectCall } from "../../store/select-calls.ts";
import type { Store } from "../../store/store.ts";
import { pageWords } from "../../words/page-words.ts";
import { OwnChanges } from "./own-changes.ts";
import { isLive, type Schedule, untilLive } from "./until-live.ts";

export interface CallRequest {
  call: string;
  action: CallAction;
  /** The line whose card shows a failure; with `null` a toast shows it. */
  line: DeviceLine | null;
  /**
   * The key under which the request is pending. By default the key is the id of the call, so that
   * the request blocks all actions on the call.
   */
  key?: string;
  /** Makes the next attempt proceed although the air-ready check is incomplete. */
  insist?: () => void;
}

interface Announced {
  call?: string;
  line?: DeviceLine;
  /** The colleague who is offered the call. */
  to?: string;
}

/** The time to read a notice. A press within this time does not override the air-ready check. */
const READ_AFTER_MS = 1_000;

/** While the console is disconnected, these actions wait up to 3 s for it to reconnect. */
const waitingActions: ReadonlySet<CallAction> = new Set(["accept", "reject"]);

/** A retry does not help after these codes. */
const FINAL_CODES: readonly string[] = [
  "bad_request",
  "call_gone",
  "call_taken",
  "forbidden",
  "not_found",
];

/** Sends requests for calls. A request is pending until its answer; a notice shows a failure. */
export class CallRequests {
  readonly store: Store;
  readonly changes = new OwnChanges();
  readonly #schedule: Schedule;
  /** The not-air-ready notices that were shown long enough to be read. */
  readonly #read = new Set<string>();
  readonly #actions = new Map<string, readonly (() => void)[]>();

  constructor(store: Store, schedule: Schedule) {
    this.store = store;
    this.#schedule = schedule;
  }

  /** Returns true on success; false on a failure or while the same request is pending. */
  async send(request: CallRequest, run: () => Promise<void>): Promise<boolean> {
    const { store } = this;
    const key = request.key ?? request.call;
    if (store.getState().desk.pending[key] !== undefined) {
      return false;
    }
    const notice = toNoticeId(request);
    this.#read.delete(notice);
    store.dispatch(actionSent({ call: key, action: request.action }));
    try {
      if (waitingActions.has(request.action) && !isLive(store)) {
        await untilLive(store, this.#schedule);
      }
      await run();
      this.#close(notice);
      return true;
    } catch (error) {
      this.#fail({ id: notice, line: request.line }, error, () => {
        if (isNotAirReady(error)) {
          request.insist?.();
        }
        void this.send(request, run);
      });
      return false;
    } finally {
      store.dispatch(actionAnswered(key));
    }
  }

  /** Returns true when the person has read that the caller is not air-ready and presses again. */
  isConfirmed(request: Pick<CallRequest, "call" | "action" | "line">): boolean {
    const notice = toNoticeId(request);
    const { notices } = this.store.getState().desk;
    const isShown = notices.some(({ id, line }) => id === notice && line === request.line);
    return isShown && this.#read.has(notice);
  }

  fail(id: string, error: unknown, retry: () => void): void {
    this.#fail({ id, line: null }, error, retry);
  }

  offer(notice: Notice, ...runs: (() => void)[]): void {
    const { notices } = this.store.getState().desk;
    const shown = new Set(notices.map(({ id }) => id));
    for (const id of this.#actions.keys()) {
      if (!shown.has(id)) {
        this.#actions.delete(id);
      }
    }
    this.#actions.set(notice.id, runs);
    this.store.dispatch(noticed(notice));
  }

  act(notice: string, button: 0 | 1 = 0): void {
    const run = this.#actions.get(notice)?.[button];
    this.#close(notice);
    run?.();
  }

  /** Announces a finished action with the words that `actionWords` has under its id. */
  announce(type: OwnAction["type"], { call = "", line, to = "" }: Announced): void {
    const number = line === "line2" ? "2" : "1";
    this.store.dispatch(actionDone({ type, name: this.nameOf(call), number, to }));
  }

  nameOf(id: string): string {
    const caller = selectCall(this.store.getState(), id)?.caller;
    return caller?.name ?? caller?.numberDisplay ?? "";
  }

  #close(notice: string): void {
    this.#actions.delete(notice);
    if (this.store.getState().desk.notices.some(({ id }) => id === notice)) {
      this.store.dispatch(noticeClosed(notice));
    }
  }

  #fail(about: Pick<Notice, "id" | "line">, error: unknown, retry: () => void): void {
    const { id, line } = about;
    const { words, code } = describeFailure(error, line);
    if (words === "") {
      return;
    }
    const until = findCause(error);
    const ends = until === null ? {} : { until };
    const notice: Notice = { ...about, tone: "failure", words, code, ...ends };
    if (isFinal(error)) {
      this.store.dispatch(noticed(notice));
    } else {
      if (isNotAirReady(error)) {
        this.#schedule(() => this.#read.add(id), READ_AFTER_MS);
      }
      const actionLabel = pageWords()(
        isNotAirReady(error) ? "notices.toAirAnyway" : "notices.retry",
      );
      this.#offerRetry({ ...notice, actionLabel }, error, retry);
    }
  }

  /** Offers a retry, and after a failure of an audio server also the browser softphone. */
  #offerRetry(notice: Notice, error: unknown, retry: () => void): void {
    const useBrowser = error instanceof AudioServerError ? error.useBrowser : null;
    if (useBrowser === null) {
      return this.offer(notice, retry);
    }
    const secondLabel = pageWords()("notices.browserPhone");
    this.offer({ ...notice, secondLabel }, retry, () => {
      useBrowser();
      retry();
    });
  }
}

/**
 * Returns the state that ends the cause of a failure; `null` when no state shows the end of this
 * cause.
 */
function findCause(error: unknown): NonNullable<Notice["until"]> | null {
  if (error instanceof HttpError) {
    return error.isRetryable ? "live" : null;
  }
  if (error instanceof AudioServerError) {
    return error.message === NOT_INITIALIZED ? "online" : null;
  }
  const { code } = parseVoiceFailure(error);
  return code === null || isNetworkFailure(code) ? "ready" : null;
}

function toNoticeId({ action, call }: Pick<CallRequest, "action" | "call">): string {
  return `${action}:${call}`;
}

function isFinal(error: unknown): boolean {
  return FINAL_CODES.includes(readCode(error));
}

function isNotAirReady(error: unknown): boolean {
  return readCode(error) === "not_air_ready";
}

function readCode(error: unknown): string {
  if (!(error instanceof HttpError) || error.failure.kind !== "answered") {
    return "";
  }
  return error.failure.body?.code ?? "";
}
