import { type Call, type DeviceLine, handleCall, handleConference } from "@linedesk/contract";
import { HttpError, type HttpClient } from "../../../lib/http-client.ts";
import { describeFailure } from "../../failures/describe-failure.ts";
import type { Softphone } from "../../softphone/softphone.ts";
import { actionAnswered, actionSent, noticeClosed, noticed } from "../../store/desk-slice.ts";
import { selectCall, selectLeg } from "../../store/select-calls.ts";
import { selectConferenceMembers } from "../../store/select-conference-members.ts";
import type { RootState, Store } from "../../store/store.ts";
import { pageWords } from "../../words/page-words.ts";
import type { CallRequests } from "../requests/call-requests.ts";
import { isLive, type Schedule, untilState } from "../requests/until-live.ts";

export interface AirDropDeps {
  http: HttpClient;
  store: Store;
  requests: CallRequests;
  softphones: Record<DeviceLine, Softphone>;
  schedule: Schedule;
  feedsAir: (line: DeviceLine, station: string) => boolean;
}

/** The delay between two attempts to reach the server. */
const SEND_AGAIN_MS = 2_000;
const SERVER_ERROR = 500;

const lines = ["line1", "line2"] as const;

/** Returns the call that is on air on the line, or that the line puts to air when it connects. */
export function findOnAir(
  state: RootState,
  line: DeviceLine,
  feedsAir: AirDropDeps["feedsAir"],
): Call | null {
  const call = selectCall(state, selectLeg(state, line)?.callId ?? "");
  const isOnAir = call?.desk.status === "on_air" || feedsAir(line, call?.station ?? "");
  return isOnAir ? call : null;
}

/**
 * Takes all callers of the seat off air. The lines hang up at once and without the server, which
 * ends the calls as soon as it answers.
 */
export class AirDrop {
  readonly #deps: AirDropDeps;

  constructor(deps: AirDropDeps) {
    this.#deps = deps;
  }

  drop(): void {
    const { store, requests, feedsAir } = this.#deps;
    for (const line of lines) {
      const call = findOnAir(store.getState(), line, feedsAir);
      if (call !== null) {
        const settle = this.#markEnding(call);
        void this.#hangUp(line, call.id);
        requests.announce("drop_air", {});
        void this.#sendEnd(call, line).finally(settle);
      }
    }
  }

  /**
   * Without the operator's leg the callers are unattended until the server has ended their calls.
   * Unattended callers come first in the queue. Their calls get a pending `hang_up`, so that Next
   * takes none of them.
   */
  #markEnding(call: Call): () => void {
    const { store } = this.#deps;
    const members = selectConferenceMembers(store.getState(), call);
    const calls = [call, ...members].map(({ id }) => id);
    calls.forEach((one) => store.dispatch(actionSent({ call: one, action: "hang_up" })));
    return () => calls.forEach((one) => store.dispatch(actionAnswered(one)));
  }

  /** A leg that still connects has no call to end, so it ends as soon as it is connected. */
  async #hangUp(line: DeviceLine, call: string): Promise<void> {
    const { store, softphones } = this.#deps;
    const softphone = softphones[line];
    if (softphone.isRemote && !isLive(store)) {
      const number = line === "line1" ? "1" : "2";
      this.#notice(`drop:${line}`, pageWords()("notices.dropUnreached", { number }), line);
    }
    const isConnecting = softphone.leg?.status === "connecting";
    void softphone.disconnect();
    if (!isConnecting) {
      return;
    }
    await untilState(
      { store },
      () => softphone.leg?.callId !== call || softphone.leg.status === "connected",
    );
    if (softphone.leg?.callId === call) {
      await softphone.disconnect();
    }
  }

  /** Ends the call or its conference at the server, and tries again until the server answers. */
  async #sendEnd(call: Call, line: DeviceLine): Promise<void> {
    const { store } = this.#deps;
    const id = `drop:${call.id}`;
    const name = call.caller.name ?? call.caller.numberDisplay;
    try {
      await this.#requestEnd(call);
      store.dispatch(noticeClosed(id));
    } catch (error) {
      if (isUnreached(error)) {
        this.#notice(id, pageWords()("notices.dropUntold", { name }), line);
        this.#deps.schedule(() => void this.#sendEnd(call, line), SEND_AGAIN_MS);
      } else if (isOver(error)) {
        store.dispatch(noticeClosed(id));
      } else {
        const { words } = describeFailure(error);
        this.#notice(id, pageWords()("notices.dropKept", { name, words }), line);
      }
    }
  }

  async #requestEnd({ id, conference }: Call): Promise<void> {
    const { http } = this.#deps;
    if (conference === null) {
      await http.call(handleCall, { body: { call: id, action: "hang_up" } });
    } else {
      const body = { action: "end", conference: conference.id, behavior: "END" } as const;
      await http.call(handleConference, { body });
    }
  }

  #notice(id: string, words: string, line: DeviceLine): void {
    const notice = { id, tone: "warning" as const, words, code: null, line };
    this.#deps.store.dispatch(noticed(notice));
  }
}

/**
 * Returns true for an error of the network, and for an error of a proxy that cannot reach the
 * server.
 */
function isUnreached(error: unknown): boolean {
  if (!(error instanceof HttpError)) {
    return false;
  }
  const { failure } = error;
  return error.isRetryable || (failure.kind === "answered" && failure.status >= SERVER_ERROR);
}

function isOver(error: unknown): boolean {
  const failure = error instanceof HttpError ? error.failure : null;
  return failure?.kind === "answered" && failure.body?.code === "call_gone";
}
