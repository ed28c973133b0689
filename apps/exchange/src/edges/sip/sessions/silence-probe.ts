import { createInDialogRequest } from "../dialogs/dialog.ts";
import { type InDialogDeps, sendInDialog } from "../dialogs/send-in-dialog.ts";
import type { SipCallDeps } from "../dialogs/sip-call-deps.ts";

/** With the five seconds after which media counts as lost it is half a minute. */
const ANSWER_MS = 25_000;
const AGAIN_MS = 25_000;

interface SilenceProbeDeps extends InDialogDeps {
  context: Pick<SipCallDeps, "clock" | "signalling">;
  isOpen: () => boolean;
  onVanished: () => void;
}

/**
 * Asks a far end of which no packet comes any more whether it is still there. Whatever it
 * answers, 408 and 481 aside, it is: who holds us may be silent for as long as it likes.
 */
export class SilenceProbe {
  readonly #deps: SilenceProbeDeps;
  /** Each silence has a number, so that an answer of one before is passed over. */
  #silence = 0;
  #isSilent = false;
  #stopTimer: () => void = () => undefined;

  constructor(deps: SilenceProbeDeps) {
    this.#deps = deps;
  }

  setSilent(isSilent: boolean): void {
    if (isSilent === this.#isSilent) {
      return;
    }
    this.stop();
    this.#isSilent = isSilent;
    if (isSilent) {
      this.#ask(this.#silence);
    }
  }

  stop(): void {
    this.#silence += 1;
    this.#isSilent = false;
    this.#stopTimer();
  }

  #ask(silence: number): void {
    const { context, dialog, isOpen, onVanished } = this.#deps;
    if (!isOpen()) {
      return;
    }
    this.#stopTimer = context.clock.after(ANSWER_MS, () => {
      this.stop();
      onVanished();
    });
    sendInDialog(this.#deps, createInDialogRequest(dialog, "OPTIONS")).then(
      (answer) => this.#take(silence, answer?.status ?? null),
      () => this.#take(silence, null),
    );
  }

  #take(silence: number, status: number | null): void {
    if (silence !== this.#silence) {
      return;
    }
    this.#stopTimer();
    if (status === null || status === 408 || status === 481) {
      this.stop();
      return this.#deps.onVanished();
    }
    this.#stopTimer = this.#deps.context.clock.after(AGAIN_MS, () => this.#ask(silence));
  }
}
