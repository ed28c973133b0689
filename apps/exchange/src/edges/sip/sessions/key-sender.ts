import { bodyOfDigit } from "@linedesk/sip";
import { requestWithin } from "../dialogs/dialog.ts";
import { sendWithin, type WithinParts } from "../dialogs/within-dialog.ts";

const MAX_KEYS = 64;

export interface KeySenderParts extends WithinParts {
  /** Whether the dialog lives; keys of one that does not go nowhere. */
  isOpen: () => boolean;
}

/** Tells keys by INFO one after the other, each when the one before was answered. */
export class KeySender {
  readonly #parts: KeySenderParts;
  /** Keys that were not answered yet, the one under way first. */
  readonly #keys: string[] = [];

  constructor(parts: KeySenderParts) {
    this.#parts = parts;
  }

  /** At most 64 wait; more are dropped. */
  send(digits: string): void {
    const wasIdle = this.#keys.length === 0;
    this.#keys.push(...digits.split("").slice(0, MAX_KEYS - this.#keys.length));
    if (wasIdle) {
      void this.#sendAll();
    }
  }

  async #sendAll(): Promise<void> {
    for (let [digit] = this.#keys; digit !== undefined; [digit] = this.#keys) {
      if (!this.#parts.isOpen()) {
        return;
      }
      const { request, target } = requestWithin(this.#parts.dialog, "INFO");
      request.headers.add("Content-Type", "application/dtmf-relay");
      const info = { ...request, body: bodyOfDigit(digit) };
      await sendWithin(this.#parts, { request: info, target });
      this.#keys.shift();
    }
  }
}
