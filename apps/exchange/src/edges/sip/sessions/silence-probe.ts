import { createInDialogRequest } from "../dialogs/dialog.ts";
import { type InDialogDeps, sendInDialog } from "../dialogs/send-in-dialog.ts";
import type { SipCallDeps } from "../dialogs/sip-call-deps.ts";

/**
 * The wait for an answer. Together with the five seconds until media counts as lost, a silent far
 * end has half a minute.
 */
const ANSWER_MS = 25_000;
const AGAIN_MS = 25_000;

interface SilenceProbeDeps extends InDialogDeps {
  context: Pick<SipCallDeps, "clock" | "signalling">;
  isOpen: () => boolean;
  onVanished: () => void;
}

/**
 * Tests whether a far end that sends no packets is alive. Every answer except 408 and 481 proves
 * that it is. A far end that holds the call may be silent without limit.
 */
export class SilenceProbe {
  readonly #deps: SilenceProbeDeps;
  /** Each silence has a number, so that a late answer to an earlier test is ignored. */
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
