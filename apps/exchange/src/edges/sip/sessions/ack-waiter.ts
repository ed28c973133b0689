import type { Clock } from "@linedesk/base";
import {
  type Incoming,
  type ServerTransaction,
  type SipRequest,
  startRetransmission,
  T2_MS,
  TRANSACTION_TIMEOUT_MS,
} from "@linedesk/sip";

type Ack = Incoming<SipRequest> | null;

export class AckWaiter {
  readonly #cseq: number;
  readonly #stops: (() => void)[];
  readonly #onSettled: (ack: Ack) => void;

  constructor(clock: Clock, transaction: ServerTransaction, onSettled: (ack: Ack) => void) {
    this.#cseq = transaction.request.cseq.number;
    this.#onSettled = onSettled;
    this.#stops = [
      startRetransmission(clock, () => transaction.resend(), T2_MS),
      clock.after(TRANSACTION_TIMEOUT_MS, () => this.#settle(null)),
    ];
  }

  handleAck(ack: Incoming<SipRequest>): void {
    if (ack.cseq.number === this.#cseq) {
      this.#settle(ack);
    }
  }

  stop(): void {
    for (const stop of this.#stops.splice(0)) {
      stop();
    }
  }

  #settle(ack: Ack): void {
    this.stop();
    this.#onSettled(ack);
  }
}
