import type { CallContext } from "../call-context.ts";
import { bodyOfDigit } from "../messages/dtmf-info.ts";
import type { SipAddress } from "../messages/sip-address.ts";
import type { SipRequest } from "../messages/sip-message.ts";
import { type Dialog, requestWithin } from "./dialog.ts";
import type { Credentials } from "./digest.ts";
import { withCredentials } from "./digest-retry.ts";

const maxKeys = 64;

export interface KeySenderOptions {
  dialog: Dialog;
  credentials: Credentials | null;
  /** Whether the dialog lives; keys of one that does not go nowhere. */
  isOpen: () => boolean;
}

/** Tells keys by INFO one after the other, each when the one before was answered. */
export class KeySender {
  readonly #context: CallContext;
  readonly #options: KeySenderOptions;
  /** Keys that were not answered yet, the one under way first. */
  readonly #keys: string[] = [];

  constructor(context: CallContext, options: KeySenderOptions) {
    this.#context = context;
    this.#options = options;
  }

  /** At most 64 wait; more are dropped. */
  send(digits: string): void {
    const wasIdle = this.#keys.length === 0;
    this.#keys.push(...digits.split("").slice(0, maxKeys - this.#keys.length));
    if (wasIdle) this.#sendNext();
  }

  #sendNext(): void {
    const [digit] = this.#keys;
    if (digit === undefined || !this.#options.isOpen()) return;
    const { request, target } = requestWithin(this.#options.dialog, "INFO");
    request.headers.add("Content-Type", "application/dtmf-relay");
    this.#ask({ ...request, body: bodyOfDigit(digit) }, target);
  }

  #ask(request: SipRequest, target: SipAddress): void {
    const { transactions, sentBy } = this.#context;
    const next = (): void => {
      this.#keys.shift();
      this.#sendNext();
    };
    transactions.request(
      { request, target, sentBy: sentBy(target) },
      {
        onTimeout: next,
        onResponse: (response) => {
          if (response.status < 200) return;
          const { dialog, credentials } = this.#options;
          const retry = withCredentials(request, response, credentials);
          if (retry === null) return next();
          dialog.localCSeq = response.cseq.number + 1;
          this.#ask(retry, target);
        },
      },
    );
  }
}
