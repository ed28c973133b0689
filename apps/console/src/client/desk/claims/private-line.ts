import type { DeviceLine } from "@linedesk/contract";
import type { Softphone } from "../../softphone/softphone.ts";
import { noticeClosed, noticed } from "../../store/desk-slice.ts";
import type { Store } from "../../store/store.ts";
import { pageWords } from "../../words/page-words.ts";

interface PrivateLineOptions {
  store: Store;
  softphones: Record<DeviceLine, Softphone>;
  callOn: (line: DeviceLine) => string | null;
  isOnAir: (line: DeviceLine) => boolean;
}

const otherOf: Record<DeviceLine, DeviceLine> = { line1: "line2", line2: "line1" };

/**
 * Mutes a line that connects off air while the same microphone is on air on the other line, so that
 * the private caller and the listeners do not hear the same words. The person can unmute it.
 */
export class PrivateLine {
  readonly #options: PrivateLineOptions;
  #muted: { line: DeviceLine; call: string } | null = null;

  constructor(options: PrivateLineOptions) {
    this.#options = options;
  }

  begin(line: DeviceLine, call: string): void {
    const { softphones, store } = this.#options;
    const other = otherOf[line];
    // An audio server has a microphone of its own.
    if (softphones[line].isRemote || softphones[other].isRemote || softphones[line].isMuted) {
      return;
    }
    this.#muted = { line, call };
    softphones[line].mute(true);
    const number = other === "line1" ? "1" : "2";
    const words = pageWords()("notices.privateMuted", { number });
    store.dispatch(noticed({ id: toNoticeId(line), tone: "warning", words, code: null, line }));
  }

  /** Unmutes the line when the other line leaves air; closes the notice when its cause ends. */
  check(): void {
    const { softphones, store, callOn, isOnAir } = this.#options;
    if (this.#muted === null) {
      return;
    }
    const { line, call } = this.#muted;
    const isStillMuted = callOn(line) === call && softphones[line].isMuted;
    if (isStillMuted && isOnAir(otherOf[line])) {
      return;
    }
    this.#muted = null;
    store.dispatch(noticeClosed(toNoticeId(line)));
    if (isStillMuted) {
      softphones[line].mute(false);
    }
  }
}

function toNoticeId(line: DeviceLine): string {
  return `private:${line}`;
}
