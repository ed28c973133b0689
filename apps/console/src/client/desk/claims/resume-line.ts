import { type Claim, type DeviceLine, handleConference, handleHold } from "@linedesk/contract";
import type { HttpClient } from "../../../lib/http-client.ts";
import { isLost } from "../../softphone/line-leg.ts";
import type { Softphone } from "../../softphone/softphone.ts";
import { noticed } from "../../store/desk-slice.ts";
import type { Store } from "../../store/store.ts";
import { pageWords } from "../../words/page-words.ts";
import type { Schedule } from "../requests/until-live.ts";
import { findConferenceBeside, findLostCall } from "./find-lost-call.ts";
import {
  beginResumption,
  nextResumption,
  type Resumption,
  type ResumptionEvent,
} from "./next-resumption.ts";

export interface ResumeLineDeps {
  store: Store;
  http: HttpClient;
  softphones: Record<DeviceLine, Softphone>;
  feedsAir: (line: DeviceLine, station: string) => boolean;
  schedule: Schedule;
}

const CHECK_EVERY_MS = 200;

/** Brings the call of a line back after a restart of the exchange; resolves when that is over. */
export function resumeLine(deps: ResumeLineDeps, line: DeviceLine): Promise<void> {
  return new Promise((resolve) => new LineResumption(deps, line, resolve).start());
}

class LineResumption {
  readonly #deps: ResumeLineDeps;
  readonly #line: DeviceLine;
  readonly #onOver: () => void;
  readonly #beside: string | null;
  #state: Resumption;
  #stop: () => void = () => undefined;
  #cancelCheck: () => void = () => undefined;

  constructor(deps: ResumeLineDeps, line: DeviceLine, onOver: () => void) {
    this.#deps = deps;
    this.#line = line;
    this.#onOver = onOver;
    const { leg } = this.#softphone;
    this.#beside = leg === null ? null : findConferenceBeside(deps.store.getState(), leg.callId);
    this.#state = beginResumption(performance.now());
  }

  start(): void {
    this.#stop = this.#deps.store.onChange(() => this.#check());
    this.#checkLater();
    this.#check();
  }

  get #softphone(): Softphone {
    return this.#deps.softphones[this.#line];
  }

  #checkLater(): void {
    this.#cancelCheck = this.#deps.schedule(() => {
      this.#checkLater();
      this.#check();
    }, CHECK_EVERY_MS);
  }

  #check(): void {
    const { store, feedsAir } = this.#deps;
    const { leg } = this.#softphone;
    if (!isLost(leg)) {
      return this.#end();
    }
    const line = { line: this.#line, call: leg.callId, feedsAir, beside: this.#beside };
    const lost = findLostCall(store.getState(), line);
    this.#dispatch({ type: "checked", lost, at: performance.now() });
  }

  #dispatch(event: ResumptionEvent): void {
    const next = nextResumption(this.#state, event);
    if (next.status === this.#state.status) {
      return;
    }
    this.#state = next;
    switch (next.status) {
      case "joining":
        return void this.#join(next);
      case "gone":
      case "failed":
        return this.#giveUp(next.status === "failed");
      case "joined":
      case "waiting":
      case "held":
    }
  }

  async #join(joining: Extract<Resumption, { status: "joining" }>): Promise<void> {
    const { call } = joining;
    try {
      const claim = await this.#claim(joining);
      if (claim !== null && isLost(this.#softphone.leg)) {
        this.#softphone.setCall(call);
        const { isMuted: muted } = this.#softphone;
        await this.#softphone.connect({ callId: call, claim: claim.id, muted });
        return await this.#untilSettled();
      }
    } catch {
      // The exchange or the server is not ready yet, so another attempt follows.
    }
    this.#dispatch({ type: "refused", at: performance.now() });
  }

  async #claim({ call, conference }: Extract<Resumption, { status: "joining" }>) {
    const { http } = this.#deps;
    const line = this.#line;
    const { claim }: { claim: Claim | null } =
      conference === null
        ? await http.call(handleHold, { body: { call, hold: false, line } })
        : // The line was in this conference before the restart, so no further caller goes to air.
          await http.call(handleConference, {
            body: { action: "join", conference, line, evenIfNotReady: true },
          });
    return claim;
  }

  /** Waits until the new leg is connected or lost too. */
  #untilSettled(): Promise<void> {
    const { store } = this.#deps;
    return new Promise((resolve) => {
      const check = (): void => {
        const { leg } = this.#softphone;
        if (isLost(leg) && leg.lost === "joining") {
          return;
        }
        stop();
        this.#dispatch(
          isLost(leg) ? { type: "refused", at: performance.now() } : { type: "joined" },
        );
        resolve();
      };
      const stop = store.onChange(check);
      check();
    });
  }

  #giveUp(isFailure: boolean): void {
    const line = this.#line;
    if (isFailure) {
      const words = pageWords()("failures.callLost");
      const notice = { id: `voice:${line}`, tone: "failure" as const, words, code: null, line };
      this.#deps.store.dispatch(noticed({ ...notice, urgent: true }));
    }
    void this.#softphone.disconnect();
    this.#end();
  }

  #end(): void {
    this.#stop();
    this.#cancelCheck();
    this.#onOver();
  }
}
