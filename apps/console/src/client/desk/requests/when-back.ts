import type { DeviceLine } from "@linedesk/contract";
import { HttpError } from "../../../lib/http-client.ts";
import type { Softphone } from "../../softphone/softphone.ts";
import { noticeClosed, noticed } from "../../store/desk-slice.ts";
import type { Store } from "../../store/store.ts";
import { pageWords } from "../../words/page-words.ts";
import { isLive, type Schedule, untilLive, untilState } from "./until-live.ts";

/** After a longer wait the request fails with its reason, and the notice offers to repeat it. */
const WAIT_MS = 60_000;

/** The console notices the loss of its connection within this time. */
const NOTICED_MS = 2_000;

export interface WhenBackDeps {
  store: Store;
  softphones: Record<DeviceLine, Pick<Softphone, "isMuted" | "mute">>;
  schedule: Schedule;
}

/**
 * Delays a hold or an end until the console is connected again. Meanwhile the microphone of the
 * line is muted, because the person who pressed does not expect to be heard.
 */
export class WhenBack {
  readonly #deps: WhenBackDeps;

  constructor(deps: WhenBackDeps) {
    this.#deps = deps;
  }

  /**
   * Repeats a request whose failure is the first sign of a lost connection, when the console is
   * connected again.
   */
  async repeat<T>(action: "hold" | "end", line: DeviceLine, send: () => Promise<T>): Promise<T> {
    try {
      return await send();
    } catch (error) {
      const isLoss = error instanceof HttpError && error.failure.kind === "network";
      if (!isLoss || !(await this.#isLost())) {
        throw error;
      }
      const restore = await this.wait(action, line);
      const answer = await send();
      if (action === "hold") {
        restore();
      }
      return answer;
    }
  }

  /** Resolves to true as soon as the console notices the loss, or to false after 2 s. */
  async #isLost(): Promise<boolean> {
    const { store, schedule } = this.#deps;
    await untilState({ store, schedule, limitMs: NOTICED_MS }, () => !isLive(store));
    return !isLive(store);
  }

  /**
   * Waits until the console is connected, and mutes the line meanwhile. Returns a function that
   * restores the microphone of the line.
   */
  async wait(action: "hold" | "end", line: DeviceLine): Promise<() => void> {
    const { store, softphones, schedule } = this.#deps;
    if (isLive(store)) {
      return () => undefined;
    }
    const softphone = softphones[line];
    const wasMuted = softphone.isMuted;
    const isUnheard = wasMuted || softphone.mute(true);
    const id = `back:${line}`;
    const words = pageWords()(`notices.whenBack.${action}.${isUnheard ? "unheard" : "heard"}`);
    store.dispatch(noticed({ id, tone: "warning", words, code: null, line }));
    await untilLive(store, schedule, WAIT_MS);
    store.dispatch(noticeClosed(id));
    return () => {
      if (isUnheard && !wasMuted) {
        softphone.mute(false);
      }
    };
  }
}
