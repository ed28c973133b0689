import { formatDtmfInfo } from "@linedesk/sip";
import { createInDialogRequest } from "../dialogs/dialog.ts";
import { sendInDialog, type InDialogDeps } from "../dialogs/send-in-dialog.ts";

const MAX_DIGITS = 64;

export interface InfoDtmfSenderDeps extends InDialogDeps {
  isOpen: () => boolean;
}

export class InfoDtmfSender {
  readonly #deps: InfoDtmfSenderDeps;
  readonly #digits: string[] = [];

  constructor(parts: InfoDtmfSenderDeps) {
    this.#deps = parts;
  }

  /** At most 64 digits wait; further ones are dropped. */
  send(digits: string): void {
    const wasIdle = this.#digits.length === 0;
    this.#digits.push(...digits.split("").slice(0, MAX_DIGITS - this.#digits.length));
    if (wasIdle) {
      void this.#sendAll();
    }
  }

  async #sendAll(): Promise<void> {
    for (let [digit] = this.#digits; digit !== undefined; [digit] = this.#digits) {
      if (!this.#deps.isOpen()) {
        return;
      }
      const { request, target } = createInDialogRequest(this.#deps.dialog, "INFO");
      request.headers.add("Content-Type", "application/dtmf-relay");
      const info = { ...request, body: formatDtmfInfo(digit) };
      await sendInDialog(this.#deps, { request: info, target });
      this.#digits.shift();
    }
  }
}
