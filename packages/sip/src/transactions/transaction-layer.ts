import type { Clock } from "@linedesk/base";
import { isSameAddress, type SipAddress } from "../messages/sip-address.ts";
import {
  type Incoming,
  newToken,
  serialiseMessage,
  type SipRequest,
  type SipResponse,
  readTag,
} from "../messages/sip-message.ts";
import { BRANCH_COOKIE } from "../messages/via.ts";
import {
  type ClientRequest,
  ClientTransaction,
  type ClientTransactionEvents,
  viaLine,
  withVia,
} from "./client-transaction.ts";
import { ServerTransaction } from "./server-transaction.ts";

export interface TransactionLayerDeps {
  clock: Clock;
  send: (datagram: Buffer, target: SipAddress) => void;
  /**
   * Returns true if a request may open a new transaction. Otherwise it is dropped without an
   * answer.
   */
  admits: (request: Incoming<SipRequest>) => boolean;
  onRequest: (transaction: ServerTransaction) => void;
  /** Gets an ACK that acknowledges no pending refusal; it belongs to a dialog. */
  onAck: (ack: Incoming<SipRequest>) => void;
  /** `invite` is the INVITE that the CANCEL ends, or `null` if there is none. */
  onCancel: (cancel: ServerTransaction, invite: ServerTransaction | null) => void;
  /**
   * At this number, `admits` must refuse unknown senders. At twice this number the layer drops
   * every new request.
   */
  maxTransactions: number;
}

/** Matches requests with responses and absorbs retransmissions, in both directions. */
export class TransactionLayer {
  readonly #deps: TransactionLayerDeps;
  readonly #servers = new Map<string, ServerTransaction>();
  readonly #clients = new Map<string, ClientTransaction>();

  constructor(ports: TransactionLayerDeps) {
    this.#deps = ports;
  }

  get isFull(): boolean {
    return this.#servers.size >= this.#deps.maxTransactions;
  }

  handleRequest(request: Incoming<SipRequest>): void {
    const existing = this.#servers.get(serverKey(request, request.method));
    if (request.method === "ACK") {
      return this.#handleAck(request);
    }
    if (existing !== undefined) {
      return existing.handleRetransmission();
    }
    if (this.#servers.size >= 2 * this.#deps.maxTransactions) {
      return;
    }
    const isCancel = request.method === "CANCEL";
    const invite = isCancel ? this.#servers.get(serverKey(request, "INVITE")) : undefined;
    if (invite === undefined && !this.#deps.admits(request)) {
      return;
    }
    const transaction = this.#open(request);
    if (isCancel) {
      this.#deps.onCancel(transaction, invite ?? null);
    } else {
      this.#deps.onRequest(transaction);
    }
  }

  /** Continues the transaction of a request that arrived before the exchange restarted. */
  reopen(request: Incoming<SipRequest>, toTag: string): ServerTransaction {
    return this.#open(request, toTag);
  }

  handleResponse(response: Incoming<SipResponse>): void {
    const branch = response.via.parameters.get("branch") ?? "";
    this.#clients.get(`${branch} ${response.cseq.method}`)?.handleResponse(response);
  }

  /** Sends one of our requests and keeps its transaction until the end. */
  request(parts: ClientRequest, user: ClientTransactionEvents): ClientTransaction {
    const { clock, send } = this.#deps;
    const onTerminated = (): void => void this.#clients.delete(key);
    const transaction = new ClientTransaction(parts, { clock, send, onTerminated }, user);
    const key = `${transaction.branch} ${parts.request.method}`;
    this.#clients.set(key, transaction);
    transaction.start();
    return transaction;
  }

  /** Sends an ACK to a 2xx. It is outside any transaction and has its own branch. */
  sendAck(parts: ClientRequest): void {
    const via = viaLine(parts, `${BRANCH_COOKIE}${newToken()}`);
    this.#deps.send(serialiseMessage(withVia(parts.request, via)), parts.target);
  }

  /**
   * Ends the unanswered transactions to that target at once, because a message to it could not be
   * sent.
   */
  handleSendError(target: SipAddress, error: Error): void {
    for (const transaction of this.#clients.values()) {
      if (isSameAddress(transaction.target, target)) {
        transaction.abandon(error);
      }
    }
  }

  close(): void {
    for (const transaction of this.#servers.values()) {
      transaction.close();
    }
    for (const transaction of this.#clients.values()) {
      transaction.close();
    }
    this.#servers.clear();
    this.#clients.clear();
  }

  #handleAck(ack: Incoming<SipRequest>): void {
    // The ACK to a refusal has the INVITE's branch, and the ACK to a 2xx has its own. An old client
    // may repeat the INVITE's branch in both, so an ACK without a pending refusal goes to the
    // dialog.
    const invite = this.#servers.get(serverKey(ack, "INVITE"));
    invite?.handleAck();
    if (invite === undefined || readTag(ack.to) === invite.toTag) {
      this.#deps.onAck(ack);
    }
  }

  #open(request: Incoming<SipRequest>, toTag?: string): ServerTransaction {
    const { clock, send } = this.#deps;
    const key = serverKey(request, request.method);
    const onTerminated = (): void => void this.#servers.delete(key);
    const transaction = new ServerTransaction(request, { clock, send, onTerminated }, toTag);
    this.#servers.set(key, transaction);
    return transaction;
  }
}

/**
 * Builds the key of RFC 3261 section 17.2.3. The second form is for peers that do not send the
 * magic cookie.
 */
function serverKey(request: Incoming<SipRequest>, method: string): string {
  const { via, cseq, callId, from } = request;
  const sentBy = `${via.host.toLowerCase()}:${via.port ?? ""}`;
  const branch = via.parameters.get("branch") ?? "";
  if (branch.startsWith(BRANCH_COOKIE)) {
    return `${method} ${branch} ${sentBy}`;
  }
  return [method, sentBy, branch, callId, cseq.number, readTag(from), request.uri].join(" ");
}
