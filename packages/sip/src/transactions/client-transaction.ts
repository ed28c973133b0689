import type { Clock } from "@linedesk/base";
import { isReliable, type SipAddress } from "../messages/sip-address.ts";
import { SipHeaders } from "../messages/sip-headers.ts";
import {
  type Incoming,
  newToken,
  serialiseMessage,
  type SipRequest,
  type SipResponse,
} from "../messages/sip-message.ts";
import { BRANCH_COOKIE } from "../messages/via.ts";
import {
  PROVISIONAL_TIMEOUT_MS,
  startRetransmission,
  T2_MS,
  T4_MS,
  TIMER_D_MS,
  TRANSACTION_TIMEOUT_MS,
} from "./timers.ts";
import {
  type ClientEvent,
  type ClientTransactionState,
  nextInviteClient,
  nextNonInviteClient,
} from "./transaction-states.ts";

export interface ClientTransactionDeps {
  clock: Clock;
  send: (datagram: Buffer, target: SipAddress) => void;
  onTerminated: () => void;
}

/**
 * `onResponse` gets each provisional response, the first final response, and every further 2xx to
 * an INVITE.
 */
export interface ClientTransactionEvents {
  onResponse: (response: Incoming<SipResponse>) => void;
  /**
   * No final answer came within 64 T1 (timers B and F), or within the longer limit after a
   * provisional response. `cause` is the failure of the connection, if there was one.
   */
  onTimeout: (cause: Error | null) => void;
}

export interface ClientRequest {
  request: SipRequest;
  target: SipAddress;
  sentBy: string;
  branch?: string;
}

/** One of our requests and its responses (RFC 3261 section 17.1). */
export class ClientTransaction {
  readonly branch: string;
  readonly request: SipRequest;
  readonly target: SipAddress;
  readonly sentBy: string;
  readonly #deps: ClientTransactionDeps;
  readonly #user: ClientTransactionEvents;
  #status: ClientTransactionState = "calling";
  #stopTimers: (() => void)[] = [];

  constructor(parts: ClientRequest, ports: ClientTransactionDeps, user: ClientTransactionEvents) {
    this.branch = parts.branch ?? `${BRANCH_COOKIE}${newToken()}`;
    this.target = parts.target;
    this.sentBy = parts.sentBy;
    this.request = withVia(parts.request, viaLine(parts, this.branch));
    this.#deps = ports;
    this.#user = user;
  }

  start(): void {
    const datagram = serialiseMessage(this.request);
    const send = (): void => this.#deps.send(datagram, this.target);
    send();
    const capMs = this.#isInvite ? Number.POSITIVE_INFINITY : T2_MS;
    this.#stopTimers = [
      ...(isReliable(this.target) ? [] : [startRetransmission(this.#deps.clock, send, capMs)]),
      this.#deps.clock.after(TRANSACTION_TIMEOUT_MS, () => this.#expire()),
    ];
  }

  handleResponse(response: Incoming<SipResponse>): void {
    const before = this.#status;
    if (this.#isInvite && response.status >= 300 && before !== "accepted") {
      this.#ack(response);
    }
    this.#dispatch({ type: "received", status: response.status });
    const first = before === "calling" || before === "proceeding";
    const furtherAccept = before === "accepted" && isSuccess(response.status);
    if (first || furtherAccept) {
      this.#user.onResponse(response);
    }
  }

  /**
   * Ends the wait for the first response at once, as a timeout does. Has no effect after that
   * response.
   */
  abandon(cause: Error | null = null): void {
    if (this.#status === "calling") {
      this.#expire(cause);
    }
  }

  close(): void {
    this.#clearTimers();
    this.#status = "terminated";
  }

  get #isInvite(): boolean {
    return this.request.method === "INVITE";
  }

  #expire(cause: Error | null = null): void {
    const unanswered = this.#status === "calling" || this.#status === "proceeding";
    this.#dispatch({ type: "expired" });
    if (unanswered && this.#status === "terminated") {
      this.#user.onTimeout(cause);
    }
  }

  #dispatch(event: ClientEvent): void {
    const next = this.#isInvite ? nextInviteClient : nextNonInviteClient;
    const status = next(this.#status, event);
    if (status === this.#status) {
      return;
    }
    this.#status = status;
    // After a provisional response, a non-INVITE request is still repeated, so its timers continue.
    if (status === "proceeding" && !this.#isInvite) {
      return;
    }
    this.#clearTimers();
    if (status === "terminated") {
      return this.#deps.onTerminated();
    }
    this.#stopTimers.push(this.#deps.clock.after(this.#lingerMs(status), () => this.#expire()));
  }

  #lingerMs(status: ClientTransactionState): number {
    if (!this.#isInvite) {
      return T4_MS;
    }
    if (status === "proceeding") {
      return PROVISIONAL_TIMEOUT_MS;
    }
    return status === "accepted" ? TRANSACTION_TIMEOUT_MS : TIMER_D_MS;
  }

  /** The ACK to a refusal belongs to the INVITE's own transaction, so it has the same branch. */
  #ack(response: Incoming<SipResponse>): void {
    const ack = sameCallRequest(this.request, "ACK");
    ack.headers.set("To", response.headers.get("To") ?? "");
    const via = viaLine(this, this.branch);
    this.#deps.send(serialiseMessage(withVia(ack, via)), this.target);
  }

  #clearTimers(): void {
    for (const stop of this.#stopTimers) {
      stop();
    }
    this.#stopTimers = [];
  }
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/**
 * Builds an ACK or CANCEL for our INVITE: with the same URI, Route, From, To, Call-ID and CSeq
 * number.
 */
export function sameCallRequest(invite: SipRequest, method: "ACK" | "CANCEL"): SipRequest {
  const headers = new SipHeaders();
  headers.add("Max-Forwards", "70");
  for (const name of ["From", "To", "Call-ID"]) {
    headers.add(name, invite.headers.get(name) ?? "");
  }
  for (const route of invite.headers.all("Route")) {
    headers.add("Route", route);
  }
  const [number = ""] = (invite.headers.get("CSeq") ?? "").split(" ", 1);
  headers.add("CSeq", `${number} ${method}`);
  return { type: "request", method, uri: invite.uri, headers, body: "" };
}

export function viaLine(
  { sentBy, target }: Pick<ClientRequest, "sentBy" | "target">,
  branch: string,
): string {
  const transport = (target.transport ?? "udp").toUpperCase();
  return `SIP/2.0/${transport} ${sentBy};branch=${branch};rport`;
}

export function withVia(request: SipRequest, via: string): SipRequest {
  const headers = new SipHeaders().add("Via", via);
  for (const { name, value } of request.headers.entries()) {
    headers.add(name, value);
  }
  return { ...request, headers };
}
