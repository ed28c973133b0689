import type { DeviceLine } from "@linedesk/contract";
import type { Softphone } from "../../softphone/softphone.ts";
import { noticeClosed, noticed } from "../../store/desk-slice.ts";
import type { Store } from "../../store/store.ts";
import { pageWords } from "../../words/page-words.ts";
import { isLive, type Schedule, untilLive } from "./until-live.ts";

/** After a longer wait the request fails with its reason, and the notice offers to repeat it. */
const WAIT_MS = 60_000;

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

  /** Returns a function that restores the microphone of the line. */
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
