import { serialiseMessage, type SipAddress, SipHeaders, type SipResponse } from "@linedesk/sip";
import type { StoredLeg } from "../../../calls/legs/stored-leg.ts";
import { createInDialogRequest, withoutConnection } from "../dialogs/dialog.ts";
import { sendInDialog } from "../dialogs/send-in-dialog.ts";
import type { SipRequestDeps } from "../dialogs/sip-call-deps.ts";

/**
 * The CSeq of the BYE is this much higher than the stored one, because the crashed exchange may
 * have sent requests without storing their CSeq.
 */
const CSEQ_OFFSET = 1_000;
const LEGS_PER_BATCH = 50;
const PAUSE_MS = 20;
/**
 * The refusal is repeated at these times, because a response over UDP can be lost. An ACK does not
 * end the repetitions.
 */
const REFUSAL_AGAIN_MS = [500, 1_500];

type Stored<Status> = Extract<StoredLeg, { status: Status }>;

/** Ends the calls of a crashed exchange at their far ends. */
export class OrphanedLegs {
  readonly #deps: SipRequestDeps;
  readonly #send: (datagram: Buffer, target: SipAddress) => void;
  readonly #waiting: (() => void)[] = [];
  #isSending = false;

  constructor(deps: SipRequestDeps, send: (datagram: Buffer, target: SipAddress) => void) {
    this.#deps = deps;
    this.#send = send;
  }

  end(leg: StoredLeg, trunkSid: string | null): void {
    this.#waiting.push(() => this.#sendEnd(leg, trunkSid));
    if (!this.#isSending) {
      this.#isSending = true;
      this.#deps.clock.after(0, () => this.#sendSome());
    }
  }

  /** Sends the requests in batches, because two thousand at the same time would flood a carrier. */
  #sendSome(): void {
    for (const sendEnd of this.#waiting.splice(0, LEGS_PER_BATCH)) {
      sendEnd();
    }
    this.#isSending = this.#waiting.length > 0;
    if (this.#isSending) {
      this.#deps.clock.after(PAUSE_MS, () => this.#sendSome());
    }
  }

  #sendEnd(leg: StoredLeg, trunkSid: string | null): void {
    switch (leg.status) {
      case "calling":
        return this.#cancel(leg);
      case "arrived":
        if (!leg.isAnswering) {
          this.#refuse(leg);
        }
        // The crashed exchange may have answered the call without storing the answer, so a BYE
        // follows.
        return this.#bye(leg, trunkSid);
      case "talking":
        return this.#bye(leg, trunkSid);
    }
  }

  #bye(leg: Stored<"talking" | "arrived">, trunkSid: string | null): void {
    const { routing } = this.#deps;
    const trunk = trunkSid === null ? null : routing.trunks.findBySid(trunkSid);
    const found = withoutConnection(leg.dialog);
    const dialog = { ...found, localCSeq: found.localCSeq + CSEQ_OFFSET };
    const parts = { context: this.#deps, dialog, credentials: trunk?.credentials ?? null };
    sendInDialog(parts, createInDialogRequest(dialog, "BYE")).catch((error: unknown) =>
      this.#deps.logger.warn({ err: error }, "SIP BYE of orphaned call failed"),
    );
  }

  #cancel({ uri, headers, target, branch, sentBy }: Stored<"calling">): void {
    const request = { type: "request", method: "CANCEL", uri, body: "" } as const;
    const parts = { request: { ...request, headers: fromPairs(headers) }, target, branch, sentBy };
    const nothing = { onResponse: () => undefined, onTimeout: () => undefined };
    this.#deps.signalling.transactions.request(parts, nothing);
  }

  #refuse({ refusal, target }: Stored<"arrived">): void {
    const answer: SipResponse = {
      type: "response",
      status: 503,
      reason: "Service Unavailable",
      headers: fromPairs(refusal),
      body: "",
    };
    const datagram = serialiseMessage(answer);
    this.#send(datagram, target);
    for (const ms of REFUSAL_AGAIN_MS) {
      this.#deps.clock.after(ms, () => this.#send(datagram, target));
    }
  }
}

export function toPairs(headers: SipHeaders): [name: string, value: string][] {
  return headers.entries().map(({ name, value }) => [name, value]);
}

function fromPairs(pairs: readonly (readonly [string, string])[]): SipHeaders {
  const headers = new SipHeaders();
  for (const [name, value] of pairs) {
    headers.add(name, value);
  }
  return headers;
}
