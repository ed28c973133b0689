import type { Clock } from "@linedesk/base";
import { isReliable, type SipAddress } from "../messages/sip-address.ts";
import {
  type Incoming,
  makeResponse,
  newToken,
  type ResponseParts,
  serialiseMessage,
  type SipRequest,
} from "../messages/sip-message.ts";
import { responseTarget } from "../messages/via.ts";
import { startRetransmission, T2_MS, T4_MS, TRANSACTION_TIMEOUT_MS } from "./timers.ts";
import {
  nextInviteServer,
  nextNonInviteServer,
  type ServerEvent,
  type ServerTransactionState,
} from "./transaction-states.ts";

export interface ServerTransactionDeps {
  clock: Clock;
  send: (datagram: Buffer, target: SipAddress) => void;
  onTerminated: () => void;
}

/** One received request and our responses to it (RFC 3261 section 17.2). */
export class ServerTransaction {
  readonly request: Incoming<SipRequest>;
  /**
   * Our tag in every response of this transaction except a 100, so that all of them belong to one
   * dialog.
   */
  readonly toTag: string;
  readonly #deps: ServerTransactionDeps;
  readonly #target: SipAddress;
  #status: ServerTransactionState = "proceeding";
  #lastResponse: Buffer | null = null;
  #stopTimers: (() => void)[] = [];

  constructor(request: Incoming<SipRequest>, ports: ServerTransactionDeps, toTag = newToken()) {
    this.request = request;
    this.toTag = toTag;
    this.#deps = ports;
    this.#target = responseTarget(request.via, request.source);
  }

  get isAnswered(): boolean {
    return this.#status !== "proceeding";
  }

  /** Sends a response; after a final one, further calls have no effect. */
  respond(status: number, parts: Omit<ResponseParts, "status"> = {}): void {
    if (this.#status !== "proceeding") {
      return;
    }
    const toTag = status === 100 ? {} : { toTag: this.toTag };
    const response = makeResponse(this.request, { ...toTag, ...parts, status });
    this.#lastResponse = serialiseMessage(response);
    this.#resend();
    this.#dispatch({ type: "responded", status });
  }

  /** Handles a repeated request. A 2xx to INVITE is repeated by the dialog itself (RFC 6026). */
  handleRetransmission(): void {
    if (this.#status === "proceeding" || this.#status === "completed") {
      this.#resend();
    }
  }

  /** Handles the ACK to a refusal. The ACK to a 2xx does not belong to the transaction. */
  handleAck(): void {
    this.#dispatch({ type: "acknowledged" });
  }

  /** Sends the last response again. The owner of an unacknowledged 2xx calls this. */
  resend(): void {
    if (this.#status !== "terminated") {
      this.#resend();
    }
  }

  close(): void {
    this.#clearTimers();
    this.#status = "terminated";
  }

  #resend(): void {
    if (this.#lastResponse !== null) {
      this.#deps.send(this.#lastResponse, this.#target);
    }
  }

  #dispatch(event: ServerEvent): void {
    const isInvite = this.request.method === "INVITE";
    const next = isInvite ? nextInviteServer : nextNonInviteServer;
    const status = next(this.#status, event);
    if (status === this.#status) {
      return;
    }
    this.#status = status;
    this.#clearTimers();
    if (status === "terminated") {
      return this.#deps.onTerminated();
    }
    const { clock } = this.#deps;
    if (isInvite && status === "completed" && !isReliable(this.#target)) {
      this.#stopTimers.push(startRetransmission(clock, () => this.#resend(), T2_MS));
    }
    const lifeMs = status === "confirmed" ? T4_MS : TRANSACTION_TIMEOUT_MS;
    this.#stopTimers.push(clock.after(lifeMs, () => this.#dispatch({ type: "expired" })));
  }

  #clearTimers(): void {
    for (const stop of this.#stopTimers) {
      stop();
    }
    this.#stopTimers = [];
  }
}
